/*
 * Index expressions and their values at (0,0), (1,0), (3,2), (6,5), (7,9) and (13,4), as Python 3.11 and GCC have them,
 * with integers of 64 bits; then what is refused, with its place. To add a case, add a line.
 */
#include <criterion/criterion.h>

#include "base/buf.h"
#include "base/limits.h"
#include "lang/index.h"

enum { PLACES = 6 };

static const int64_t places[PLACES][2] = { { 0, 0 }, { 1, 0 }, { 3, 2 }, { 6, 5 }, { 7, 9 }, { 13, 4 } };

static const struct {
	enum index_language language;
	const char *text;
	int64_t values[PLACES];
} cases[] = {
	{ INDEX_PYTHON, "i ^ 0XEF or j", { 239, 238, 236, 233, 232, 226 } },
	{ INDEX_PYTHON, "j | i + i//8 or (i | j if 0XF or i else 2 & j)", { 0, 1, 3, 7, 15, 14 } },
	{ INDEX_PYTHON, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_PYTHON, "max(j >> 0xF,63 << 5) * +5*max(5,0o2) ^ 63 & j // -16 // 0o3//1",
		{ 50400, 50400, 50399, 50399, 50399, 50399 } },
	{ INDEX_PYTHON, "3 - j ^ (i if 15 else j)", { 3, 2, 2, -8, -3, -14 } },
	{ INDEX_PYTHON, "0b1111 or i|0b11111111 ^ 63", { 15, 15, 15, 15, 15, 15 } },
	{ INDEX_PYTHON, "(i>>j if 5 + 0xCD else j//63)", { 0, 1, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "i - 255", { -255, -254, -252, -249, -248, -242 } },
	{ INDEX_PYTHON, "min(not (not (3)),+i - (0XAB <= j))", { 0, 1, 1, 1, 1, 1 } },
	{ INDEX_PYTHON, "(31 ^ 16|i if i else 255 << 0b11 and j)", { 0, 15, 15, 15, 15, 15 } },
	{ INDEX_PYTHON, "j + i", { 0, 1, 5, 11, 16, 17 } },
	{ INDEX_PYTHON, "max(i,j)", { 0, 1, 3, 6, 9, 13 } },
	{ INDEX_PYTHON, "(j == 15)", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "i and j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "(i if i else 0xCD)", { 205, 1, 3, 6, 7, 13 } },
	{ INDEX_PYTHON, "(i > j)", { 0, 1, 1, 1, 0, 1 } },
	{ INDEX_PYTHON, "(0xf if j % 0o144 ^ (7 * j if abs(2) else 0xab >> 3) else 8)", { 8, 8, 15, 15, 15, 15 } },
	{ INDEX_PYTHON, "abs(max(100 | 0xAB,(j)))", { 239, 239, 239, 239, 239, 239 } },
	{ INDEX_PYTHON, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "(j != 0xf)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_PYTHON, "i >> (1 <= 0)^0 * (0 <= 0X8)", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_PYTHON, "j<<(64 >= 0xf)//7", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "abs(j)", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "((j) if 0 else min(8,2))", { 2, 2, 2, 2, 2, 2 } },
	{ INDEX_PYTHON, "j + i", { 0, 1, 5, 11, 16, 17 } },
	{ INDEX_PYTHON, "+j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "i*0o7 and 0XF<<0", { 0, 15, 15, 15, 15, 15 } },
	{ INDEX_PYTHON, "max(1 - i & 100,1 or 0XF >> i - i)", { 1, 1, 100, 96, 96, 100 } },
	{ INDEX_PYTHON, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_PYTHON, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "j * j or i << i", { 0, 2, 4, 25, 81, 16 } },
	{ INDEX_PYTHON, "(j * 0XCD << 5 if ~j >> (4 != j) else j ^ 16 and 8 + 0) - 63",
		{ -63, -63, 13057, 32737, 58977, 26177 } },
	{ INDEX_PYTHON, "(3 ^ 3 if j >> i else 15<<i)", { 15, 30, 120, 960, 1920, 122880 } },
	{ INDEX_PYTHON, "max(j,(i)^(7 > 64))", { 0, 1, 3, 6, 9, 13 } },
	{ INDEX_PYTHON, "(j < j) and +1", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "1|0 - 255 + j", { -255, -255, -253, -249, -245, -251 } },
	{ INDEX_PYTHON, "~i", { -1, -2, -4, -7, -8, -14 } },
	{ INDEX_PYTHON, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "i + j", { 0, 1, 5, 11, 16, 17 } },
	{ INDEX_PYTHON, "(16 >> j or j - j if 63*i ^ (7 <= 7) else (min(3,31)))", { 16, 16, 4, 0, 0, 1 } },
	{ INDEX_PYTHON, "j and 0x0", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "min((i <= j) and -255,i & j | 63<<15)", { -255, 0, 0, 0, -255, 0 } },
	{ INDEX_PYTHON, "~i", { -1, -2, -4, -7, -8, -14 } },
	{ INDEX_PYTHON, "j | i", { 0, 1, 3, 7, 15, 13 } },
	{ INDEX_PYTHON, "(i == i)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_PYTHON, "min(1,i)", { 0, 1, 1, 1, 1, 1 } },
	{ INDEX_PYTHON, "(max((j < 16),not (5)))", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_PYTHON, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_PYTHON, "i<<i", { 0, 2, 24, 384, 896, 106496 } },
	{ INDEX_PYTHON, "((j >= j) if (i <= j) else not (0XEF)|(0xA))", { 1, 0, 0, 0, 1, 0 } },
	{ INDEX_PYTHON, "j^0xF + (0b11111)", { 46, 46, 44, 43, 39, 42 } },
	{ INDEX_PYTHON, "+i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_PYTHON, "-7 + i - j", { -7, -6, -6, -6, -9, 2 } },
	{ INDEX_PYTHON, "(i > j)", { 0, 1, 1, 1, 0, 1 } },
	{ INDEX_PYTHON, "(j << j if j else 7//255) and (j)%15 + i", { 0, 0, 5, 11, 16, 17 } },
	{ INDEX_PYTHON, "-i", { 0, -1, -3, -6, -7, -13 } },
	{ INDEX_PYTHON, "(5 != 1)|i - 16 - (i <= 8)//+3", { -15, -15, -13, -9, -9, -3 } },
	{ INDEX_PYTHON, "(16 if 100 else 31) >> (i)", { 16, 8, 2, 0, 0, 0 } },
	{ INDEX_PYTHON, "+63^j - i and 0xAB >> (0XEF > j) or j*0", { 85, 85, 85, 85, 85, 85 } },
	{ INDEX_PYTHON, "~i<<8 - 0//7 + i", { -256, -1024, -8192, -114688, -262144, -29360128 } },
	{ INDEX_PYTHON, "(i<<2 if 31 else (0xcd if 255 else j))", { 0, 4, 12, 24, 28, 52 } },
	{ INDEX_PYTHON, "not (j | 8)", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "i|63", { 63, 63, 63, 63, 63, 63 } },
	{ INDEX_PYTHON, "i ^ 64 // 4", { 16, 17, 19, 22, 23, 29 } },
	{ INDEX_PYTHON, "(i <= 0xEF)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_PYTHON, "not (64 >> 1) & 100 >> 0b10 & 16*64|(i)", { 1, 0, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "(i < 63)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_PYTHON, "(j >= 64) % 0o4", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "+15 + (i == 0o0)", { 16, 15, 15, 15, 15, 15 } },
	{ INDEX_PYTHON, "15//15>>i + 1%31", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "1 + i//0xcd << 4", { 16, 16, 16, 16, 16, 16 } },
	{ INDEX_PYTHON, "64 + (1)//3 & j", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "min(0 % 3,-j) and 100|4 + 31 ^ max(i or 8 // 0XCD // j,(4 <= 0))",
		{ 0, 0, 100, 101, 100, 110 } },
	{ INDEX_PYTHON, "j + 64", { 64, 64, 66, 69, 73, 68 } },
	{ INDEX_PYTHON, "+1 + j - i - 15 - 15//2 // 31", { -14, -15, -15, -15, -12, -23 } },
	{ INDEX_PYTHON, "j - 0xef or (8)", { -239, -239, -237, -234, -230, -235 } },
	{ INDEX_PYTHON, "max(j*16,1>>j or (64 != j))", { 1, 1, 32, 80, 144, 64 } },
	{ INDEX_PYTHON, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_PYTHON, "j^31", { 31, 31, 29, 26, 22, 27 } },
	{ INDEX_PYTHON, "i // 16", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "100^((0xCD if i else 255))", { 155, 169, 169, 169, 169, 169 } },
	{ INDEX_PYTHON, "31 & min(j,j)", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "j%2", { 0, 0, 0, 1, 1, 0 } },
	{ INDEX_PYTHON, "(31 - j) & 0X0 | (j)", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "min(0XF,j)", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_PYTHON, "(j | i)", { 0, 1, 3, 7, 15, 13 } },
	{ INDEX_PYTHON, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "(0XAB >= j)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_PYTHON, "+j // 16 - 3", { -3, -3, -3, -3, -3, -3 } },
	{ INDEX_PYTHON, "(j != 0XEF)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_PYTHON, "-j", { 0, 0, -2, -5, -9, -4 } },
	{ INDEX_PYTHON, "i|7", { 7, 7, 7, 7, 7, 15 } },
	{ INDEX_PYTHON, "(max((i) % 15 << j,31 - 1 | j|i))", { 30, 31, 31, 192, 3584, 208 } },
	{ INDEX_PYTHON, "(j < i)", { 0, 1, 1, 1, 0, 1 } },
	{ INDEX_PYTHON, "255 & j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_PYTHON, "(0XF >> 5 if i else 0XFF % 15)%63", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "+j ^ i + 7 + 100 & 0b100", { 0, 4, 6, 5, 9, 4 } },
	{ INDEX_PYTHON, "(63 if i >> j and 5 else min(0 >> j,(64 == 2)))", { 0, 63, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_PYTHON, "max((63 < j) or (j != 63),(i > i))", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_PYTHON, "min(16>>15,j - i)", { 0, -1, -1, -1, 0, -9 } },
	{ INDEX_PYTHON, "min(1,0b11111) | -4 >> min(16,min(5,j)) | 64", { -3, -3, -1, -1, -1, -1 } },
	{ INDEX_C, "(i)", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "(63 >= i)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "abs((i - 1) + 16)", { 15, 16, 18, 21, 22, 28 } },
	{ INDEX_C, "8>>(i != 16)", { 4, 4, 4, 4, 4, 4 } },
	{ INDEX_C, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "max(i,j)<<j/7", { 0, 1, 3, 6, 18, 13 } },
	{ INDEX_C, "(2 ? 4 : i)", { 4, 4, 4, 4, 4, 4 } },
	{ INDEX_C, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "-j | i/16 >> 16ll - 0xef / (i ? 63 : 31)", { 0, 0, -2, -5, -9, -4 } },
	{ INDEX_C, "(i >= 2L)|i % 16", { 0, 1, 3, 7, 7, 13 } },
	{ INDEX_C, "(j >= j)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "100 & i", { 0, 0, 0, 4, 4, 4 } },
	{ INDEX_C, "abs((i > 3))>>0b1000", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "-i|(j && j) / (5)", { 0, -1, -3, -6, -7, -13 } },
	{ INDEX_C, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "(i <= 100LL) | 5", { 5, 5, 5, 5, 5, 5 } },
	{ INDEX_C, "-i", { 0, -1, -3, -6, -7, -13 } },
	{ INDEX_C, "(15 >= i)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "(j)", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "+j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "100%2 << i", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "i - 2", { -2, -1, 1, 4, 5, 11 } },
	{ INDEX_C, "(3 < i)", { 0, 0, 0, 1, 1, 1 } },
	{ INDEX_C, "abs(!(i / 16)) + 0b11111111<<15 & 0x1F | i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "+j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "(5 < i)", { 0, 0, 0, 1, 1, 1 } },
	{ INDEX_C, "j * i", { 0, 0, 6, 30, 63, 52 } },
	{ INDEX_C, "(15 < i)", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "j && j", { 0, 0, 1, 1, 1, 1 } },
	{ INDEX_C, "j|255", { 255, 255, 255, 255, 255, 255 } },
	{ INDEX_C, "j^j << i << j", { 0, 0, 66, 10245, 589833, 524292 } },
	{ INDEX_C, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "(0X1F < i)*(3 == 1)", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "63 || (min(i,100) ? 63 : i | j)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "(100 >= 2) >> i|0xF || -5 << 0xcd * 63", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "min((j*5 ? 0L : j & 7),(16 < 2))", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "i || 4 && i - 15", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "31 && i", { 0, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "(min(i,100) ? 63 || 255 : (1 ? 63 : 8)) & 31 || 31|j + 2", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "abs(i - 31)", { 31, 30, 28, 25, 24, 18 } },
	{ INDEX_C, "+i^(0xF == 0b11)", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "max(+i,100 * 0 + 1L)", { 1, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "0 << j", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "j - 3ll%5|5L", { -3, -3, -1, 7, 7, 5 } },
	{ INDEX_C, "max((i),0 & (0xf ? 7 : 3))", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "(i >= 2)", { 0, 0, 1, 1, 1, 1 } },
	{ INDEX_C, "!(i && 100 % 16^j)", { 1, 0, 0, 0, 0, 1 } },
	{ INDEX_C, "max(j|2L + ~j,2 ^ +j)", { 2, 2, 0, 7, 11, 6 } },
	{ INDEX_C, "min(i,15)", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "255*i + max(0,j)", { 0, 255, 767, 1535, 1794, 3319 } },
	{ INDEX_C, "(i)", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "~j", { -1, -1, -3, -6, -10, -5 } },
	{ INDEX_C, "+i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "!(!((j == i)))", { 1, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "~j", { -1, -1, -3, -6, -10, -5 } },
	{ INDEX_C, "(0b1100100) * 63 + j/min(16,0b1000000) / 8", { 6300, 6300, 6300, 6300, 6300, 6300 } },
	{ INDEX_C, "j | 0X2", { 2, 2, 2, 7, 11, 6 } },
	{ INDEX_C, "(abs(j) & !(j))", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "(i == i)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "i^i", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "((0XA ^ i))", { 10, 11, 9, 12, 13, 7 } },
	{ INDEX_C, "abs(j)", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "(j <= j)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "j / 5L >> max(j,j)", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "i - j", { 0, 1, 1, 1, -2, 9 } },
	{ INDEX_C, "min(max(+2,max(0xF,1l)),j)>>(8 < 16)", { 0, 0, 1, 2, 4, 2 } },
	{ INDEX_C, "15 & 5/5 && j", { 0, 0, 1, 1, 1, 1 } },
	{ INDEX_C, "((255) ? !(j) : 2>>8)", { 1, 1, 0, 0, 0, 0 } },
	{ INDEX_C, "(j != j)", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "i<<15", { 0, 32768, 98304, 196608, 229376, 425984 } },
	{ INDEX_C, "0l & i - 100^16", { 16, 16, 16, 16, 16, 16 } },
	{ INDEX_C, "j<<i|~1", { -2, -2, -2, -2, -2, -2 } },
	{ INDEX_C, "0<<i", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "15 + i", { 15, 16, 18, 21, 22, 28 } },
	{ INDEX_C, "i%15|5 | 5 || j>>31 && max(4,0) << ~j%j<<0xcd & 64L", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "-i", { 0, -1, -3, -6, -7, -13 } },
	{ INDEX_C, "(0 - i & 63 / 2)", { 0, 31, 29, 26, 25, 19 } },
	{ INDEX_C, "j|j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "(j < i) + +0xCD & 2%4", { 0, 2, 2, 2, 0, 2 } },
	{ INDEX_C, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "(31<<0X4 ? j << 15 : abs(3ll))", { 0, 0, 65536, 163840, 294912, 131072 } },
	{ INDEX_C, "(i) & 0 | 8", { 8, 8, 8, 8, 8, 8 } },
	{ INDEX_C, "(j != 1)", { 1, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "j - 15", { -15, -15, -13, -10, -6, -11 } },
	{ INDEX_C, "255 % max(100,j)", { 55, 55, 55, 55, 55, 55 } },
	{ INDEX_C, "(i ? j : min(255,j) & i / 0b111)", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "7 && 0 % 3*16 || i", { 0, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "max(i,4)", { 4, 4, 4, 6, 7, 13 } },
	{ INDEX_C, "abs(j) & 4L || i", { 0, 1, 1, 1, 1, 1 } },
	{ INDEX_C, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "j & 0xcd", { 0, 0, 0, 5, 9, 4 } },
	{ INDEX_C, "((j <= 0) ? (j == 2) : (i ? -4 : 1)|(j ? j : i) & i/i)", { 0, 0, -4, -3, -3, -4 } },
	{ INDEX_C, "(63 < j)", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "j", { 0, 0, 2, 5, 9, 4 } },
	{ INDEX_C, "(i >= j)", { 1, 1, 1, 1, 0, 1 } },
	{ INDEX_C, "i + 63", { 63, 64, 66, 69, 70, 76 } },
	{ INDEX_C, "max(j - i,~3) * (j >= 64)", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "~i", { -1, -2, -4, -7, -8, -14 } },
	{ INDEX_C, "min(3,(j^i))", { 0, 1, 1, 3, 3, 3 } },
	{ INDEX_C, "i", { 0, 1, 3, 6, 7, 13 } },
	{ INDEX_C, "(63L < 1) * (255LL ? 255LL^255 & ~i : (j ? 63 : 0) / (j <= i))", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "j*0b0 && 15", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "(i + 1) << 0", { 1, 2, 4, 7, 8, 14 } },
	{ INDEX_C, "i*0 << 62", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "i*0 << 63", { 0, 0, 0, 0, 0, 0 } },
	{ INDEX_C, "(i - 3) >> 63", { -1, -1, 0, 0, 0, 0 } },
	{ INDEX_C, "(i - 3) >> 0", { -3, -2, 0, 3, 4, 10 } },
	{ INDEX_C, "0xFfaA0 + i", { 1047200, 1047201, 1047203, 1047206, 1047207, 1047213 } },
	{ INDEX_C, "12u*i + 1ULL*j", { 0, 12, 38, 77, 93, 160 } },
	{ INDEX_C, "i & ~3u", { 0, 0, 0, 4, 4, 12 } },
	{ INDEX_C, "(j - 8u) & 7", { 0, 0, 2, 5, 1, 4 } },
	{ INDEX_C, "((j - 8u) * 3 ^ 1) & 7 | 8u", { 9, 9, 15, 14, 10, 13 } },
	{ INDEX_C, "(9u - j) / 2", { 4, 4, 3, 2, 0, 2 } },
	{ INDEX_C, "0 - i << (j & 1u)", { 0, -1, -3, -12, -14, -13 } },
	{ INDEX_C, "0 - i >> (j & 1u)", { 0, -1, -3, -3, -4, -13 } },
	{ INDEX_C, "!~0u - 1", { -1, -1, -1, -1, -1, -1 } },
	{ INDEX_C, "(j < 3u) - 1", { 0, 0, 0, -1, -1, -1 } },
	{ INDEX_C, "(j != 2u) - 1", { 0, 0, -1, 0, 0, 0 } },
	{ INDEX_C, "(j && 1u) - 1", { -1, -1, 0, 0, 0, 0 } },
	{ INDEX_C, "i - 0x7fffffff", { -2147483647, -2147483646, -2147483644, -2147483641, -2147483640, -2147483634 } },
	{ INDEX_C, "i - 0xffffffffL", { -4294967295, -4294967294, -4294967292, -4294967289, -4294967288, -4294967282 } },
	{ INDEX_C, "i - 4294967295", { -4294967295, -4294967294, -4294967292, -4294967289, -4294967288, -4294967282 } },
	{ INDEX_C, "i - 0x100000000", { -4294967296, -4294967295, -4294967293, -4294967290, -4294967289, -4294967283 } },
	{ INDEX_ANY, "not i", { 1, 0, 0, 0, 0, 0 } },
	{ INDEX_PYTHON, "i - 0xffffffff",
		{ -4294967295, -4294967294, -4294967292, -4294967289, -4294967288, -4294967282 } },
};

/* What is refused when it is read, or at i = 6, j = 5, and between which bytes. */
static const struct {
	enum index_language language;
	const char *text, *sentence;
	size_t begin, end;
} refused[] = {
	{ INDEX_C, "i + k", "no dimension is called 'k'", 4, 5 },
	{ INDEX_C, "i + abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefgh",
		"no dimension is called 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefgh'", 4, 64 },
	{ INDEX_C, "i + abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghi",
		"no dimension is called 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefgh'", 4, 65 },
	{ INDEX_C, "i <", "expected a number, a name or '(', saw the end", 3, 3 },
	{ INDEX_C, "i +", "expected a number, a name or '(', saw the end", 3, 3 },
	{ INDEX_C, "(i", "expected ')', saw the end", 2, 2 },
	{ INDEX_C, "i)", "expected an operator or the end, saw ')'", 1, 2 },
	{ INDEX_C, "i j", "expected an operator or the end, saw 'j'", 2, 3 },
	{ INDEX_C, "i $ j", "expected an operator or the end, saw '$'", 2, 3 },
	{ INDEX_C, "i abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
		"expected an operator or the end, saw 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn'", 2, 54 },
	{ INDEX_C, "", "expected a number, a name or '(', saw the end", 0, 0 },
	{ INDEX_C, "i / (j - 5)", "6 is divided by 0", 2, 3 },
	{ INDEX_C, "i % (j - 5)", "6 is divided by 0", 2, 3 },
	{ INDEX_PYTHON, "i // (j - 5)", "6 is divided by 0", 2, 4 },
	{ INDEX_PYTHON, "i % (j - 5)", "6 is divided by 0", 2, 3 },
	{ INDEX_C, "i ceildiv (j-5)", "6 is divided by 0", 2, 9 },
	{ INDEX_C, "i << 63", "the result does not fit 64 bits", 2, 4 },
	{ INDEX_C, "i << 64", "a shift by 64; it is from 0 to 63", 2, 4 },
	{ INDEX_C, "1 << 62 << 1", "the result does not fit 64 bits", 8, 10 },
	{ INDEX_C, "i << (0-1)", "a shift by -1; it is from 0 to 63", 2, 4 },
	{ INDEX_C, "i >> 64", "a shift by 64; it is from 0 to 63", 2, 4 },
	{ INDEX_C, "i >> (0-1)", "a shift by -1; it is from 0 to 63", 2, 4 },
	{ INDEX_C, "9223372036854775807 + i", "the result does not fit 64 bits", 20, 21 },
	{ INDEX_C, "9223372036854775808", "the integer does not fit 64 bits", 0, 19 },
	{ INDEX_C, "99999999999999999999", "the integer does not fit 64 bits", 0, 20 },
	{ INDEX_C, "0-9223372036854775807-i", "the result does not fit 64 bits", 21, 22 },
	{ INDEX_C, "4611686018427387904*2*i", "the result does not fit 64 bits", 19, 20 },
	{ INDEX_C, "-(0-9223372036854775807-1)", "the result does not fit 64 bits", 0, 1 },
	{ INDEX_C, "abs(0-9223372036854775807-1)", "the result does not fit 64 bits", 0, 3 },
	{ INDEX_C, "(0-9223372036854775807-1)/(0-1)", "the result does not fit 64 bits", 25, 26 },
	{ INDEX_C, "~0u", "a number below 0 where C has an unsigned one", 0, 3 },
	{ INDEX_C, "j - 6U", "a number below 0 where C has an unsigned one", 0, 6 },
	{ INDEX_C, "j - 0x80000000", "a number below 0 where C has an unsigned one", 0, 14 },
	{ INDEX_C, "(j - 6) / 0xFFFFFFFF", "a number below 0 where C has an unsigned one", 8, 9 },
	{ INDEX_C, "(j - 6) / 2u", "a number below 0 where C has an unsigned one", 8, 9 },
	{ INDEX_C, "3 % (4 - 8u)", "a number below 0 where C has an unsigned one", 2, 3 },
	{ INDEX_C, "(j - 8u) >> 1", "a number below 0 where C has an unsigned one", 9, 11 },
	{ INDEX_C, "j - 6u < 2", "a number below 0 where C has an unsigned one", 7, 8 },
	{ INDEX_C, "2 == j - 6u", "a number below 0 where C has an unsigned one", 2, 4 },
	{ INDEX_C, "max(j - 6, 0u)", "a number below 0 where C has an unsigned one", 0, 3 },
	{ INDEX_C, "abs(5 - 6u)", "a number below 0 where C has an unsigned one", 0, 3 },
	{ INDEX_C, "min(i,1u) - j", "a number below 0 where C has an unsigned one", 0, 13 },
	{ INDEX_C, "min(1u,i) - j", "a number below 0 where C has an unsigned one", 0, 13 },
	{ INDEX_C, "(i ? 1u : 1) - j", "a number below 0 where C has an unsigned one", 0, 16 },
	{ INDEX_C, "(i ? 1 : 1u) - j", "a number below 0 where C has an unsigned one", 0, 16 },
	{ INDEX_C, "5u * (1 - i)", "a number below 0 where C has an unsigned one", 0, 12 },
	{ INDEX_C, "-(1u << j)", "a number below 0 where C has an unsigned one", 0, 10 },
	{ INDEX_C, "(1u | i) ^ -1", "a number below 0 where C has an unsigned one", 0, 13 },
	{ INDEX_C, "0x", "expected an integer", 0, 2 },
	{ INDEX_C, "0xg", "expected an integer", 0, 3 },
	{ INDEX_C, "0xu", "expected an integer", 0, 3 },
	{ INDEX_C, "0bUL", "expected an integer", 0, 4 },
	{ INDEX_PYTHON, "i < 2 < j", "comparisons in a row: write a < b and b < c", 6, 7 },
	{ INDEX_C, "12ab", "expected an integer", 0, 4 },
	{ INDEX_C, "4uu4", "expected an integer", 0, 4 },
	{ INDEX_C, "08a", "expected an integer", 0, 3 },
	{ INDEX_C, "010", "an integer that begins with 0 is octal in C++, and none in Python", 0, 3 },
	{ INDEX_PYTHON, "1 + 077", "an integer that begins with 0 is octal in C++, and none in Python", 4, 7 },
	{ INDEX_C, "i ? j", "expected ':', saw the end", 5, 5 },
	{ INDEX_C, "i ? j : ", "expected a number, a name or '(', saw the end", 8, 8 },
	{ INDEX_C, "min(i)", "expected ',', saw ')'", 5, 6 },
	{ INDEX_C, "min(i,j,1)", "expected ')', saw ','", 7, 8 },
	{ INDEX_C, "min i", "expected '(', saw 'i'", 4, 5 },
	{ INDEX_C, "abs()", "expected a number, a name or '(', saw ')'", 4, 5 },
	{ INDEX_C, "foo(i)", "no dimension is called 'foo'", 0, 3 },
	{ INDEX_PYTHON, "i if j", "expected 'else', saw the end", 6, 6 },
	{ INDEX_PYTHON, "i and", "expected a number, a name or '(', saw the end", 5, 5 },
	{ INDEX_PYTHON, "i <<", "expected a number, a name or '(', saw the end", 4, 4 },
	{ INDEX_PYTHON, "not", "expected a number, a name or '(', saw the end", 3, 3 },
	{ INDEX_PYTHON, "i / j", "expected an operator or the end, saw '/'", 2, 3 },
	{ INDEX_C, "i // j", "expected an operator or the end, saw '//'", 2, 4 },
	{ INDEX_C, "i ** 2", "expected an operator or the end, saw '**'", 2, 4 },
	{ INDEX_PYTHON, "i ** 2", "expected an operator or the end, saw '**'", 2, 4 },
	{ INDEX_C, "i and j", "expected an operator or the end, saw 'and'", 2, 5 },
	{ INDEX_PYTHON, "i && j", "expected an operator or the end, saw '&&'", 2, 4 },
	{ INDEX_PYTHON, "!i", "expected a number, a name or '(', saw '!'", 0, 1 },
	{ INDEX_C, "threadIdx.x + i", "no dimension is called 'threadIdx.x'", 0, 11 },
	{ INDEX_C, "i.", "expected an operator or the end, saw '.'", 1, 2 },
	{ INDEX_C, ".i", "expected a number, a name or '(', saw '.'", 0, 1 },
	{ INDEX_C, "i..j", "expected an operator or the end, saw '.'", 1, 2 },
};

/*
 * The expression "text" of i and j, in the arena, with a letter behind it that would go on with a word, or "=" behind a
 * sign; NULL after a fault in "message".
 */
static const struct index_expression *parse(struct arena *arena, enum index_language language, struct str text,
		struct message *message) {
	struct index_names names = { .count = 2, .names = { { str_from("i"), 0, 1, 0 }, { str_from("j"), 1, 1, 0 } } };
	struct source *source = arena_alloc(arena, sizeof *source);
	char *copy = arena_alloc(arena, text.length + 1);
	memcpy(copy, text.data, text.length);
	copy[text.length] = text.length > 0 && strchr("<>", text.data[text.length - 1]) != NULL ? '=' : 'x';
	*source = (struct source){ "<test>", { copy, text.length }, 1 };
	*message = (struct message){ .span = { 0, 0 } };
	return index_parse(arena, source, language, &names, message);
}

Test(index, values_of_expressions) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct message message;
		arena_reset(&arena);
		const struct index_expression *expression = parse(&arena, cases[i].language, str_from(cases[i].text), &message);
		cr_assert_not_null(expression, "%s: %s", cases[i].text, message.fault.text);
		for (int k = 0; k < PLACES; k++) {
			struct algebra al;
			algebra_init(&al, &arena);
			int64_t value = index_at(&al, expression, places[k]);
			cr_expect(!algebra_failed(&al) && value == cases[i].values[k], "%s at (%d,%d): expected %lld, saw %lld %s",
				cases[i].text, (int)places[k][0], (int)places[k][1], (long long)cases[i].values[k], (long long)value,
				al.fault.text);
		}
	}
	arena_finish(&arena);
}

Test(index, what_is_refused) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		struct message message;
		struct algebra al;
		arena_reset(&arena);
		algebra_init(&al, &arena);
		const struct index_expression *expression = parse(&arena, refused[i].language, str_from(refused[i].text),
			&message);
		if (expression != NULL) {
			index_at(&al, expression, (int64_t[]){ 6, 5 });
			message = (struct message){ al.fault, index_place(expression) };
		}
		cr_expect_str_eq(message.fault.text, refused[i].sentence, "%s: %s", refused[i].text, message.fault.text);
		cr_expect(message.span.begin == refused[i].begin && message.span.end == refused[i].end, "%s: from %zu to %zu",
			refused[i].text, message.span.begin, message.span.end);
	}
	arena_finish(&arena);
}

/* "count" times "before", then "i", then as many times "behind"; whether that is read. */
static bool is_read(struct arena *arena, int count, const char *before, const char *behind, struct message *message) {
	struct buf text;
	buf_init(&text, arena);
	for (int k = 0; k < count; k++) {
		buf_put(&text, before);
	}
	buf_put_char(&text, 'i');
	for (int k = 0; k < count; k++) {
		buf_put(&text, behind);
	}
	return parse(arena, INDEX_C, buf_str(&text), message) != NULL;
}

Test(index, limits_of_expressions) {
	static const struct {
		const char *before, *behind;
		int most;
	} nested[] = {
		{ "(", ")", LIMIT_NESTING / 2 - 1 }, /* brackets and what is in them count */
		{ "-", "", LIMIT_NESTING - 2 },
		{ " ", "", LIMIT_SOURCE_BYTES - 1 },
	};
	struct arena arena;
	struct message message;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof nested / sizeof *nested; i++) {
		arena_reset(&arena);
		cr_expect(is_read(&arena, nested[i].most, nested[i].before, nested[i].behind, &message), "%s: %s",
			nested[i].before, message.fault.text);
		cr_expect(!is_read(&arena, nested[i].most + 1, nested[i].before, nested[i].behind, &message)
			&& message.fault.code == FAULT_LIMIT, "%s: one more is read", nested[i].before);
	}
	cr_expect(message.span.begin == 0 && message.span.end == 0, "a text that is too long has no place");
	arena_finish(&arena);
}

/* Operators that leave one number, as many as there may be in a row, leave nothing else on the stack. */
Test(index, long_rows) {
	static const struct {
		enum index_language language;
		const char *text;
	} rows[] = {
		{ INDEX_PYTHON, " + (not i)" }, { INDEX_PYTHON, " + (-i)" }, { INDEX_PYTHON, " + abs(i)" },
		{ INDEX_PYTHON, " + min(i,j)" }, { INDEX_PYTHON, " and i" }, { INDEX_PYTHON, " or i" },
		{ INDEX_PYTHON, " + (i if j else 1)" }, { INDEX_C, " + (j ? i : 1)" }, { INDEX_C, " && i" },
		{ INDEX_C, " + (i - 1) % 2u" },
	};
	struct arena arena;
	struct message message;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf text;
		buf_init(&text, &arena);
		buf_put(&text, "i");
		for (int k = 0; k < 20 * LIMIT_NESTING; k++) {
			buf_put(&text, rows[i].text);
		}
		cr_expect_not_null(parse(&arena, rows[i].language, buf_str(&text), &message), "%s", rows[i].text);
	}
	arena_finish(&arena);
}
