#!/usr/bin/env python3
"""Put what a device said of the atoms into src/lang/atoms/proved.tsv.

    cutelayout verify --atom '*' --json | tools/proved.py DRIVER DATE

Lines of atoms that the device was not asked stay as they are: another device may have proved them.
"""
import json
import pathlib
import sys

ATOMS = pathlib.Path(__file__).parent.parent / "src/lang/atoms"
TABLE = ATOMS / "proved.tsv"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    lines = TABLE.read_text().splitlines() if TABLE.exists() else []
    proved = {line.split("\t")[0]: line for line in lines}
    answers = [json.loads(line) for line in sys.stdin]
    asked = [answer for answer in answers if answer.get("verdict", "not asked") != "not asked"]
    # Boxes of TMA are asked by names of their own, which are no atoms.
    listed = {line.split("\t")[0] for name in ("mma", "copy") for line in (ATOMS / f"{name}.tsv").read_text().splitlines()}
    for answer in asked:
        if answer["name"] not in listed:
            continue
        proved[answer["name"]] = "\t".join([answer[key] for key in ("name", "verdict", "device")] + sys.argv[1:])
    for answer in asked:
        if answer["verdict"] == "different":
            print(f"{answer['name']}: {answer['text']}", file=sys.stderr)
    # Sorted by bytes, as the program looks names up.
    TABLE.write_text("".join(proved[name] + "\n" for name in sorted(proved, key=str.encode)))
    print(f"{len(asked)} atoms of {len(answers)} were asked; {TABLE.name} has {len(proved)}", file=sys.stderr)


if __name__ == "__main__":
    main()
