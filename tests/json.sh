#!/bin/sh
# What --json prints, of every command that has it: one JSON value a line with the version of the schema, layouts with
# their shape and stride, errors with code, text and place. python3 reads it.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh

tool=$(realpath "${CUTELAYOUT:-build/src/cli/cutelayout}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

command -v python3 >/dev/null 2>&1 || {
	skip 'python3 is not installed: JSON is not read'
	finish
}

cat >"$scratch/judge.py" <<'END'
"""judge.py KIND: reads lines of JSON; KIND is "value" or "error"."""
import json, re, sys

LAYOUT = re.compile(r"^(Sw<.*> o .*|[(\d][(),\d]*:[(\d][(),\d]*)$")
TEXTS = {"text", "title", "caption", "name", "result", "example", "meaning", "by", "hint", "difference", "changes", "path", "source", "set"}

def walk(value, key):
    if isinstance(value, dict):
        if value.get("kind") == "layout":
            assert "shape" in value and "stride" in value, value
        if value.get("kind") == "composed":
            assert "outer" in value and "inner" in value, value
        for name, part in value.items():
            walk(part, name)
    elif isinstance(value, list):
        for part in value:
            walk(part, key)
    elif isinstance(value, str) and key not in TEXTS:
        assert not LAYOUT.match(value), (key, value)

lines = sys.stdin.read().splitlines()
assert lines, "nothing is printed"
for line in lines:
    answer = json.loads(line)
    assert answer["format"] == 1 and next(iter(answer)) == "format", line
    walk(answer, "")
    if sys.argv[1] == "error":
        error = answer["error"]
        assert error["code"] and error["text"], line
        assert "source" not in error or error["line"] >= 1 and error["column"] >= 1 and error["begin"] <= error["end"]
    else:
        assert "error" not in answer, line
END

# says KIND CODE ARGUMENT...
says() {
	kind=$1
	wanted=$2
	shift 2
	echo "$1" >>"$scratch/walked"
	code=0
	"$tool" "$@" --json >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
	if [ "$code" = "$wanted" ] && python3 "$scratch/judge.py" "$kind" <"$scratch/out" 2>"$scratch/why"; then
		pass
	else
		fail "$* --json" "exit code $code, expected $wanted: $(tail -n 1 "$scratch/why" 2>&1) $(head -c 600 "$scratch/out")"
	fi
}

copy='make_tiled_copy(copy_atom("UniversalCopy<u128>",16),(16,8):(8,1),(1,8):(8,1))'
mma='make_tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"),(2,2,1):(1,2,0),(32,32,16))'
says value 0 eval '(4,8):(8,1)' 'Sw<3,3,3> o 0 o (8,64):(64,1)' 'Sw<3,3,3>' "$copy" "$mma" '4' '(1,_)' 'true' '"x"' '4@1@0' \
	'make_layout_tv((4,32):(32,1), (4,8):(8,1))' 'mma_atom("SM80_16x8x16_F32F16F16F32_TN")' 'copy_atom("UniversalCopy<u32>",16)' \
	'5 + 4:1' 'bits(((1,2),(5,8)))' "partition_C($mma,3,(64,64):(64,1))" 'composition((4,6,8):(2,3,5), 6:3)'
says value 0 eval --table '(2,3):(3,1)' 'make_identity_layout((2,2))' 'size(4:1)' 'make_layout_tv(2:1, 2:1)'
# a warning belongs to the statement in which it is, or to the next one with a value; behind the last one, to that
for program in '3:1; 4:1; x = left_inverse((2,2):(1,1))' '3:1; x = left_inverse((2,2):(1,1)); 4:1' '3:1; left_inverse((2,2):(1,1))'; do
	warned=$("$tool" eval --json "$program" 2>/dev/null | sed -n '/"warnings":/=' | tr '\n' ' ')
	if [ "$warned" = '2 ' ]; then pass; else fail "warnings of $program" "with the values $warned"; fi
done
says value 0 eval --explain 'local_tile((100,60):(60,1),(16,16),(6,3))' '4:1'
says value 0 eval --explain=1 --table 'coalesce((2,4):(1,2))'
says error 3 eval --table '(4096,4096):(1,4096)'
says error 3 eval 'foo'
says error 3 eval 'composition((100,60):(60,1), 128)'
says value 0 check '(4,8):(8,3)' --dtype f16
says value 0 check '(4,8):(0,1)' --tile 4,4 --dtype f16
says value 0 check "$mma" --dtype f16 --memory 'Sw<3,3,3> o 0 o (64,64):(64,1)'
says value 0 check '(64,64):(64,1)' --dtype f16 --read "$mma" --write "$copy"
says value 1 check '(4,8):(8,1)' --assert 'size == 5'
says error 3 check 'foo'
says error 3 check '(4,8)' --memory 'foo' --dtype f16
says error 2 check '(4,8)' --assert 'foo == 1'
says value 1 diff '(4,8):(8,1)' '(4,8):(1,4)'
says value 0 diff 'Sw<2,0,2> o 0 o 16:1' 'Sw<2,0,2> o 0 o 16:1'
says value 1 diff --languages 4,8 'strides=(32,4), shape=(4,8), itemsize=4' '(4,8):(1,4)'
says error 3 diff '(4,8):(8,1)' 'foo'
says value 0 infer 'i*8+j' --shape 4,8
says value 0 infer '(i*8+j)^(i%8)' --shape 8,8
says value 1 infer 'i*i' --shape 8
says value 0 infer 'i*N + j + 3' --shape M,N
says error 3 infer 'i*' --shape 8
says value 0 convert 'shape=(4,8), strides=(32,4), itemsize=4'
says error 3 convert 'no language'
says value 0 find swizzle --memory '(128,64):(64,1)' --dtype f16 --access "$copy"
says value 0 find layout --where '(4,8):(8,1) o X == 4:8'
says value 0 find tv --tile 64,64 --threads 128 --dtype f16 --memory '(64,64):(64,1)'
says value 0 find tv --all --tile 64,64 --threads 128 --dtype f16 --memory '(64,64):(64,1)'
says value 0 draw '(4,(2,4)):(8,(1,2))'
says value 0 draw 'make_identity_layout((2,(2,2),3))'
says value 0 draw '((),(2,()),3):((),(1,()),2)'
says value 0 draw "(($(printf '1,%.0s' $(seq 40))1),2)"
says value 0 draw "$mma" --tile 64,32 --region :4,:4
says value 0 draw "$copy" --kind banks --smem 'Sw<3,3,3> o 0 o (16,64):(64,1)' --dtype f16
says value 0 draw 'zipped_divide((6,4):(4,1),(4,4))' --kind op
says value 0 draw '(4,8):(8,1)(2,_)' --kind slice
says error 3 draw 'foo('
says value 0 verify --device cpu --shape 64,32
says value 0 verify --device cpu --reduce sum --dim 0 --shape 64,32
says value 0 verify --dry-run --no-compile --shape 64,32
says error 1 verify --device cpu --tv '(32,4):(8,1)' --tile 16,8 --shape 64,64
says error 3 verify --device cpu --op 'a+'
says error 3 verify --device cpu --tv foo --tile 4,4
says error 3 verify --device cpu --layout 'a=(4,4):(4,1)' --shape 4,8
says value 0 bench --dry-run --no-compile --tv '((32,4),(8,4)):((128,4),(16,1))' --tile 16,256 --shape 64,512
says value 0 bench --dry-run --no-compile --layout 'a=col' --layout 'out=row' --shape 256,256
says error 3 bench --dry-run --shape 4,4 --layout 'a=foo'
says error 3 draw '4:1' --kind gemm
says error 3 find layout --where '(4,8):(8,1) o X == foo'
says value 0 atoms SM80_16x8x8_F16
says value 0 atoms LDSM
says value 0 atoms --smem
says value 0 help
says value 0 help zipped_divide
says error 2 help wat
says error 1 atoms wat
echo 'L = (4,8):(8,1)' >"$scratch/kernel.txt"
says value 0 paste "$scratch/kernel.txt"
mkdir "$scratch/cases"
printf '4:1\n#= 4:1\n' >"$scratch/cases/good.cute"
says value 0 test "$scratch/cases"
printf '4:1\n#= 4:2\n' >"$scratch/cases/bad.cute"
says value 1 test "$scratch/cases"

# The cells of a picture are those of the layout.
if "$tool" draw '(3,(2,2)):(4,(1,2))' --json >"$scratch/cells" && python3 - "$scratch/cells" <<'END'
import json, sys
picture = json.load(open(sys.argv[1]))
cells = picture["matrices"][0]["cells"]
assert [c["index"] for c in cells] == [i + 3 * (j + 2 * k) for i in range(3) for k in range(2) for j in range(2)]
for c in cells:
    i, (j, k) = c["coordinate"]
    assert c["offset"] == 4 * i + j + 2 * k and c["row"] == i and c["column"] == j + 2 * k
END
then
	pass
else
	fail 'draw --json' "its cells are not those of the layout: $(head -c 400 "$scratch/cells")"
fi

# Every command that has the option is above; the rows of bench need a device (tests/simulated.sh).
for command in $("$tool" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'); do
	if ! "$tool" "$command" --help | grep -q -e ' --json' || grep -qx "$command" "$scratch/walked"; then
		pass
	else
		fail "$command --json" 'it is not tried above'
	fi
done
finish
