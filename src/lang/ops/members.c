/* A layout, a swizzle or an integer counts as a tuple of itself alone where an operation needs modes. */
#include "lang/ops/members.h"

bool takes_members(const struct call *call, int count) {
	for (int i = 0; i < count && !algebra_is_dsl(call->al); i++) {
		if (has_arg(call, i) && (call->args[i].kind == VALUE_COMPOSED || call->args[i].kind == VALUE_SWIZZLE)) {
			return true;
		}
	}
	return call->args[0].kind == VALUE_LIST;
}

/* What is no tuple is a member itself, its only one. */
static int member_count(struct call *call, const struct value *value) {
	return value_is_sequence(value) ? rank_of(call, value) : 1;
}

/* The same: member 0 of it is the value. */
static struct value member_at(struct call *call, const struct value *value, int index) {
	return value_is_sequence(value) ? mode_of(call, value, index) : *value;
}

struct value select_members(struct call *call, const int *indices, int count) {
	struct value *members = arena_array(call->al->arena, (size_t)count, sizeof *members);
	for (int i = 0; i < count && !algebra_failed(call->al); i++) {
		members[i] = mode_of(call, &call->args[0], indices[i]);
	}
	return algebra_failed(call->al) ? value_none() : value_from_items(call->al, members, count);
}

struct value extend_members(struct call *call, bool in_front) {
	int count = member_count(call, arg(call, 0));
	int rank = has_arg(call, 2) ? (int)int_arg(call, 2, 0, LIMIT_LEAVES) : count + 1;
	bool is_one = algebra_is_dsl(call->al) && !given_arg(call, 1);
	const struct value member = is_one ? value_from_tuple(tuple_int(1))
		: has_arg(call, 1) ? call->args[1] : value_none();
	if (member.kind == VALUE_NONE) {
		arg(call, 0);
		algebra_fault(call->al, FAULT_TYPE, "expected what to extend a composed layout by");
	} else if (!algebra_failed(call->al) && rank < count) {
		algebra_fault(call->al, FAULT_RANK, "rank %d cannot be extended to rank %d", count, rank);
	}
	if (algebra_failed(call->al) || rank == count) {
		return call->args[0];
	}
	struct value *members = arena_array(call->al->arena, (size_t)rank, sizeof *members);
	int first = in_front ? rank - count : 0;
	for (int i = 0; i < rank; i++) {
		bool is_own = i >= first && i < first + count;
		members[i] = is_own ? member_at(call, &call->args[0], i - first) : member;
	}
	return value_from_items(call->al, members, rank);
}

struct value replace_member(struct call *call) {
	int count = member_count(call, arg(call, 0));
	int index = mode_arg(call, 1, count);
	if (algebra_failed(call->al) || !value_is_sequence(&call->args[0])) {
		return call->args[2];
	}
	struct value *members = arena_array(call->al->arena, (size_t)count, sizeof *members);
	for (int i = 0; i < count; i++) {
		members[i] = i == index ? call->args[2] : member_at(call, &call->args[0], i);
	}
	return value_from_items(call->al, members, count);
}

struct value zip_members(struct call *call) {
	struct value *pair = arena_alloc(call->al->arena, sizeof *pair);
	*pair = from_pair(call, call->args[0], call->args[1]);
	return value_from_items(call->al, pair, 1);
}
