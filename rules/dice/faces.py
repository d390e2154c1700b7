#!/usr/bin/env python3
"""Derives the faces of dice as the bot does, to check it by another hand. README.md says how."""
import hashlib, hmac, json, sys

def faces(secret, game, number, order, words, dice, beacon=None):
    """The faces of roll `number` of a game: secret, order and the beacon's value are bytes, words are texts."""
    out, block = [], 0
    while len(out) < dice:
        parts = [game.encode(), number.to_bytes(8, "big"), order, *(w.encode() for w in words), *([beacon] if beacon else []), block.to_bytes(8, "big")]
        text = b"".join(len(p).to_bytes(8, "big") + p for p in parts)
        out += [b % 6 + 1 for b in hmac.new(secret, text, hashlib.sha256).digest() if b < 252]
        block += 1
    return out[:dice]

def rolls(lines):
    """The rolls of which an export of a game that is over shows the faces, with all that they come from."""
    one = {line["type"]: line for line in lines}
    same = {"secret": one["secret"]["secret"], "game": one["game"]["game"], "words": [w["word"] for w in one["words"]["words"]]}
    return [{"roll": line["number"], **line, **same} for line in lines if line["type"] == "roll" and "faces" in line]

if __name__ == "__main__":  # faces.py game.jsonl, or faces.py testdata/faces.json
    text = open(sys.argv[1], encoding="utf-8").read()
    all_rolls = json.loads(text) if text.startswith("[") else rolls([json.loads(line) for line in text.splitlines()])
    for r in all_rolls:
        got = faces(bytes.fromhex(r["secret"]), r["game"], r["roll"], bytes.fromhex(r["order"]), r["words"], len(r["faces"]),
                    hashlib.sha256(bytes.fromhex(r["signature"])).digest() if "signature" in r else None)
        if got != r["faces"]:
            sys.exit(f"roll {r['roll']} of {r['game']} shows {r['faces']}, and should show {got}")
    print(f"{len(all_rolls)} rolls are right")
