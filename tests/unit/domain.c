/*
 * Tables and index expressions as domains: each case is what was given and the table that comes of it, or the message
 * with its place. Expected tables are written down by hand, the first coordinate fastest, "_" what is not known.
 * Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <string.h>

#include "lang/notation/plain.h"
#include "tally.h"
#include "tool/domain.h"
#include "tool/infer.h"
#include "tool/infer_formula.h"

struct domain_case {
	/*
	 * t table, l log, i index expression, c and p in C and Python, f a formula of run-time integers; w what is inferred
	 * of an index expression, in words, W of a table, j as JSON
	 */
	char how;
	struct domain_request request;
	const char *text, *says;
};

#define NAMES31 "A0,A1,A2,A3,A4,A5,A6,A7,A8,A9,B0,B1,B2,B3,B4,B5,B6,B7,B8,B9,C0,C1,C2,C3,C4,C5,C6,C7,C8,C9,D0"
#define NAMES32 NAMES31 ",D1"
#define SUM31 \
	"A0+A1+A2+A3+A4+A5+A6+A7+A8+A9+B0+B1+B2+B3+B4+B5+B6+B7+B8+B9+C0+C1+C2+C3+C4+C5+C6+C7+C8+C9+D0"
#define ONES31 "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"
#define ZEROS33 "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
#define ONES "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"

static const struct domain_case cases[] = {
	{ 't', { 0 }, "0 1 2", "3: 0 1 2" },
	{ 't', { 0 }, "7", "1: 7" },
	{ 't', { .shape = ONES }, "7", "(" ONES "): 7" },
	{ 't', { 0 }, "[[0, 1, 2],\n [3, 4, 5]]", "6: 0 1 2 3 4 5" },
	{ 't', { 0 }, "{1;2}\t(3)", "3: 1 2 3" },
	{ 't', { 0 }, "1\r\n2\r3", "3: 1 2 3" },
	{ 't', { 0 }, "# 1 2\n3", "1: 3" },
	{ 't', { 0 }, "3 # 4 5", "1: 3" },
	{ 't', { 0 }, "3#4", "1: 3" },
	{ 't', { 0 }, "# no\r3", "1: 3" },
	{ 't', { 0 }, "-5 -6", "2: -5 -6" },
	{ 't', { 0 }, "0x1F 0XaB -0x10 0xg", "16-18 syntax: expected a number, saw 'g'" },
	{ 't', { 0 }, "0x", "0-2 syntax: expected a number, saw the end" },
	{ 't', { 0 }, "0xF 15", "2: 15 15" },
	{ 't', { 0 }, "10f", "2-3 syntax: expected a number, saw 'f'" },
	{ 't', { 0 }, "1 _ ? 3", "4: 1 _ _ 3" },
	{ 't', { 0 }, "_", "1: _" },
	{ 't', { 0 }, "-", "0-1 syntax: expected a number, saw the end" },
	{ 't', { 0 }, "- 1", "0-1 syntax: expected a number, saw ' '" },
	{ 't', { 0 }, "--1", "0-1 syntax: expected a number, saw '-'" },
	{ 't', { 0 }, "1 - 2", "2-3 syntax: expected a number, saw ' '" },
	{ 't', { 0 }, "1x", "1-2 syntax: expected a number, saw 'x'" },
	{ 't', { 0 }, "x", "0-1 syntax: expected a number, saw 'x'" },
	{ 't', { .shape = "x,y" }, "0 1 -> 2", "--shape 0-3 syntax: expected a shape such as 64,64, saw 'x,y'" },
	{ 'l', { .shape = "x,y" }, "0 1 2", "--shape 0-3 syntax: expected a shape such as 64,64, saw 'x,y'" },
	{ 't', { 0 }, "0 \xe2\x86\x92 1", "2-3 syntax: expected a number, saw '\xe2\x86\x92'" },
	{ 't', { 0 }, "0 \xe2\x86", "2-3 syntax: expected a number, saw '\xe2'" },
	{ 't', { 0 }, "1 x 2", "2-3 syntax: expected a number, saw 'x'" },
	{ 't', { 0 }, "1\n 2 -", "5-6 syntax: expected a number, saw the end" },
	{ 't', { 0 }, "", "0-0 syntax: expected the numbers of a table, saw the end" },
	{ 't', { 0 }, "  \n ", "4-4 syntax: expected the numbers of a table, saw the end" },
	{ 't', { 0 }, "# nothing", "9-9 syntax: expected the numbers of a table, saw the end" },
	{ 't', { 0 }, "9223372036854775807", "1: 9223372036854775807" },
	{ 't', { 0 }, "9223372036854775808", "0-19 limit: the number is not from -2^63 + 1 to 2^63 - 1" },
	{ 't', { 0 }, "-9223372036854775808", "0-20 limit: the number is not from -2^63 + 1 to 2^63 - 1" },
	{ 't', { 0 }, "-9223372036854775809", "0-20 limit: the number is not from -2^63 + 1 to 2^63 - 1" },
	{ 't', { 0 }, "0x7fffffffffffffff", "1: 9223372036854775807" },
	{ 't', { 0 }, "0x8000000000000000", "0-18 limit: the number is not from -2^63 + 1 to 2^63 - 1" },
	{ 't', { 0 }, "4 99999999999999999999", "2-22 limit: the number is not from -2^63 + 1 to 2^63 - 1" },
	{ 't', { 0 }, "+3", "0-1 syntax: expected a number, saw '+'" },
	{ 't', { 0 }, "1.5", "1-2 syntax: expected a number, saw '.'" },
	{ 't', { 0 }, "1:2", "1-2 syntax: expected a number, saw ':'" },
	{ 't', { 0 }, "/", "0-1 syntax: expected a number, saw '/'" },
	{ 't', { 0 }, "@", "0-1 syntax: expected a number, saw '@'" },
	{ 't', { 0 }, "`", "0-1 syntax: expected a number, saw '`'" },
	{ 't', { 0 }, "G", "0-1 syntax: expected a number, saw 'G'" },
	{ 't', { 0 }, "0xG", "0-2 syntax: expected a number, saw 'G'" },
	{ 't', { 0 }, "0x1G", "3-4 syntax: expected a number, saw 'G'" },
	{ 't', { 0 }, "0xA 0Xa 0xF 0xf 0x0 0x9", "6: 10 10 15 15 0 9" },
	{ 't', { 0 }, "3a", "1-2 syntax: expected a number, saw 'a'" },
	{ 't', { 0 }, "9A", "1-2 syntax: expected a number, saw 'A'" },
	{ 't', { 0 }, "0xf:", "3-4 syntax: expected a number, saw ':'" },
	{ 't', { 0 }, "0x/", "0-2 syntax: expected a number, saw '/'" },
	{ 't', { .shape = "2,3" }, "0 1 2 3 4 5", "(2,3): 0 3 1 4 2 5" },
	{ 't', { .shape = "2,3" }, "0 1 2 3 4", "8-9 rank: the table has 5 entries, but the shape 6" },
	{ 't', { .shape = "2,3" }, "0 1 2 3 4 5 6", "12-13 rank: the table has 7 entries, but the shape 6" },
	{ 't', { .shape = "2,2,2" }, "0 1 2 3 4 5 6 7", "(2,2,2): 0 4 2 6 1 5 3 7" },
	{ 't', { .shape = "2x(1,3)" }, "0 1 2 3 4 5", "--shape 0-7 syntax: expected a shape such as 64,64, saw '2x(1,3)'" },
	{ 't', { .shape = "(2,(2,2))" }, "0 1 2 3 4 5 6 7", "(2,(2,2)): 0 4 2 6 1 5 3 7" },
	{ 't', { .shape = "6" }, "0 1 2 3 4 5", "6: 0 1 2 3 4 5" },
	{ 't', { .shape = "2,3" }, "0 _ 2 ? 4 5", "(2,3): 0 _ _ 4 2 5" },
	{ 't', { .shape = "3x2" }, "0 1 2 3 4 5", "(3,2): 0 2 4 1 3 5" },
	{ 't', { .shape = "x" }, "1", "--shape 0-1 syntax: expected a shape such as 64,64, saw 'x'" },
	{ 't', { .shape = "2," }, "1 2", "(2): 1 2" },
	{ 't', { .shape = "2 2" }, "1 2 3 4", "--shape 0-3 syntax: expected a shape such as 64,64, saw '2 2'" },
	{ 't', { .shape = "2:1" }, "1 2", "--shape 0-3 syntax: expected a shape such as 64,64, saw '2:1'" },
	{ 't', { .shape = "foo" }, "1", "--shape 0-3 syntax: expected a shape such as 64,64, saw 'foo'" },
	{ 't', { .shape = "0" }, "1", "--shape 0-1 domain: a table has from 1 to 16777216 entries, not 0" },
	{ 't', { .shape = "-1" }, "1", "--shape 0-2 syntax: expected a shape such as 64,64, saw '-1'" },
	{ 't', { .shape = "(2,0)" }, "1", "--shape 0-5 domain: a table has from 1 to 16777216 entries, not 0" },
	{ 't', { .shape = "4:" }, "1", "--shape 0-2 syntax: expected a shape such as 64,64, saw '4:'" },
	{ 't', { .shape = "2;3" }, "1 2 3", "--shape 0-3 syntax: expected a shape such as 64,64, saw '2;3'" },
	{ 't', { .shape = "Sw<1,0,3>" }, "1", "--shape 0-9 syntax: expected a shape such as 64,64, saw 'Sw<1,0,3>'" },
	{ 't', { .shape = "16777217" }, "1", "--shape 0-8 limit: a table has from 1 to 16777216 entries, not 16777217" },
	{ 't', { .shape = "(4096,4096,2)" }, "1",
		"--shape 0-13 limit: a table has from 1 to 16777216 entries, not 33554432" },
	{ 't', { .shape = "(4611686018427387904,4)" },
		"1",
		"--shape 0-23 syntax: expected a shape such as 64,64, saw '(4611686018427387904,4)'" },
	{ 't', { .bits = 32 }, "0 4 8", "3: 0 1 2" },
	{ 't', { .bits = 32 }, "0 2", "2-3 divide: byte 2 is not the start of an element of 32 bits" },
	{ 't', { .bits = 32 }, "-4 -8", "2: -1 -2" },
	{ 't', { .bits = 32 }, "0 _ 4", "3: 0 _ 1" },
	{ 't', { .bits = 32 },
		"4611686018427387904",
		"0-19 divide: byte 4611686018427387904 is not the start of an element of 32 bits" },
	{ 't', { .bits = 4 }, "0 1 2", "3: 0 2 4" },
	{ 't', { .bits = 6 }, "0 3 6", "3: 0 4 8" },
	{ 't', { .bits = 6 }, "0 3 4", "4-5 divide: byte 4 is not the start of an element of 6 bits" },
	{ 't', { .bits = 8 }, "5", "1: 5" },
	{ 't', { .bits = 16, .shape = "2,2" },
		"0 2 4 5",
		"6-7 divide: byte 5 is not the start of an element of 16 bits" },
	{ 't', { .threads = 2, .values = 3 }, "0 1 2 3 4 5", "(2,3) t: 0 3 1 4 2 5; thread, value" },
	{ 't', { .threads = 4 }, "0 1 2 3", "4 t: 0 1 2 3; thread" },
	{ 't', { .values = 3 }, "0 1 2", "(1,3) t: 0 1 2; thread, value" },
	{ 't', { .threads = 1, .values = 1 }, "7", "(1,1) t: 7; thread, value" },
	{ 't', { .threads = 2, .values = 2 }, "0 1 2", "4-5 rank: the table has 3 entries, but the shape 4" },
	{ 't', { 0 }, "0 -> 5", "1: 5" },
	{ 't', { 0 }, "0 0 -> 0\n0 1 -> 1\n1 0 -> 2\n1 1 -> 3", "(2,2): 0 2 1 3" },
	{ 't', { 0 }, "(0,1) -> 7", "(1,2): _ 7" },
	{ 't', { 0 }, "0: 5\n1 -> 6", "2: 5 6" },
	{ 't', { 0 }, "0 = 5\n1 -> 6", "2: 5 6" },
	{ 't', { 0 }, "2 -> 1\n0 -> 3", "3: 3 _ 1" },
	{ 't', { 0 }, "0 -> 5\r1 -> 6", "2: 5 6" },
	{ 't', { 0 }, "0 -> 5\r\n1 -> 6\r\n", "2: 5 6" },
	{ 't', { 0 }, "0 -> 5 # x\n# y -> 1\n1 -> 7", "2: 5 7" },
	{ 't', { 0 }, "# 0 -> 1\n5 6", "2: 5 6" },
	{ 't', { 0 }, "0 -> 5\n0 -> 5", "1: 5" },
	{ 't', { 0 }, "0 -> 5\n0 -> 6", "12-13 domain: two values for one coordinate: 5 and 6" },
	{ 't', { 0 }, "0 -> _\n0 -> 6", "1: 6" },
	{ 't', { 0 }, "0 -> 6\n0 -> ?", "1: 6" },
	{ 't', { 0 }, "0 -> _", "1: _" },
	{ 't', { 0 }, "1 -> 3\n\n0 -> 2\n", "2: 2 3" },
	{ 't', { 0 }, "-> 5", "3-4 rank: expected some coordinates and a value, saw 1 number" },
	{ 't', { 0 }, "0 -> 5\n1", "7-8 rank: expected as many coordinates and a value, saw 1 number" },
	{ 't', { 0 }, "0 -> 5\n1 2 -> 3", "14-15 rank: expected as many coordinates and a value, saw 3 numbers" },
	{ 't', { 0 },
		"0 1 2 -> 3\n1 -> 2",
		"16-17 rank: expected as many coordinates and a value, saw 2 numbers" },
	{ 't', { 0 }, "-1 -> 2", "0-2 domain: coordinate -1 of dimension 0 is not from 0 to 0" },
	{ 't', { 0 }, "0 -> x", "5-6 syntax: expected a number, saw 'x'" },
	{ 't', { 0 }, "0 -> 5 6\n", "(1,6): _ _ _ _ _ 6" },
	{ 't', { 0 }, "0 0 0 -> 1\n1 2 1 -> 2", "(2,3,2): 1 _ _ _ _ _ _ _ _ _ _ 2" },
	{ 't', { 0 }, "->", "2-2 syntax: expected lines of coordinates and a value, saw the end" },
	{ 't', { 0 }, "0 -> ", "0-1 rank: expected some coordinates and a value, saw 1 number" },
	{ 't', { 0 }, "0 - > 5", "2-3 syntax: expected a number, saw ' '" },
	{ 't', { 0 }, "0 ->5", "1: 5" },
	{ 't', { 0 }, "0->5", "1: 5" },
	{ 't', { 0 }, "_ -> 5", "0-1 domain: the coordinate of dimension 0 is not known" },
	{ 't', { 0 }, "0 -> 5\n_ -> 6", "7-8 domain: the coordinate of dimension 0 is not known" },
	{ 't', { 0 }, "0 2 -> 5\n1 -1 -> 2", "11-13 domain: coordinate -1 of dimension 1 is not from 0 to 2" },
	{ 't', { 0 }, "->0 5", "1: 5" },
	{ 't', { 0 }, "#->\n1 2", "2: 1 2" },
	{ 't', { 0 }, "1 2 # ->", "2: 1 2" },
	{ 't', { 0 }, "0 -> 5\n\t\n1 -> 6", "2: 5 6" },
	{ 't', { 0 }, "0 -> -", "5-6 syntax: expected a number, saw the end" },
	{ 't', { 0 }, "0 -> 9223372036854775808", "5-24 limit: the number is not from -2^63 + 1 to 2^63 - 1" },
	{ 't', { 0 }, "3 -> 0", "4: _ _ _ 0" },
	{ 't', { 0 }, "0 1 -> 9\n2 0 -> 8", "(3,2): _ _ 8 9 _ _" },
	{ 't', { 0 }, "9223372036854775807 -> 1", "23-24 overflow: 9223372036854775807 + 1 does not fit 64 bits" },
	{ 't', { 0 }, "16777216 -> 1", "12-13 limit: a table has from 1 to 16777216 entries, not 16777217" },
	{ 't', { .shape = "4" }, "0 -> 5\n3 -> 6", "4: 5 _ _ 6" },
	{ 't', { .shape = "4" }, "4 -> 5", "0-1 domain: coordinate 4 of dimension 0 is not from 0 to 3" },
	{ 't', { .shape = "4" }, "0 1 -> 5", "7-8 rank: 2 coordinates in a line, but 1 dimension" },
	{ 't', { .shape = "4" }, "-1 -> 5", "0-2 domain: coordinate -1 of dimension 0 is not from 0 to 3" },
	{ 't', { .shape = "4" }, "3 -> 5", "4: _ _ _ 5" },
	{ 't', { .shape = "2,2" },
		"0 0 -> 1\n0 2 -> 3",
		"11-12 domain: coordinate 2 of dimension 1 is not from 0 to 1" },
	{ 't', { .shape = "2,2" }, "0 -> 1", "5-6 rank: 1 coordinate in a line, but 2 dimensions" },
	{ 't', { .shape = "2,2" }, "1 0 -> 9\n0 1 -> 8", "(2,2): _ 9 8 _" },
	{ 't', { .shape = "(2,(2,2))" }, "1 0 1 -> 9", "(2,(2,2)): _ _ _ _ _ 9 _ _" },
	{ 't', { .threads = 2, .values = 2 }, "1 1 -> 9", "(2,2) t: _ _ _ 9; thread, value" },
	{ 't', { .threads = 2 }, "1 -> 9", "2 t: _ 9; thread" },
	{ 't', { .threads = 2 }, "1 1 -> 9", "7-8 rank: 2 coordinates in a line, but 1 dimension" },
	{ 't', { .values = 2 }, "0 1 -> 9", "(1,2) t: _ 9; thread, value" },
	{ 't', { .bits = 32 }, "0 -> 8\n1 -> 4", "2: 2 1" },
	{ 't', { .bits = 32 },
		"0 -> 8\n1 -> 6",
		"12-13 divide: byte 6 is not the start of an element of 32 bits" },
	{ 't', { .bits = 32 }, "0 -> _", "1: _" },
	{ 't', { .bits = 32 }, "4 -> 4", "5: _ _ _ _ 1" },
	{ 't', { 0 },
		"0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -> 1",
		"(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1): 1" },
	{ 't', { 0 },
		"0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -> 1",
		"64-65 limit: more than 32 coordinates" },
	{ 't', { 0 },
		"0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -> 1",
		"64-65 limit: more than 32 coordinates" },
	{ 'l', { 0 }, "0 0 0\n0 1 1\n1 0 2\n1 1 3", "(2,2) t: 0 2 1 3; thread, value" },
	{ 'l', { 0 }, "0 5\n1 6", "2 t: 5 6; thread" },
	{ 'l', { .bits = 32 }, "5", "0-1 divide: byte 5 is not the start of an element of 32 bits" },
	{ 'l', { 0 }, "0:5\n1:6", "2 t: 5 6; thread" },
	{ 'l', { 0 }, "0=5\n1->6", "2 t: 5 6; thread" },
	{ 'l', { 0 }, ZEROS33 ZEROS33, "64-65 limit: more than 32 coordinates" },
	{ 'l', { 0 }, "0 0 0 5\n1 1 1 6", "(2,2,2): 5 _ _ _ _ _ _ 6" },
	{ 'l', { 0 }, "", "0-0 syntax: expected lines of coordinates and a value, saw the end" },
	{ 'l', { 0 }, "5", "0-1 rank: expected some coordinates and a value, saw 1 number" },
	{ 'l', { 0 }, "0 0\n0 0 0", "8-9 rank: expected as many coordinates and a value, saw 3 numbers" },
	{ 'l', { 0 }, "0 0x10\n1 0x14", "2 t: 16 20; thread" },
	{ 'l', { .bits = 32 }, "0 0 0x100\n0 1 0x104", "(1,2) t: 64 65; thread, value" },
	{ 'l', { .shape = "2,2" }, "0 0 4\n1 1 5", "(2,2) t: 4 _ _ 5; thread, value" },
	{ 'l', { .threads = 2 }, "0 4\n1 5", "2 t: 4 5; thread" },
	{ 'i', { .shape = "2,3" }, "i*3 + j", "(2,3): 0 3 1 4 2 5; i, j" },
	{ 'i', { .shape = "2,3" }, "j*2 + i", "(2,3): 0 1 2 3 4 5; i, j" },
	{ 'i', { .shape = "2,3" }, "m*3 + n", "(2,3): 0 3 1 4 2 5; m, n" },
	{ 'i', { .shape = "2,3" }, "n", "(2,3): 0 0 1 1 2 2; m, n" },
	{ 'i', { .shape = "2,3" }, "x + y*2", "(2,3): 0 1 2 3 4 5; x, y" },
	{ 'i', { .shape = "2,3" }, "row*3+col", "(2,3): 0 3 1 4 2 5; row, col" },
	{ 'i', { .shape = "2,3" }, "col", "(2,3): 0 0 1 1 2 2; row, col" },
	{ 'i', { .shape = "2,3" }, "c", "(2,3): 0 0 1 1 2 2; r, c" },
	{ 'i', { .shape = "2,3" }, "i0 + i1", "(2,3): 0 1 1 2 2 3; i0, i1" },
	{ 'i', { .shape = "2,3" }, "d0*3+d1", "(2,3): 0 3 1 4 2 5; d0, d1" },
	{ 'i', { .shape = "2,3" }, "_i", "(2,3): 0 1 0 1 0 1; _i, _j" },
	{ 'i', { .shape = "2,3" }, "b", "(2,3): 0 0 1 1 2 2; a, b" },
	{ 'i', { .shape = "2,3" }, "k", "0-1 name: the order of the dimensions k is not known: give it with --names" },
	{ 'i', { .shape = "2,2,2" }, "k*4+j*2+i", "(2,2,2): 0 1 2 3 4 5 6 7; i, j, k" },
	{ 'i', { .shape = "2,2,2" }, "l", "0-1 name: the order of the dimensions l is not known: give it with --names" },
	{ 'i', { .shape = "2,2,2" }, "z", "(2,2,2): 0 0 0 0 1 1 1 1; x, y, z" },
	{ 'i', { .shape = "2,3" }, "p", "0-1 name: the order of the dimensions p is not known: give it with --names" },
	{ 'i', { .shape = "2,3" },
		"p + q",
		"0-5 name: the order of the dimensions p,q is not known: give it with --names" },
	{ 'i', { .shape = "2,3" },
		"i + x",
		"0-5 name: the order of the dimensions i,x is not known: give it with --names" },
	{ 'i', { .shape = "2,3" }, "5", "(2,3): 5 5 5 5 5 5; i, j" },
	{ 'i', { .shape = "4" }, "foo*2", "4: 0 2 4 6; foo" },
	{ 'i', { .shape = "4" },
		"foo + bar",
		"0-9 name: the order of the dimensions foo,bar is not known: give it with --names" },
	{ 'i', { .shape = "4" }, "7", "4: 7 7 7 7" },
	{ 'i', { .shape = "4" }, "i+j", "0-3 name: the order of the dimensions i,j is not known: give it with --names" },
	{ 'i', { .shape = "2,3" }, "threadIdx.x", "(2,3): 0 1 0 1 0 1" },
	{ 'i', { .shape = "4" }, "threadIdx.x", "4: 0 1 2 3; threadIdx.x" },
	{ 'i', { .shape = "2,3" }, "i + ", "4-4 syntax: expected a number, a name or '(', saw the end" },
	{ 'i', { .shape = "2,3" }, "(i", "2-2 syntax: expected ')', saw the end" },
	{ 'i', { .shape = "4" }, "4/i", "1-2 domain: 4 is divided by 0, at entry 0" },
	{ 'i', { .shape = "2,2" }, "4/(i*j)", "1-2 domain: 4 is divided by 0, at (0,0)" },
	{ 'i', { .shape = "2,2" }, "1 << (i*64)", "2-4 domain: a shift by 64; it is from 0 to 63, at (1,0)" },
	{ 'i', { .shape = "2,(1,2)" }, "i+j+k", "--shape 0-7 syntax: expected a shape such as 64,64, saw '2,(1,2)'" },
	{ 'i', { .shape = "2,(1,2)" }, "i*4+k", "--shape 0-7 syntax: expected a shape such as 64,64, saw '2,(1,2)'" },
	{ 'i', { .shape = "1" }, "i", "1: 0; i" },
	{ 'i', { .shape = "0" }, "i", "--shape 0-1 domain: a table has from 1 to 16777216 entries, not 0" },
	{ 'i', { .shape = "2,2" },
		"9223372036854775807+i*j",
		"19-20 overflow: the result does not fit 64 bits, at (1,1)" },
	{ 'i', { .shape = "2,3" }, "r*3+c", "(2,3): 0 3 1 4 2 5; r, c" },
	{ 'i', { .shape = "2,3" }, "a*3+b", "(2,3): 0 3 1 4 2 5; a, b" },
	{ 'i', { .shape = "2,2,2,2" }, "i+j*2+k*4+l*8", "(2,2,2,2): 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; i, j, k, l" },
	{ 'i', { .shape = "2,2,2,2,2" },
		"d4",
		"(2,2,2,2,2): 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1; d0, d1, d2, d3, d4" },
	{ 'i', { .shape = "2,2,2,2,2" },
		"i+l",
		"(2,2,2,2,2): 0 1 0 1 0 1 0 1 1 2 1 2 1 2 1 2 0 1 0 1 0 1 0 1 1 2 1 2 1 2 1 2" },
	{ 'i', { .shape = "2,3" }, "w", "0-1 name: the order of the dimensions w is not known: give it with --names" },
	{ 'i', { .shape = "2,3" }, "idx", "(2,3): 0 1 0 1 0 1" },
	{ 'i', { .shape = "2,3" }, "j+i+j", "(2,3): 0 1 2 3 4 5; i, j" },
	{ 'i', { 0 },
		"i",
		"0-1 rank: the extents of the dimensions are needed: --shape, or --threads and --values" },
	{ 'i', { .names = "i" },
		"i",
		"0-1 rank: the extents of the dimensions are needed: --shape, or --threads and --values" },
	{ 'i', { .names = "j,i", .shape = "2,3" }, "i*2+j", "(2,3): 0 1 2 3 4 5; j, i" },
	{ 'i', { .names = "j i", .shape = "2,3" }, "i*2+j", "(2,3): 0 1 2 3 4 5; j, i" },
	{ 'i', { .names = "j,  i", .shape = "2,3" }, "i*2+j", "(2,3): 0 1 2 3 4 5; j, i" },
	{ 'i', { .names = "j,i,", .shape = "2,3" }, "i*2+j", "(2,3): 0 1 2 3 4 5; j, i" },
	{ 'i', { .names = "i", .shape = "2,3" }, "i", "--names 0-1 rank: 1 names for 2 dimensions" },
	{ 'i', { .names = "i,j,k", .shape = "2,3" }, "i", "--names 0-5 rank: 3 names for 2 dimensions" },
	{ 'i', { .names = NAMES32 ",z", .shape = "2,3" }, "i", "--names 0-97 rank: more than 32 names for 2 dimensions" },
	{ 'i', { .names = NAMES32, .shape = "2,3" }, "i", "--names 0-95 rank: 32 names for 2 dimensions" },
	{ 'i', { .names = "i,j", .shape = "2,3" }, "k", "0-1 name: no dimension is called 'k'" },
	{ 'i', { .names = "a", .shape = "4" }, "a*a", "4: 0 1 4 9; a" },
	{ 'i', { .names = "", .shape = "4" }, "3", "--names 0-0 rank: 0 names for 1 dimensions" },
	{ 'i', { .names = "i,i", .shape = "2,2" }, "i", "--names 0-3 name: two dimensions are called 'i'" },
	{ 'i', { .threads = 4, .values = 2 }, "t*2+v", "(4,2) t: 0 2 4 6 1 3 5 7; thread, value" },
	{ 'i', { .threads = 4, .values = 2 }, "tid*2+val", "(4,2) t: 0 2 4 6 1 3 5 7; thread, value" },
	{ 'i', { .threads = 2, .values = 2 }, "t + i", "(2,2) t: 0 1 1 2; thread, value" },
	{ 'i', { .threads = 2, .values = 2 }, "foo", "0-3 name: no dimension is called 'foo'" },
	{ 'i', { .threads = 2 }, "t*3", "2 t: 0 3; thread" },
	{ 'i', { .threads = 2 }, "v", "0-1 name: no dimension is called 'v'" },
	{ 'i', { .values = 3 }, "v", "(1,3) t: 0 1 2; thread, value" },
	{ 'i', { .values = 2 }, "t*2+v", "(1,2) t: 0 1; thread, value" },
	{ 'i', { .threads = 4 }, "threadIdx.x", "4 t: 0 1 2 3; thread" },
	{ 'i', { .threads = 3, .values = 2 }, "register", "(3,2) t: 0 0 0 1 1 1; thread, value" },
	{ 'i', { .threads = 3, .values = 2 }, "wid", "(3,2) t: 0 0 0 0 0 0; thread, value" },
	{ 'i', { .threads = 40 },
		"lane",
		"40 t: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 0 1 2 3 "
		"4 5 6 7; thread" },
	{ 'i', { .threads = 40 },
		"warpId",
		"40 t: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1; thread" },
	{ 'i', { .threads = 33, .values = 2 },
		"warp*10+lane+v",
		"(33,2) t: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 10 1"
		" 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 11; thread, va"
		"lue" },
	{ 'i', { .bits = 32, .shape = "4" }, "i*4", "4: 0 1 2 3; i" },
	{ 'i', { .bits = 32, .shape = "4" },
		"i*2",
		"0-3 divide: byte 2 is not the start of an element of 32 bits, at entry 1" },
	{ 'i', { .bits = 32, .shape = "2,2" },
		"i*4+j*6",
		"0-7 divide: byte 6 is not the start of an element of 32 bits, at (0,1)" },
	{ 'c', { .shape = "2" }, "(i-1)/2", "2: 0 0; i" },
	{ 'p', { .shape = "2" }, "(i-1)//2", "2: -1 0; i" },
	{ 'c', { .shape = "2" }, "i//2", "1-3 syntax: expected an operator or the end, saw '//'" },
	{ 'p', { .shape = "2" }, "i/2", "1-2 syntax: expected an operator or the end, saw '/'" },
	{ 'i', { .shape = "4" }, "i//2", "4: 0 0 1 1; i" },
	{ 'i', { .shape = "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1" },
		"5",
		"(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1): 5" },
	{ 'i', { .shape = "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1" },
		"5",
		"--shape 0-65 limit: 33 dimensions; the limit is 32" },
	{ 't', { .shape = "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1" },
		"5",
		"(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1): 5" },
	{ 'f', { .shape = "M,N" }, "i*N + j", "(M,N):(N,1); " },
	/* Names beyond the most integers are dimensions: M and 31 others are integers, D0 is not. */
	{ 'f', { .shape = "M,N" }, "i+" SUM31,
		"0-94 name: the order of the dimensions i,D0 is not known: give it with --names" },
	{ 'f', { .shape = "(M,N)" }, "i*N + j", "(M,N):(N,1); " },
	{ 'f', { .shape = "M x N" }, "i*N + j",
		"--shape 0-5 syntax: expected a shape such as M,N, saw 'M x N': expected an operator, ';' or the end of the l"
		"ine, saw 'x'" },
	{ 'f', { .shape = "64x64" }, "i*ld + j", "(64,64):(ld,1); " },
	{ 'f', { .shape = "10x64" }, "i*ld + j", "(10,64):(ld,1); " },
	{ 'f', { .shape = "9x9" }, "i*ld+j", "(9,9):(ld,1); " },
	{ 'f', { .shape = "8xN" }, "i*N+j", "(8,N):(N,1); " },
	{ 'f', { .shape = "(8,4),N" }, "i*N+j", "((8,4),N):((N,1),0); " },
	{ 'f', { .shape = "(M)" }, "i*N", "(M):(N); " },
	{ 'f', { .shape = "M" }, "i*N", "M:N; " },
	{ 'f', { .shape = "4" }, "i*N", "4:N; " },
	{ 'f', { .shape = "M,8" }, "i*N + j//2", "(M,(2,4)):(N,(0,1)); " },
	{ 'f', { .shape = "M,8" }, "(i*N + (j//2 % 2)*3)", "(M,(2,2,2)):(N,(0,3,0)); " },
	{ 'f', { .shape = "M,8" }, "i*N if j else 0",
		"4-6 unsupported: run-time integers are added, multiplied and divided alone" },
	{ 'f', { .shape = "M,8" }, "i*(N if j else 1)",
		"5-7 unsupported: run-time integers are added, multiplied and divided alone" },
	{ 'f', { .shape = "4,8" }, "i*N + j*K", "(4,8):(N,K); " },
	{ 'f', { .shape = "M = ?{div=4}; M,N" }, "i*N + j", "(M,N):(N,1); " },
	{ 'f', { .shape = "N=?{div=8}; M,N" }, "i*N + j", "(M,N):(N,1); " },
	{ 'f', { .shape = "M = ?{div=8} ; M" }, "i/8*N + i%8", "(8,M/8):(1,N); " },
	{ 'f', { .shape = "M ==8; M" }, "i/8*N + i%8", "(8,M/8):(1,N); needs M % 8 == 0\n" },
	{ 'f', { .shape = "XM = ?{div=8}; M" }, "i/8*N + i%8", "(8,M/8):(1,N); needs M % 8 == 0\n" },
	{ 'f', { .shape = "M = 16; M" }, "i/8*N+i%8", "(8,2):(1,N); " },
	{ 'f', { .threads = 32, .values = 4 }, "t*ld + v", "(32,4):(ld,1); " },
	{ 'f', { .threads = 32 }, "t*ld", "32:ld; " },
	{ 'f', { .values = 4 }, "v*ld", "(1,4):(0,ld); " },
	{ 'f', { .values = 4 }, "t*ld + v", "(1,4):(0,1); " },
	{ 'f', { .shape = "M" }, "i*N + 3", "3 + M:N; " },
	{ 'f', { .shape = "M" }, "i*N - 3", "-3 + M:N; " },
	{ 'f', { .shape = "M" }, "3", "3 + M:0; " },
	{ 'f', { .shape = "4" }, "N", "numbers" },
	{ 'f', { .shape = "4" }, "i*Nn", "4:Nn; " },
	{ 'f', { .shape = "4" }, "i*nn", "4:nn; " },
	{ 'f', { .shape = "4" }, "i*n", "numbers" },
	{ 'f', { .shape = "4,4" }, "a*i + b", "numbers" },
	{ 'f', { .shape = "4,4" }, "i*A + j*Z", "(4,4):(A,Z); " },
	{ 'f', { .shape = "4,4" }, "i*aZ + j", "(4,4):(aZ,1); " },
	{ 'f', { .shape = "4,4" }, "i*az.b + j", "numbers" },
	{ 'f', { .shape = "4,4", .names = "i,ab" }, "i*ab + j", "numbers" },
	{ 'f', { .shape = "4,4", .names = "i,j" }, "i*ab + j", "(4,4):(ab,1); " },
	{ 'f', { .shape = "4,4", .names = "y x" }, "x*ab + y", "(4,4):(1,ab); " },
	{ 'f', { .shape = "M" }, "foo*8", "0-5 unsupported: the offset is known by name only: leave it away" },
	{ 'f', { .shape = "M" }, "foo*N", "0-5 unsupported: the offset is known by name only: leave it away" },
	{ 'f', { .shape = "M", .names = "foo" }, "foo*N", "M:N; " },
	{ 'f', { .shape = "M", .bits = 32 }, "i*N", "M:(N/4); needs N % 4 == 0\n" },
	{ 'f', { .shape = "M", .bits = 32 }, "i*N*4", "M:N; " },
	{ 'f', { .shape = "M", .bits = 32 }, "i*N*4 + 8", "2 + M:N; " },
	{ 'f', { .shape = "M", .bits = 32 }, "i*N*4 + 2",
		"0-9 divide: not every byte is the start of an element of 32 bits" },
	{ 'f', { .shape = "M M" }, "i*N",
		"--shape 0-3 syntax: expected a shape such as M,N, saw 'M M': expected an operator, ';' or the end of the lin"
		"e, saw 'M'" },
	{ 'f', { .shape = "" }, "i*N", "--shape 0-0 syntax: expected a shape such as M,N, saw ''" },
	{ 'f', { .shape = "," }, "i*N",
		"--shape 0-1 syntax: expected a shape such as M,N, saw ',': expected an expression, saw ','" },
	{ 'f', { .shape = "M," }, "i*N", "(M):(N); " },
	{ 'f', { .shape = "(M" }, "i*N",
		"--shape 0-2 syntax: expected a shape such as M,N, saw '(M': expected ',' or ')', saw ';'" },
	{ 'f', { .shape = "\"a\",N" }, "i*N", "--shape 0-5 syntax: expected a shape such as M,N, saw '\"a\",N'" },
	{ 'f', { .shape = "M:N" }, "i*N", "--shape 0-3 syntax: expected a shape such as M,N, saw 'M:N'" },
	{ 'f', { .shape = "N = \"a\"; M" }, "i*N",
		"--shape 0-10 syntax: expected a shape such as M,N, saw 'N = \"a\"; M'" },
	{ 'f', { .shape = "N = (1,2); M,4" }, "i*N",
		"--shape 0-14 syntax: expected a shape such as M,N, saw 'N = (1,2); M,4'" },
	{ 'f', { .shape = "-M" }, "i*N", "0-3 domain: no number that is promised meets what this needs" },
	{ 'f', { .shape = "0" }, "i*N", "0:N; " },
	{ 'f', { .shape = "4,4,4" }, "i*N + j", "(4,4,4):(N,1,0); " },
	{ 'f', { .shape = "4,4" }, "i*N + k",
		"0-7 name: the order of the dimensions i,k is not known: give it with --names" },
	{ 'f', { .shape = "4,4" }, "i*N +", "5-5 syntax: expected a number, a name or '(', saw the end" },
	{ 'f', { .shape = "M" }, "i/N",
		"1-2 unsupported: N need not divide M: write the extent of the dimension as a product" },
	{ 'f', { .shape = "M" }, "i%N",
		"1-2 unsupported: N need not divide M: write the extent of the dimension as a product" },
	{ 'f', { .shape = "M" }, "i/4*N + i%4", "(4,M/4):(1,N); needs M % 4 == 0\n" },
	{ 'f', { .shape = "M,L" }, "i/4*N + i%4 + j/2*K + j%2",
		"((4,M/4),(2,L/2)):((1,N),(1,K)); needs M % 4 == 0\nneeds L % 2 == 0\n" },
	{ 'f', { .shape = "M,N" }, "(i*N+j)%N*M + (i*N+j)/N", "(M,N):(1,M); " },
	{ 'f', { .shape = "M,4" }, "i*N*9223372036854775807 + j*N*2", "(M,4):(9223372036854775807*N,2*N); " },
	{ 'f', { .shape = "M,4", .bits = 32 }, "i*N*9223372036854775807 + j*N*2",
		"0-31 limit: a formula of more than 64 terms or 6 factors, or with numbers beyond 64 bits" },
	{ 'f', { .shape = "4,4" }, "i*j", "numbers" },
	{ 'f', { 0 }, "i*N", "numbers" },
	{ 'f', { .shape = "M,N" }, "i + j", "(M,N):(1,1); " },
	{ 'f', { .shape = "64x64" }, "x*64", "numbers" },
	{ 'f', { .shape = "xM,N" }, "i+j", "(xM,N):(1,1); " },
	{ 'f', { .shape = "x*M" }, "i*x",
		"--shape 0-3 syntax: expected a shape such as M,N, saw 'x*M': no value is called 'x'" },
	{ 'f', { .shape = "M" }, "i", "M:1; " },
	{ 'f', { .shape = "4" }, "foo", "numbers" },
	{ 'f', { .shape = "4" }, "Foo", "numbers" },
	{ 'f', { .shape = "4" }, "foo + bar", "0-9 unsupported: the offset is known by name only: leave it away" },
	{ 'f', { .shape = "M=?{div=8};M" }, "i/8*N + i%8", "(8,M/8):(1,N); " },
	{ 'f', { .shape = "MM = 3; M" }, "i/8*N + i%8", "(8,M/8):(1,N); needs M % 8 == 0\n" },
	{ 'f', { .shape = "M = 5; N = M*2; M,N" }, "i*N", "(5,10):(10,0); " },
	{ 'f', { .shape = "f(2,M)" }, "i*N + j",
		"--shape 0-6 syntax: expected a shape such as M,N, saw 'f(2,M)': no operation is called 'f'" },
	{ 'f', { .shape = "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,M" }, "i*N + j",
		"(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,M):(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"
		",0,0,0,0,0,0,0,0,0,0,0,0,0,0,0); " },
	{ 'f', { .shape = "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,M" }, "i*N + j",
		"--shape 0-65 syntax: expected a shape such as M,N, saw '1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"
		",1,1,1,'" },
	{ 'f', { .shape = "4" },
		"n00*i+n01*i+n02*i+n03*i+n04*i+n05*i+n06*i+n07*i+n08*i+n09*i+n10*i+n11*i+n12*i+n13*i+n14*i+n15*i+n16*"
		"i+n17*i+n18*i+n19*i+n20*i+n21*i+n22*i+n23*i+n24*i+n25*i+n26*i+n27*i+n28*i+n29*i+n30*i",
		"0-185 unsupported: the offset is known by name only: leave it away" },
	{ 'f', { .shape = "M,?" }, "i*N", "(M,?):(N,0); " },
	{ 'f', { .shape = "M,N*2,K" }, "i*N + j*K + k*L", "(M,2*N,K):(N,K,L); " },
	{ 'f', { .shape = "1M" }, "i*N + j",
		"--shape 0-2 syntax: expected a shape such as M,N, saw '1M': expected an integer, saw letters behind its digi"
		"ts" },
	{ 'f', { .shape = "0x10,8" }, "i*N + j", "(0,10,8):(N,1,0); " },
	{ 'f', { .shape = "(2x3),4" }, "i*N + j", "((2,3),4):((N,1),0); " },
	{ 'f', { .shape = "2x(3),4" }, "i*N + j", "(2,(3),4):(N,(1),0); " },

	/* what is inferred */
	{ 'w', { .shape = "4,6" }, "i + (j < 4 ? j : j + 3) * 4",
		"no offset + layout: j: the first run is of 4, which does not divide 6 ((0,4) is 28, expected 16)\nno "
		"swizzled layout: 78 swizzles tried, all that can change these values\n" },
	{ 'w', { .shape = "6,2" }, "(i % 3) / 2 * 10 + j",
		"no offset + layout: i: the first run is of 2 and does not repeat ((3,0) is 0, expected 10)\nno swizzled "
		"layout: 27 swizzles tried, all that can change these values\n" },
	{ 'w', { .shape = "8,4" }, "(j < 2 ? j : 3 * j) * 8 + i",
		"no offset + layout: j: the first run is of 2 and does not repeat ((0,3) is 72, expected 56)\nno "
		"swizzled layout: 118 swizzles tried, all that can change these values\n" },
	{ 'w', { .shape = "8,2" }, "(i / 2 == 3 ? 40 : i) + 8 * j",
		"no offset + layout: i: the first run is of 6, which does not divide 8 ((6,0) is 40, expected 6)\nno "
		"swizzled layout: 78 swizzles tried, all that can change these values\n" },
	{ 'w', { .shape = "2,6" }, "i + (j / 4) * 16 + j % 4 * 2",
		"no offset + layout: j: the first run is of 4, which does not divide 6 ((0,4) is 16, expected 8)\nno "
		"swizzled layout: 48 swizzles tried, all that can change these values\n" },
	{ 'w', { .shape = "4,12" }, "i + (j / 2 % 5) * 4 + (j / 10) * 100",
		"no offset + layout: j: the first run is of 5 in steps of 2, which does not divide 6 ((0,10) is 100, "
		"expected 20)\nno swizzled layout: 118 swizzles tried, all that can change these values\n" },
	{ 'w', { .shape = "2,2,12" }, "i + (k / 2 % 5) * 4 + (k / 10) * 100",
		"no offset + layout: k: the first run is of 5 in steps of 2, which does not divide 6 ((0,0,10) is 100, "
		"expected 20)\nno swizzled layout: 118 swizzles tried, all that can change these values\n" },
	{ 'w', { .shape = "4,4" }, "i*j",
		"no offset + layout: i and j interact: (1,1) is 1, expected 0\nno swizzled layout: 27 swizzles tried, "
		"all that can change these values\n" },
	{ 'w', { .shape = "4,4,4" }, "i*j*k",
		"no offset + layout: i, j and k interact: (1,1,1) is 1, expected 0\nno swizzled layout: 48 swizzles "
		"tried, all that can change these values\n" },
	{ 'w', { .shape = "4,4,4" }, "i*k+j",
		"no offset + layout: i and k interact: (1,0,1) is 1, expected 0\nno swizzled layout: 27 swizzles tried, "
		"all that can change these values\n" },
	{ 'w', { .shape = "6" }, "i < 4 ? i : i+3",
		"no offset + layout: the first run is of 4, which does not divide 6 (entry 4 is 7, expected 4)\nno "
		"swizzled layout: 27 swizzles tried, all that can change these values\n" },
	{ 'w', { .shape = "8" }, "i<4 ? i : 2*i",
		"no offset + layout: the first run is of 4 and does not repeat (entry 5 is 10, expected 9)\nno swizzled "
		"layout: 27 swizzles tried, all that can change these values\n" },
	{ 'w', { .shape = "12" }, "i%6/4*64 + i/6*7",
		"no offset + layout: the first run is of 4 and does not repeat (entry 6 is 7, expected 64)\nno swizzled "
		"layout: 118 swizzles tried, all that can change these values\n" },
	{ 'w', { .shape = "4,12" }, "(j%6)/4*64 + j/6*7 + i",
		"no offset + layout: j: the first run is of 4 and does not repeat ((0,6) is 7, expected 64)\nno swizzled "
		"layout: 118 swizzles tried, all that can change these values\n" },
	{ 'w', { .shape = "12,2" }, "(i % 6) / 4 * 64 + i/6*7 + j*100",
		"no offset + layout: i: the first run is of 4 and does not repeat ((6,0) is 7, expected 64)\nno swizzled "
		"layout: 170 swizzles tried, all that can change these values\n" },
	{ 'w', { .shape = "8,8" }, "i*8 + (j^i)",
		"Sw<3,0,3> o 0 o (8,8):(8,1)\nno offset + layout: i and j interact: (1,1) is 8, expected 10\n" },
	{ 'w', { .shape = "4,8" }, "i + 4*j + 3", "3 + (4,8):(1,4)\n" },
	{ 'w', { .shape = "8" }, "i^(i/2)",
		"no offset + layout: the first run is of 2 and does not repeat (entry 3 is 2, expected 4)\nno swizzled "
		"layout: 13 swizzles tried, all that can change these values\na map of bits: bits((1,3,6))\n" },
	{ 'w', { .shape = "4,4" }, "(i&j)",
		"no offset + layout: i and j interact: (1,1) is 1, expected 0\nno swizzled layout: 5 swizzles tried, all "
		"that can change these values\n" },
	{ 'w', { .shape = "2,2" }, "-i*j",
		"no offset + layout: i and j interact: (1,1) is -1, expected 0\nno swizzled layout: there is no swizzle "
		"of such values\n" },
	{ 'w', { .shape = "8" }, "i % 3",
		"no offset + layout: the first run is of 3, which does not divide 8 (entry 3 is 0, expected 3)\nno "
		"swizzled layout: 5 swizzles tried, all that can change these values\n" },
	{ 'W', { .shape = "2,2" }, "0 1 2 _", "(2,2):(2,1)\n" },
	{ 'W', { .shape = "4" }, "0 1 _ _",
		"4:1\n2 entries are not known and leave 1 stride open; this is the simplest\n" },
	{ 'W', { .shape = "4,4" }, "0 1 2 3 _ _ _ _ _ _ _ _ _ _ _ _",
		"(4,4):(0,1)\n12 entries are not known and leave 2 strides open; this is the simplest\n" },
	{ 'W', { .shape = "2,2,2" }, "0 _ 1 _ 5 _ _ _",
		"(2,2,2):(5,1,0)\n5 entries are not known and leave 1 stride open; this is the simplest\n" },
	{ 'W', { .shape = "2,2" }, "0 _ _ 4",
		"(2,2):(0,4)\n2 entries are not known and leave 1 stride open; this is the simplest\n" },
	{ 'W', { .shape = "2,2" }, "_ _ _ _",
		"(2,2):(0,0)\n4 entries are not known and leave 3 strides open; this is the simplest\n" },
	{ 'W', { .shape = "2,2" }, "_ 1 2 4", "-1 + (2,2):(3,2)\n" },
	{ 'W', { .shape = "4" }, "0 3 1 2",
		"Sw<1,0,1> o 0 o (2,2):(2,1)\nno offset + layout: the first run is of 2 and does not repeat (entry 3 is "
		"2, expected 4)\n" },
	{ 'W', { .shape = "4" }, "_ 3 1 2", "2 + (2,2):(1,-1)\n" },
	{ 'W', { .shape = "8" }, "0 1 3 2 6 7 5 _",
		"no offset + layout: the entries contradict each other: entry 3 is 2, expected 4 from those before\nno "
		"swizzled layout: 13 swizzles tried, all that can change these values\n1 entry is not known; there may "
		"be other layouts\n" },
	{ 'W', { .shape = "8" }, "0 1 3 2 6 7 5 4",
		"no offset + layout: the first run is of 2 and does not repeat (entry 3 is 2, expected 4)\nno swizzled "
		"layout: 13 swizzles tried, all that can change these values\na map of bits: bits((1,3,6))\n" },
	{ 'W', { .shape = "8" }, "0 1 3 2 _ _ _ _",
		"Sw<1,0,1> o 0 o 8:1\nno offset + layout: the entries contradict each other: entry 3 is 2, expected 4 "
		"from those before\n4 entries are not known and leave 1 stride open; this is the simplest\n" },
	{ 'W', { .shape = "4" }, "0 1 2 9",
		"no offset + layout: the first run is of 3, which does not divide 4 (entry 3 is 9, expected 3)\nno "
		"swizzled layout: 27 swizzles tried, all that can change these values\n" },
	{ 'W', { .shape = "4" }, "0 _ 2 9", "(2,2):(7,2)\n" },
	{ 'W', { .shape = "2,2" }, "0 1 1 3",
		"Sw<1,0,1> o 0 o (2,2):(1,1)\nno offset + layout: mode 0 and mode 1 interact: (1,1) is 3, expected 2\n" },
	{ 'j', { .shape = "4,6" }, "i + (j < 4 ? j : j + 3) * 4",
		"{\"format\":1,\"found\":false,\"plain\":{\"reason\":\"run\",\"text\":\"j: the first run is of 4, which "
		"does not divide 6 ((0,4) is 28, expected 16)\",\"at\":[0,4],"
		"\"value\":28,\"expected\":16},\"swizzles_tried\":78}\n" },
	{ 'j', { .shape = "4,8" }, "i + 4*j + 3",
		"{\"format\":1,\"found\":true,\"text\":\"3 + (4,8):(1,4)\",\""
		"offset\":3,\"layout\":{\"kind\":\"layout\",\"text\":\"(4,8):"
		"(1,4)\",\"shape\":[4,8],\"stride\":[1,4],\"rank\":2,\"depth"
		"\":1,\"size\":32,\"cosize\":32},\"unique\":true}\n" },
	{ 'j', { .shape = "8,8" }, "i*8 + (j^i)",
		"{\"format\":1,\"found\":true,\"text\":\"Sw<3,0,3> o 0 o (8,8"
		"):(8,1)\",\"offset\":0,\"layout\":{\"kind\":\"layout\",\"tex"
		"t\":\"(8,8):(8,1)\",\"shape\":[8,8],\"stride\":[8,1],\"rank"
		"\":2,\"depth\":1,\"size\":64,\"cosize\":64},\"unique\":true,"
		"\"swizzle\":[3,0,3],\"plain\":{\"reason\":\"interact\",\"text\":\"i and j interact: (1,1) is 8, "
		"expected 10\",\"at\":[1,1],\"value\":8,\"expected\":10},\"swizzles_tried\":22}\n" },
	{ 'j', { .shape = "4,4,4" }, "i*j*k",
		"{\"format\":1,\"found\":false,\"plain\":{\"reason\":\"interact\",\"text\":\"i, j and k interact: "
		"(1,1,1) is 1, expected 0\",\"at\":[1,1,1],\"value\":1,\"expected\":0},\"swizzles_tried\":48}\n" },
	{ 'j', { .shape = "8" }, "i^(i/2)",
		"{\"format\":1,\"found\":false,\"bits\":\"bits((1,3,6))\",\"p"
		"lain\":{\"reason\":\"repeat\",\"text\":\"the first run is of 2 and does not repeat (entry 3 is 2, "
		"expected 4)\",\"at\":[3],\"value\":2,\"expected\":4},\"swizzles_tried\":13}\n" },
	{ 'j', { .shape = "4,12" }, "i + (j / 2 % 5) * 4 + (j / 10) * 100",
		"{\"format\":1,\"found\":false,\"plain\":{\"reason\":\"run\",\"text\":\"j: the first run is of 5 in "
		"steps of 2, which does not divide 6 ((0,10) is 100, expected "
		"20)\",\"at\":[0,10],\"value\":100,\"expected\":20},\"swizzles_tried\":118}\n" },
};

static void put_domain(struct buf *out, const struct domain *domain) {
	print_tuple(out, domain->shape);
	buf_put(out, domain->is_thread_value ? " t:" : ":");
	for (int64_t i = 0; i < domain->size; i++) {
		if (domain->table[i] == INFER_HOLE) {
			buf_put(out, " _");
		} else {
			buf_printf(out, " %" PRId64, domain->table[i]);
		}
	}
}

/* The message, behind the name of the option that it is about. */
static void put_message(struct buf *out, const struct source *source, const struct message *message) {
	buf_printf(out, "%s%s%zu-%zu %s: %s", source->name, source->name[0] != '\0' ? " " : "",
		message->span.begin, message->span.end, fault_code_name(message->fault.code), message->fault.text);
}

/* What comes of "given": the table, or the message. */
static struct str answer(struct arena *arena, const struct domain_case *given) {
	struct algebra al;
	struct domain domain;
	struct message message;
	struct buf out;
	struct source source = { "", str_from(given->text), 1 };
	struct domain_request request = given->request;
	request.language = given->how == 'c' ? INDEX_C : given->how == 'p' ? INDEX_PYTHON : INDEX_ANY;
	algebra_init(&al, arena);
	buf_init(&out, arena);
	bool good = given->how == 't' ? domain_from_table(&al, &request, &source, &domain, &message)
		: given->how == 'l'       ? domain_from_log(&al, &request, &source, &domain, &message)
					  : domain_from_index(&al, &request, &source, &domain, &message);
	if (good) {
		put_domain(&out, &domain);
		for (int k = 0; k < domain.rank && (domain.is_named || domain.is_thread_value); k++) {
			buf_put(&out, k == 0 ? "; " : ", ");
			domain_put_name(&domain, k, &out);
		}
	} else {
		put_message(&out, &source, &message);
	}
	return buf_str(&out);
}

/* The layout of a formula and what it needs, or the message; "numbers" where it has no names of integers. */
static struct str formula(struct arena *arena, const struct domain_case *given) {
	struct algebra al;
	struct message message = { .span = { 0, 0 } };
	struct inferred_formula inferred;
	struct buf out;
	struct source source = { "", str_from(given->text), 1 };
	algebra_init(&al, arena);
	buf_init(&out, arena);
	if (!infer_has_names(&given->request, &source)) {
		buf_put(&out, "numbers");
	} else if (infer_formula(&al, &given->request, &source, &inferred, &message)) {
		infer_formula_put(&out, &inferred);
		buf_put(&out, "; ");
		infer_formula_put_needs(&out, &inferred);
	} else {
		put_message(&out, &source, &message);
	}
	return buf_str(&out);
}

/* What is inferred: the layout and what is left open, or why there is none; or all of it as JSON. */
static struct str inference(struct arena *arena, const struct domain_case *given) {
	struct algebra al;
	struct message message;
	struct domain domain;
	struct buf out;
	struct source source = { "", str_from(given->text), 1 };
	algebra_init(&al, arena);
	buf_init(&out, arena);
	bool good = given->how == 'W' ? domain_from_table(&al, &given->request, &source, &domain, &message) :
		domain_from_index(&al, &given->request, &source, &domain, &message);
	if (!good) {
		put_message(&out, &source, &message);
		return buf_str(&out);
	}
	struct inferred inferred = infer_table(&al, domain.table, domain.shape);
	if (given->how == 'j') {
		infer_put_json(&out, &al, &domain, &inferred);
		return buf_str(&out);
	}
	if (inferred.found) {
		infer_put_layout(&out, &al, &inferred);
		buf_put_char(&out, '\n');
	}
	if (inferred.refusal.why != INFER_FITS) {
		infer_put_refusal(&out, &al, &domain, &inferred);
	}
	infer_put_doubt(&out, &inferred);
	return buf_str(&out);
}

static void usual_names(struct tally *tally) {
	static const char *const usual[] = { "i", "j", "k", "l", "m", "n", "w", "d7", "_l", "i7", "row", "col", "r", "c",
		"d", "idx", "index", "tid", "threadIdx.x", "t", "thread_idx", "lane", "laneId", "warp", "wid", "v", "register",
		"reg" };
	static const char *const others[] = { "", "N", "ld", "d8", "i8", "threadIdx", "threadIdx.y", "ij", "i,j", "row,col",
		"I", "e", "o" };
	for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
		expect(tally, domain_is_usual_name(str_from(usual[i])), "FAIL '%s' is usual", usual[i]);
	}
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		expect(tally, !domain_is_usual_name(str_from(others[i])), "FAIL '%s' is not usual", others[i]);
	}
}

/* A table of "count" numbers, more than are made room for at once: entry "i" is 3 * i. */
static void long_table(struct tally *tally, struct arena *arena, int64_t count) {
	struct algebra al;
	struct domain domain;
	struct message message;
	struct domain_request request = { .shape = NULL };
	struct buf text;
	algebra_init(&al, arena);
	buf_init(&text, arena);
	for (int64_t i = 0; i < count; i++) {
		buf_printf(&text, "%" PRId64 " ", 3 * i);
	}
	struct source source = { "<case>", buf_str(&text), 1 };
	bool good = domain_from_table(&al, &request, &source, &domain, &message);
	for (int64_t i = 0; good && i < count; i++) {
		good = domain.table[i] == 3 * i;
	}
	expect(tally, good && domain.size == count, "FAIL a table of %" PRId64, count);
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		bool infers = strchr("wWj", cases[i].how) != NULL;
		struct str says = infers ? inference(&arena, &cases[i]) :
			cases[i].how == 'f' ? formula(&arena, &cases[i]) : answer(&arena, &cases[i]);
		expect(&tally, str_is(says, cases[i].says), "FAIL %c '%s'\n  is %.*s\n  expected %s", cases[i].how,
			cases[i].text, (int)says.length, says.data, cases[i].says);
	}
	usual_names(&tally);
	long_table(&tally, &arena, 1024);
	long_table(&tally, &arena, 5000);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
