#!/bin/sh
# "cutelayout infer", and the options of other commands that take index expressions: what is read, what is refused and
# where, and what is printed. Each line is an exit code, a text that is printed, and the command.
set -eu
cd "$(dirname "$0")/.."
. tests/lib.sh
. tests/expect.sh

# index expressions
expect 0 '(64,64):(64,1)' '' infer 'i*64 + j' --shape 64,64
expect 0 '(64,64):(1,64)' '' infer 'i*64 + j' --shape 64x64 --names j,i
expect 0 '((2,4),8):((1,64),2)' 'i%2 + i/2*64 + j*2' infer --shape 8,8
expect 0 '(16,(2,2)):(1,(32,16))' '' infer 'i + (j%2*2 + j/2)*16' --shape 16,4
expect 0 'Sw<3,0,3> o 0 o (8,8):(8,1)' '' infer '(i^j) + i*8' --shape 8,8
expect 0 '((2,2),4):((1,8),0)' '' infer 'i + 8*j' --shape '((2,2),4)'
expect 0 '((2,4),((2,2),8)):((1,2),((8,16),32))' '' infer 'i + 2*j + 8*k + 16*l + 32*m' --shape '((2,4),((2,2),8))' --names i,j,k,l,m
expect 0 '(128,4):(4,1)' '' infer 'warp*128 + lane*4 + v' --threads 128 --values 4
expect 0 '128:4' '' infer 'threadIdx.x*4' --threads 128
expect 0 '-6 + 4:2' '' infer '2*(i - 3)' --shape 4
expect 1 'none' '' infer 'i*i' --shape 5
expect 1 'the first run is of 2, which does not divide 5 (entry 2 is 4, expected 2)' '' infer 'i*i' --shape 5
expect 1 'i and j interact: (1,1) is 1, expected 0' '' infer 'i*j' --shape 4,4
expect 1 'a map of bits: bits((3,6,12))' '' infer '(i*2)^i | i&0' --shape 8
expect 0 'no offset + layout: i and j interact' '' infer --explain '(i^j) + i*8' --shape 8,8
expect 0 'Sw<1,0,1> o 0 o (2,2):(1,2)' '' infer --all '(i^j) + j*2' --shape 2,2

# run-time integers with names
expect 0 '(M,N):(N,1)' '' infer 'i*N + j' --shape M,N
expect 0 '(64,64):(ld,1)' '' infer 'i*ld + j' --shape 64x64
expect 0 '((4,M),N):((1,4*N),4)' '' infer '(i/4)*(4*N) + i%4 + j*4' --shape '4*M,N'
expect 0 '((4,M/4),N):((1,4*N),4)' '' infer '(i/4)*(4*N) + i%4 + j*4' --shape 'M = ?{div=4}; M,N'
expect 0 'needs M % 4 == 0' '' infer '(i/4)*(4*N) + i%4 + j*4' --shape M,N
expect 0 '(M,N):(1,M)' '' infer '(i*N+j)%N*M + (i*N+j)/N' --shape M,N
expect 0 '((BM,TM),(BN,TN)):((BN,BM*N),(1,BM*BN))' '' \
	infer '(i/BM)*BM*N + (j/BN)*BM*BN + i%BM*BN + j%BN' --shape BM*TM,BN*TN
expect 0 '((8,M/8)):((N,1))' '' infer '((i&7)*N) + (i>>3)' --shape '(M)'
expect 0 '((8,M),2):((N,1),0)' '' infer '((i&7)<<1)*N/2 + (i>>3)' --shape '8*M,2'
expect 0 '3 + (B,S):(S*D,D)' '' infer 'b*S*D + s*D + 3' --shape B,S --names b,s
expect 0 '(32,4):(ld,1)' '' infer 't*ld + v' --threads 32 --values 4
expect 0 '((3,8),4):((0,ld),1)' '' infer 'lane/3*ld + v' --threads 24 --values 4
expect 0 '((32,2),4):((ld,0),1)' '' infer 'lane*ld + v' --threads 64 --values 4
expect 0 '((32,2),4):((0,ld),1)' '' infer 'warp*ld + v' --threads 64 --values 4
expect 0 '(8,N):(N/2,1)' '' infer 'N*2*i + j*4' --units bytes --dtype f32 --shape 8,N
expect 0 '"needs":["M % 8 == 0"]' '' infer --json 'i%8*N' --shape M
expect 0 '"needs":["M % 8 == 0","N % 4 == 0","K % 2 == 0"]' '' infer --json 'i%8*N + j/4*K + k/2*L' --shape M,N,K --names i,j,k
# what counts elements is not counted in bits
expect 0 '4611686018427387904 + (M,N):(4611686018427387904,N)' '' \
	infer 'i*4611686018427387904 + j*N + 4611686018427387904' --shape M,N
expect 3 '4611686018427387904 * 8 does not fit 64 bits' '' \
	infer 'i*4611686018427387904 + j*N' --shape M,N --units bytes --dtype f32
# LIMIT_SYMBOL_NEEDS: 32 strides in bytes, and 20 and 12 digits of two extents
digits=$(awk 'BEGIN {
	for (a = 0; a < 9; a++) {
		for (b = a + 1; b < 9 && n < 32; b++) {
			printf("%s%s/%d%%2*%c*%c", (n > 0 ? "+" : ""), (n < 20 ? "i" : "j"), 2 ^ (n % 20), 65 + a, 65 + b)
			n++
		}
	}
}')
expect 0 'needs N % 4096 == 0' '' infer "$digits" --shape M,N --units bytes --dtype f32
expect 3 'formulas beyond their limits: more than 64 conditions, or numbers beyond 64 bits' '' \
	infer "$digits" --shape M/3,N --units bytes --dtype f32
expect 3 '<expr>:1:2: error: N need not divide M' '' infer 'i%N' --shape M
expect 3 '<expr>:1:4: error: 4 does not divide 6' '' infer 'i%6/4*N + i' --shape 12
expect 3 '<expr>:1:2: error: a product of coordinates is no layout' '' infer 'i*i*N' --shape M
expect 3 '<expr>:1:8: error: it is not certain' '' infer '(i + j)%N' --shape N,N
expect 3 'added, multiplied and divided alone' '' infer '(i ^ j)*N' --shape 8,8
expect 3 '<expr>:1:6: error: run-time integers are added' '' infer '(tid if v else 0)*ld' --threads 32 --values 4
expect 3 'known by name only' '' infer 'i + N' --shape 4
expect 3 'divide by what is above 0' '' infer 'i/0*N' --shape M
expect 3 "the order of the dimensions m,k is not known" '' infer 'm*K + k' --shape M,K
expect 3 'expected a shape such as M,N' '' infer 'i*N' --shape 'M M'
# LIMIT_INDEX_NAMES: of the expression, and dimensions: names of dimensions that it does not use take no room
ones=$(printf ',1%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30)
names=$(printf 'q%s,' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30)q31
expect 0 "(N$ones):(N,0" '' infer 'q1*N' --shape "N$ones" --names "$names"
expect 0 "(N$ones,1):(N,0" '' infer 'q1*N' --shape "N$ones,1" --names "$names,q32"
expect 2 'expected one EXPR' '' infer i j
expect 2 'give one of EXPR, --table and --log' '' infer i --table x
expect 2 'give either --shape or --threads' '' infer i --shape 4 --threads 4
# also where there is one of them
expect 2 'give either --shape or --threads' '' infer i --shape 4 --threads 1
expect 2 'give either --shape or --threads' '' infer i --shape 4 --values 1
expect 2 'expected a number from 1 to 16777216' '' infer i --threads 0
expect 2 'expected c or python' '' infer i --shape 4 --language perl
expect 3 '--shape, or --threads' '' infer i
expect 3 'expected a shape' '' infer i --shape ,
expect 3 'expected a shape' '' infer i --shape 'x(4'
expect 3 'not 16777217' '' infer i --shape 16777217
expect 3 'not 0' '' infer i --shape 0
expect 3 '--shape:1:1: error: a table has from 1 to 16777216 entries, not 0' '' infer i --shape 0
expect 3 '--shape:1:1: error: expected a shape such as M,N' '' infer 'i*N' --shape 'M M'
expect 3 '--shape:1:1: error: expected a shape such as 64,64' '1 2' infer --table - --shape 2:1
expect 3 '--names:1:1: error: 1 names for 2 dimensions' '' infer i+j --shape 4,4 --names i
expect 3 '--names:1:1: error: two dimensions are called' '' infer 'i*N' --shape M,N --names i,i
expect 3 '<expr>:1:1: error: the extents of the dimensions are needed' '' infer i
expect 3 '1 names for 2 dimensions' '' infer i --shape 4,4 --names i
expect 3 "two dimensions are called 'i'" '' infer i --shape 4,4 --names i,i
expect 3 'the order of the dimensions p,q is not known' '' infer p+q --shape 4,4
expect 3 "no dimension is called 'k'" '' infer k --shape 4,4 --names i,j
expect 3 '<expr>:1:3: error: expected a number, a name or' '' infer 'i*' --shape 4
expect 3 '<expr>:1:3: error: expected an operator or the end' '' infer 'i i' --shape 4
expect 3 "<expr>:1:5: error: expected ')', saw the end" '' infer '(i+1' --shape 4
expect 3 '<expr>:1:2: error: 5 is divided by 0, at entry 0' '' infer '5/i' --shape 4
expect 3 'a shift by 64; it is from 0 to 63, at entry 1' '' infer '1>>i*64' --shape 4
expect 3 'the result does not fit 64 bits, at entry 2' '' infer 'i*9223372036854775807' --shape 4
expect 3 'the integer does not fit 64 bits' '' infer 9223372036854775808 --shape 4
expect 3 'values are from -2^62 + 1' '' infer 9223372036854775807 --shape 4
expect 3 'the number is not from -2^63 + 1 to 2^63 - 1, at entry 1' '' infer 'i*(-9223372036854775807-1)' --shape 2
expect 3 "'//' does" '' infer 'i / 2 if i else 0' --shape 4
expect 3 'comparisons in a row' '' infer '0 < i < 3' --shape 4 --language python
expect 3 'expected an integer' '' infer 12ab --shape 4

# tables and logs
expect 0 '(2,3):(3,1)' '[[0, 1, 2],\n [3, 4, 5]]  # numpy' infer --table - --shape 2,3
expect 0 '4 + 5:-1' '4 3 2 1 0' infer --table -
expect 0 '(2,2):(2,1)' '# rows\r0 1\r2 3\r' infer --table - --shape 2,2
expect 0 '(2,2):(2,1)' '# (t,v)\r0 0 -> 0\r0 1 -> 1\r\n1 0 -> 2\r1 1 -> 3' infer --table -
expect 0 '(2,2):(2,1)' '0 0 0\r0 1 1\r1 0 2\r1 1 3\r' infer --log -
expect 3 "<stdin>:2:1: error: expected a number, saw '>'" '0\n>' infer --table -
expect 3 "<stdin>:3:1: error: expected a number, saw '>'" '0 1 2\n3\n>' infer --table -
expect 0 '8:1' '0 1 _ 3 4 ? ? 7' infer --table -
expect 0 '"unique":true' '0 1 _ 3 4 ? ? 7' infer --table - --json
expect 0 '(4,2):(4,13)' '_ _ _ _ 13 17 _ 25' infer --table - # and not -3 + 8:4
expect 0 '"unique":false' '0 1 _ _ _ _ _ _' infer --table - --json --shape 2,4
expect 0 '6 entries are not known and leave 2 strides open' '0 1 _ _ _ _ _ _' infer --table - --shape 2,4
expect 1 'the entries contradict each other: entry 7 is 7, expected 9' '0 1 _ 5 4 _ _ 7' infer --table -
expect 0 '(4,2):(2,8)' '0 0 -> 0\n3 1 -> 14\n1 0 -> 2\n2 0 -> 4\n0 1 -> 8' infer --table -
expect 0 '(4,2):(2,1)' '0 0 0x100\n1 0 0x108\n0 1 0x104\n3 1 284\n2 1 276' infer --log - --units bytes --dtype f32
expect 0 '{"format":1,"found":true,"text":"5 + 2:1","offset":5,"layout":{"kind":"layout","text":"2:1","shape":2,"stride":1,' '5 6' infer --table - --json
expect 1 '"reason":"run"' '0 1 2 3 9' infer --table - --json
expect 1 '"found":false,"plain":{"reason":"interact","text":"i and j interact: (1,1) is 1, expected 0","at":[1,1],"value":1,"expected":0},"swizzles_tried":27}' \
	'' infer --json 'i*j' --shape 4,4
expect 1 '"found":false,"bits":"bits((3,6,12))","plain":{"reason":"run"' '' infer --json '(i*2)^i | i&0' --shape 8
expect 1 '"found":false,"holes":1,"undetermined":0,"plain":{"reason":"contradiction"' '0 0 0 0 0 1 0 _' infer --table - --json --shape 2,4
expect 0 '"unique":true,"swizzle":[1,0,1],"plain":{"reason":"repeat"' '0 1 3 2' infer --table - --json
expect 0 '"text":"Sw<1,1,1> o 0 o (4,2):(1,6)","offset":0,' '0 1 2 3 4 5 _ 9' infer --table - --json
expect 0 'Sw<1,0,-61> o 0 o (2,2):(1,2305843009213693952)' '0 2305843009213693953 2305843009213693952 1' infer --table -
expect 3 'solving for the strides needs integers of more than 64 bits' \
	'-4611686018427387903 _ 4611686018427387903 4611686018427387903 _ 7 _ -4611686018427387903' infer --table -
expect 2 '--units=bytes needs --dtype' '0' infer --table - --units bytes
expect 2 '--dtype is the element type of --units=bytes' '0' infer --table - --dtype f32
expect 2 'no element type is called' '0' infer --table - --units bytes --dtype f99
expect 2 'expected --units=elements' '0' infer --table - --units bits
expect 2 'cannot open' '' infer --table "$scratch/none"
expect 3 'expected the numbers of a table, saw the end' '' infer --table -
expect 3 "<stdin>:2:3: error: expected a number, saw 'x'" '0 1\n2 x' infer --table -
expect 3 'the table has 3 entries, but the shape 4' '0 1 2' infer --table - --shape 2,2
expect 3 'byte 2 is not the start of an element of 32 bits' '0 2' infer --table - --units bytes --dtype f32
expect 3 'two values for one coordinate: 5 and 6' '0 -> 5\n0 -> 6' infer --table -
expect 3 'coordinate 4 of dimension 0 is not from 0 to 3' '4 -> 5' infer --table - --shape 4
expect 3 'expected as many coordinates and a value, saw 2 numbers' '0 0 -> 5\n1 -> 6' infer --table -
expect 3 '1 coordinate in a line, but 2 dimensions' '0 -> 5' infer --table - --shape 4,4
expect 3 'the number is not from -2^63 + 1 to 2^63 - 1' '9223372036854775808' infer --table -
expect 3 'the number is not from -2^63 + 1 to 2^63 - 1' '-9223372036854775808' infer --table -
expect 3 'expected lines of coordinates and a value, saw the end' '# nothing\n' infer --log -
expect 0 '5 + 2:1' '0 5\n1 6\n' infer --log -
expect 0 '5 + 2:1' '0 5\n1 6\n' infer --log - --threads 2
expect 3 'coordinate 1 of dimension 0 is not from 0 to 0' '0 5\n1 6\n' infer --log - --threads 1
expect 3 '1 coordinate in a line, but 2 dimensions' '0 5\n1 6\n' infer --log - --values 1
expect 3 '1 coordinate in a line, but 2 dimensions' '0 5\n1 6\n' infer --log - --values 2

# LIMIT_INDEX_NAMES: each name is a dimension of extent 1, or an integer.
names=$(seq -s, 32 | sed "s/[0-9][0-9]*/i&/g")
ones=$(seq -s, 32 | sed "s/[0-9][0-9]*/1/g")
sum=$(echo "$names" | tr , +)
expect 0 ':(0,0' '' infer "$sum" --shape "$ones" --names "$names"
expect 3 '<expr>:1:1: error: an expression of more than 32 names' '' infer "$sum+i33" --shape "$ones" --names "$names"
expect 3 'an expression of more than 32 names' '' infer "$sum+N" --shape 4,N
expect 3 '<expr>:1:1: error: an expression of more than 32 names' '' infer "$sum+N" --shape 4,N --names i,j
expect 3 '33 dimensions; the limit is 32' '' infer "$sum" --shape "$ones,1" --names "$names"

expect 3 '1056 dimensions; the limit is 32' '' infer "$sum" --shape "$(yes "$ones" | head -n 33 | paste -sd, -)" --names "$names"

# A name that the shape gives a value has none before, wherever it is given.
expect 3 "no value is called 'N'" '' infer 'i*N + j' --shape 'N = 2*N; (M,N)'
expect 3 "no value is called 'N'" '' infer 'i*N + j' --shape 'M = 2; N = 2*N; (M,N)'
expect 0 '(2,8):(8,1)' '' infer 'i*N + j' --shape 'M = 2; N = 4*M; (M,N)'

# LIMIT_DENOTED and LIMIT_LANGUAGE_RANK: texts of another language
expect 0 '16777216:1' '' convert --from xla 'f32[16777216]{0}'
expect 3 'more than 16777216 elements' '' convert --from xla 'f32[16777217]{0}'
zeros=$(yes '[0]' | head -n 24 | paste -sd, -)
expect 0 '(1,16777216):(0,0)' '' convert "LinearLayout({'register': [$zeros]}, {'a': 1})"
expect 3 'more than 16777216 pairs of thread and value' '' convert "LinearLayout({'register': [$zeros,[0]]}, {'a': 1})"
expect 0 '1:0' '' convert "LinearLayout({'offset': [$zeros]}, {'a': 1})"
expect 3 'more than 16777216 offsets' '' convert "LinearLayout({'offset': [$zeros,[0]]}, {'a': 1})"
expect 0 '1:0' '' convert "LinearLayout({'row': [$zeros]}, {'a': 1})"
expect 3 'more than 16777216 cells' '' convert "LinearLayout({'row': [$zeros,[0]]}, {'a': 1})"
expect 0 '((8388608,2),1):((2,1),0)' '' convert 'TileLayout(S[2 : 8388608@tid])'
expect 0 '2:8388609@0' '' convert 'TileLayout(S[2 : 8388609@tid])'
ones=$(seq -s, 15 | sed 's/[0-9][0-9]*/1/g')
order=$(seq -s, 15 -1 0)
expect 0 '4,1,1,' '' convert --from xla "f32[4,$ones]{$order}"
expect 3 'more than 16 numbers' '' convert --from xla "f32[4,1,$ones]{16,$order}"

# choices side by side, more than the stack of an expression has room for: each leaves one number there
choices=$(yes '(i if j<8 else 0)' | head -n 1100 | paste -sd+ -)
expect 0 '(8,8):(1100,0)' '' infer "$choices" --shape 8,8
choices=$(yes '(j<8 ? i : 0)' | head -n 1100 | paste -sd+ -)
expect 0 '(8,8):(1100,0)' '' infer "$choices" --shape 8,8
choices=$(yes '(i<8 and j<8)' | head -n 1100 | paste -sd+ -)
expect 0 '1100 + (8,8):(0,0)' '' infer "$choices" --shape 8,8

# LIMIT_TABLE_BYTES
head -c 67108862 /dev/zero | tr '\0' ' ' >"$scratch/table"
printf '5\n' >>"$scratch/table"
expect 0 '5 + 1:0' '' infer --table "$scratch/table"
printf '\n' >>"$scratch/table"
expect 2 'is longer than 64 MiB, the limit of a table' '' infer --table "$scratch/table"

# in other commands
expect 0 'layout      (128,8):(8,1)' '' check --index 't*8 + v%8' --threads 128 --values 8 --space shared
expect 0 'an element is taken for an f32' '' check --index 't*8 + v%8' --threads 128 --values 8 --space shared
expect 0 'Sw<2,0,3> o 0 o (4,8):(8,1)' '' draw --index 'i*8 + (j^i)' --shape 4,8
expect 0 'Sw<2,0,3> o 0 o (4,8):(8,1)' '' eval --index 'i*8 + (j^i)' --shape 4,8
expect 0 'bits((3,6,12))' '' eval --index '(i*2)^i' --shape 8
expect 3 '<index>:1:1: error: the expression is no layout and no map of bits' '' eval --index 'i*i' --shape 5
expect 3 "<index>:1:1: error: no dimension is called 'i'" '' eval --index 'i' --shape 4 --names 'j'
expect 2 'give one of EXPR, -f and --index' '' check 4:1 --index i --shape 4
expect 2 'give one of EXPR, -f, --batch and --index' '' eval 4:1 --index i --shape 4
expect 0 '3:11' '' eval --infer '(4,8):(8,1) o 3:13'
expect 0 'warning: CuTe refuses this composition, but A(B(c)) is a layout' '' eval --infer '(4,8):(8,1) o 3:13'
expect 3 'shape divisibility' '' eval --infer '(4,8):(8,1) o 5:3'
expect 3 'stride divisibility' '' eval '(4,8):(8,1) o 3:13'

finish
