"""The system calls of a running server: before every acknowledgement the disk has been told to keep the action."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import time

import pytest

from tests.server.processes import ServerProcess, choose

ACTIONS = 12


def test_a_sync_comes_before_each_acknowledgement(tmp_path):
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed here")
    server = ServerProcess(tmp_path / "sync.db").start()
    trace = tmp_path / "trace"
    calls = "trace=fsync,fdatasync,sendto,write,writev,sendmsg,recvfrom,recvmsg,read"
    command = [strace, "-f", "-qq", "-e", calls, "-s", "64", "-o", str(trace), "-p", str(server.process.pid)]
    tracer = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    created = server.create(seats=[{"kind": "human"}, {"kind": "open"}, {"kind": "open"}], blob={"round_cards": [9]})
    seats = [created, server.join(created["id"]), server.join(created["id"])]

    async def play():
        for number in range(ACTIONS):
            seat = seats[(number + 1) % 3] if number < 3 else await on_turn()
            async with server.socket(seat["id"], seat["token"]) as client:
                assert (await client.act(choose(client.view, f"act{number}")))["type"] == "ack"

    async def on_turn():
        async with server.socket(created["id"]) as client:
            return seats[client.view["table"]["round"]["turn"]]

    while not trace.exists() or not is_attached(server.process.pid):
        if tracer.poll() is not None:
            server.stop()
            pytest.skip(f"strace may not attach here: {tracer.stderr.read()}")
        time.sleep(0.05)
    asyncio.run(play())
    server.stop()
    tracer.wait(30)
    tracer.stderr.close()
    check(trace.read_text(errors="replace").splitlines())


def is_attached(pid):
    with open(f"/proc/{pid}/status") as status:  # noqa: PTH123
        return any(re.match(r"TracerPid:\s+[1-9]", line) for line in status)


def check(lines):
    """Every acknowledgement that is sent has a sync of its own since the one before."""
    acknowledged, is_synced = 0, False
    for line in lines:
        if re.search(r"(fsync|fdatasync)(\(| resumed).*= 0", line):
            is_synced = True
        elif '"type\\":\\"ack' in line and "recv" not in line:
            assert is_synced, line
            acknowledged, is_synced = acknowledged + 1, False
    assert acknowledged >= ACTIONS
