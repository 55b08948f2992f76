"""A program that misbehaves in the way its first argument names, from its second decision on."""

import json
import os
import signal
import subprocess
import sys
import time

LINES = {
    "nonsense": lambda message: "I think, therefore I play",
    "list": lambda message: "[1, 2, 3]",
    "illegal": lambda message: json.dumps({"action": "2S" if "2S" not in message["view"]["legal"] else "3S"}),
    "no-card": lambda message: '{"action": "1Z"}',
    "no-action": lambda message: json.dumps({"id": message["id"]}),
    "wrong-id": lambda message: json.dumps({"id": 999, "action": message["view"]["legal"][0]}),
    "infinite-id": lambda message: '{"id": Infinity, "action": 0}',
    "long-id": lambda message: json.dumps({"id": "7" * 50_000, "action": 0}),
    "huge-line": lambda message: "x" * 50_000_000,
    "nested": lambda message: "[" * 50_000 + "]" * 50_000,
    "nan": lambda message: '{"action": NaN}',
    "long-number": lambda message: '{"action": ' + "9" * 10_000 + "}",
    "half-a-pair": lambda message: '{"action": "\\ud800"}',
    "object": lambda message: '{"action": {"card": {"rank": "A"}}}',
}
"""What some print as their answer."""

ESCAPED = "import os\ntry:\n while True: os.write(1, b'x' * 50 + b'\\n')\nexcept OSError: pass"
"""A child in a session of its own that goes on writing to the same output."""


def sleeps(message):
    time.sleep(600)


def stays_silent_to_signals(message):
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    sleeps(message)


def answers_late(message):
    time.sleep(1.0)
    print(json.dumps({"id": message["id"], "action": message["view"]["legal"][0]}), flush=True)


def begins_a_line(message):
    sys.stdout.write('{"action": 0')
    sys.stdout.flush()


def begins_a_line_and_sleeps(message):
    begins_a_line(message)
    sleeps(message)


def begins_a_line_and_exits(message):
    begins_a_line(message)
    os._exit(0)


def dies(message):
    print("out of memory, sorry", file=sys.stderr, flush=True)
    os._exit(3)


def dies_with_a_long_cry(message):
    os.write(2, b"a" * 300_000 + b"\n")
    os._exit(4)


def closes_its_output(message):
    os.close(1)
    sleeps(message)


def closes_everything(message):
    for handle in (0, 1, 2):
        os.close(handle)
    sleeps(message)


def floods(message):
    while True:
        print("x" * 1000, flush=True)


def shouts(message):
    while True:
        os.write(2, b"no " * 20_000)


def has_a_child(message):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    print(child.pid, file=sys.stderr, flush=True)
    sleeps(message)


def lets_a_child_escape(message):
    subprocess.Popen([sys.executable, "-c", ESCAPED], start_new_session=True, stderr=subprocess.DEVNULL)
    os._exit(5)


DEEDS = {
    "silent": sleeps,
    "deaf": stays_silent_to_signals,
    "late": answers_late,
    "no-newline": begins_a_line_and_sleeps,
    "exits": begins_a_line_and_exits,
    "dies": dies,
    "one-long-cry": dies_with_a_long_cry,
    "crashes": lambda message: os.kill(os.getpid(), signal.SIGSEGV),
    "stops": lambda message: os.kill(os.getpid(), signal.SIGSTOP),
    "closes": closes_its_output,
    "closes-all": closes_everything,
    "floods": floods,
    "shouts": shouts,
    "has-child": has_a_child,
    "escaped-child": lets_a_child_escape,
}


def misbehave(how, message):
    if how in LINES:
        print(LINES[how](message), flush=True)
    elif how in DEEDS:
        DEEDS[how](message)


def answer(how, message):
    """A good answer; some have a little to add."""
    view = message["view"]
    action = view["legal"][:3] if view["phase"] == "pass" else view["legal"][0]
    said = {"id": message["id"], "action": action}
    if how == "gossips":
        said["reasons"] = ["\ud800" + "b" * 50_000, {"a": 1}, *map(str, range(500))]
    print(json.dumps(said), flush=True)
    if how == "twice":
        print(json.dumps({"action": action}), flush=True)


def main():
    how = sys.argv[1]
    decisions = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            if how == "mute":
                time.sleep(600)
            protocol = 99 if how == "newer" else 1
            print(json.dumps({"type": "hello", "protocol": protocol}), flush=True)
            continue
        decisions += 1
        if how == "illegal-pass":
            print(json.dumps({"action": ["2S", "2S", "3S"]}), flush=True)
        elif decisions == 1 or how in ("fine", "gossips"):
            answer(how, message)
        else:
            misbehave(how, message)


if __name__ == "__main__":
    main()
