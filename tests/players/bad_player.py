"""A program that misbehaves in the way its first argument names, from its second decision on."""

import json
import os
import subprocess
import sys
import time


def misbehave(how, message):
    if how == "nonsense":
        print("I think, therefore I play", flush=True)
    elif how == "list":
        print("[1, 2, 3]", flush=True)
    elif how == "silent":
        time.sleep(600)
    elif how == "illegal":
        print(json.dumps({"action": "2S" if "2S" not in message["view"]["legal"] else "3S"}), flush=True)
    elif how == "no-card":
        print(json.dumps({"action": "1Z"}), flush=True)
    elif how == "no-action":
        print(json.dumps({"id": message["id"]}), flush=True)
    elif how == "wrong-id":
        print(json.dumps({"id": 999, "action": message["view"]["legal"][0]}), flush=True)
    elif how == "dies":
        print("out of memory, sorry", file=sys.stderr, flush=True)
        os._exit(3)
    elif how == "closes":
        os.close(1)
        time.sleep(600)
    elif how == "floods":
        while True:
            print("x" * 1000, flush=True)
    elif how == "has-child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        print(child.pid, file=sys.stderr, flush=True)
        time.sleep(600)


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
        view = message["view"]
        if decisions > 1 or how == "illegal-pass":
            misbehave(how, message)
        if how == "illegal-pass":
            print(json.dumps({"action": ["2S", "2S", "3S"]}), flush=True)
        elif decisions == 1 or how == "fine":
            action = view["legal"][:3] if view["phase"] == "pass" else view["legal"][0]
            print(json.dumps({"id": message["id"], "action": action}), flush=True)


if __name__ == "__main__":
    main()
