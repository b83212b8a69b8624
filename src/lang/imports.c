/* A table of the modules, and one of their helpers. */
#include "lang/imports.h"

/* Modules of helpers, the first of which has the others in it, and that of the instructions. */
enum module { MODULE_OTHER, MODULE_UTILS, MODULE_HOPPER, MODULE_BLACKWELL, MODULE_BLOCKSCALED, MODULE_TCGEN05 };

static const struct {
	const char *name; /* as a program without imports has it, and as cutlass.utils does */
	enum module module;
} modules[] = {
	{ "utils", MODULE_UTILS }, { "hopper_helpers", MODULE_HOPPER }, { "sm90", MODULE_HOPPER },
	{ "sm90_utils", MODULE_HOPPER }, { "blackwell_helpers", MODULE_BLACKWELL }, { "sm100", MODULE_BLACKWELL },
	{ "sm100_utils", MODULE_BLACKWELL }, { "tcgen05", MODULE_TCGEN05 },
	{ "blockscaled_layout", MODULE_BLOCKSCALED }, { "blockscaled_utils", MODULE_BLOCKSCALED },
};

/*
 * Helpers by the module that has them, with what they are called here: those of Hopper and Blackwell with one name have
 * sm100_ in front for Blackwell. cutlass.utils has all of these, with sm90_ in front for Hopper.
 */
static const struct {
	enum module module;
	const char *name;
	const char *ours;
} helpers[] = {
	{ MODULE_UTILS, "sm90_get_smem_layout_atom", "get_smem_layout_atom" },
	{ MODULE_UTILS, "sm90_make_smem_layout_a", "make_smem_layout_a" },
	{ MODULE_UTILS, "sm90_make_smem_layout_b", "make_smem_layout_b" },
	{ MODULE_UTILS, "sm90_make_smem_layout_epi", "make_smem_layout_epi" },
	{ MODULE_UTILS, "sm90_make_trivial_tiled_mma", "make_trivial_tiled_mma" },
	{ MODULE_BLACKWELL, "cluster_shape_to_tma_atom_A", "cluster_shape_to_tma_atom_A" },
	{ MODULE_BLACKWELL, "cluster_shape_to_tma_atom_B", "cluster_shape_to_tma_atom_B" },
	{ MODULE_BLACKWELL, "cluster_shape_to_tma_atom_SFB", "cluster_shape_to_tma_atom_SFB" },
	{ MODULE_BLACKWELL, "compute_epilogue_tile_shape", "compute_epilogue_tile_shape" },
	{ MODULE_BLACKWELL, "get_num_tmem_alloc_cols", "get_num_tmem_alloc_cols" },
	{ MODULE_BLACKWELL, "get_smem_layout_atom_ab", "get_smem_layout_atom_ab" },
	{ MODULE_BLACKWELL, "get_smem_layout_atom_epi", "get_smem_layout_atom_epi" },
	{ MODULE_BLACKWELL, "get_smem_store_op", "sm100_get_smem_store_op" },
	{ MODULE_BLACKWELL, "get_tmem_load_op", "get_tmem_load_op" },
	{ MODULE_BLACKWELL, "make_blockscaled_trivial_tiled_mma", "make_blockscaled_trivial_tiled_mma" },
	{ MODULE_BLACKWELL, "make_smem_layout", "sm100_make_smem_layout" },
	{ MODULE_BLACKWELL, "make_smem_layout_a", "sm100_make_smem_layout_a" },
	{ MODULE_BLACKWELL, "make_smem_layout_b", "sm100_make_smem_layout_b" },
	{ MODULE_BLACKWELL, "make_smem_layout_epi", "sm100_make_smem_layout_epi" },
	{ MODULE_BLACKWELL, "make_trivial_tiled_mma", "sm100_make_trivial_tiled_mma" },
	{ MODULE_BLOCKSCALED, "make_smem_layout_sfa", "make_smem_layout_sfa" },
	{ MODULE_BLOCKSCALED, "make_smem_layout_sfb", "make_smem_layout_sfb" },
	{ MODULE_BLOCKSCALED, "tile_atom_to_shape_SF", "tile_atom_to_shape_SF" },
	{ MODULE_TCGEN05, "tile_to_mma_shape", "sm100_tile_to_mma_shape" },
	{ MODULE_OTHER, NULL, NULL },
};

/* What the helper "name" of "module" itself is called here, or NULL. */
static const char *own_helper(enum module module, struct str name) {
	for (size_t i = 0; helpers[i].name != NULL; i++) {
		if (helpers[i].module == module && str_is(name, helpers[i].name)) {
			return helpers[i].ours;
		}
	}
	return NULL;
}

/* The module that is called "name" where no import says so. */
static enum module usual_module(struct str name) {
	for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
		if (str_is(name, modules[i].name)) {
			return modules[i].module;
		}
	}
	return MODULE_OTHER;
}

static bool is_part_of_utils(enum module module) {
	return module == MODULE_HOPPER || module == MODULE_BLACKWELL || module == MODULE_BLOCKSCALED;
}

/* The module "path", cutlass.utils.blackwell_helpers, with "member" behind it if that is not empty. */
static enum module module_of_path(struct str path, struct str member) {
	static const char front[] = "cutlass.utils";
	size_t length = sizeof front - 1;
	if (str_is(path, "cutlass") && str_is(member, "utils")) {
		return MODULE_UTILS;
	}
	bool has_tcgen05 = str_is(path, "cutlass.cute.nvgpu") && str_is(member, "tcgen05");
	if (has_tcgen05 || (str_is(path, "cutlass.cute.nvgpu.tcgen05") && member.length == 0)) {
		return MODULE_TCGEN05;
	}
	if (!str_starts_with(path, front) || (path.length > length && path.data[length] != '.')) {
		return MODULE_OTHER;
	}
	struct str rest = path.length > length ? (struct str){ path.data + length + 1, path.length - length - 1 } : member;
	bool is_whole = path.length == length || member.length == 0;
	enum module module = rest.length > 0 ? usual_module(rest) : MODULE_UTILS;
	bool is_inside = is_part_of_utils(module) || rest.length == 0;
	return is_whole && is_inside ? module : MODULE_OTHER;
}

/* The only import of "name"; "*count" receives how many different ones there are. */
static const struct import *find_import(const struct import *imports, struct str name, int *count) {
	const struct import *found = NULL;
	*count = 0;
	for (const struct import *each = imports; each != NULL; each = each->next) {
		if (!str_equal(each->name, name)) {
			continue;
		}
		bool is_other = found == NULL || !str_equal(each->module, found->module)
			|| !str_equal(each->member, found->member);
		*count += is_other ? 1 : 0;
		found = each;
	}
	return found;
}

/* The module that the program calls "name". */
static enum module module_called(const struct import *imports, struct str name) {
	int count;
	const struct import *import = find_import(imports, name, &count);
	if (count == 0) {
		bool is_of_utils = str_is_among(name, "sm90 sm100");
		return is_of_utils ? MODULE_OTHER : usual_module(name);
	}
	return count == 1 ? module_of_path(import->module, import->member) : MODULE_OTHER;
}

/* The operation that "name" of "module" is, or NULL. */
static const char *helper_of(enum module module, struct str name) {
	static const enum module parts[] = { MODULE_BLACKWELL, MODULE_BLOCKSCALED };
	const char *helper = own_helper(module, name);
	for (size_t i = 0; i < sizeof parts / sizeof parts[0] && module == MODULE_UTILS && helper == NULL; i++) {
		helper = own_helper(parts[i], name);
	}
	return helper;
}

/* Whether "name" of "module" is a class, or makes something. */
static bool is_maker(enum module module, struct str name) {
	bool is_class = name.length > 0 && name.data[0] >= 'A' && name.data[0] <= 'Z';
	bool makes = str_starts_with(name, "make_") || str_starts_with(name, "get_smem_");
	return is_class || (makes && (module == MODULE_UTILS || module == MODULE_HOPPER || module == MODULE_TCGEN05));
}

/* The name at "at" of "text". */
static struct str name_at(struct str text, size_t at) {
	size_t end = at;
	while (end < text.length && str_is_word(text.data[end])) {
		end++;
	}
	return (struct str){ text.data + at, end - at };
}

/* The helper that the program has by "name" alone, from the only module that it has the name or a star from. */
static const char *helper_called(const struct import *imports, struct str name) {
	int count;
	const struct import *import = find_import(imports, name, &count);
	if (count == 1 && import->member.length > 0) {
		return helper_of(module_of_path(import->module, str_from("")), import->member);
	}
	import = count == 0 ? find_import(imports, str_from("*"), &count) : NULL;
	const char *found = NULL;
	for (; import != NULL; import = import->next) {
		const char *helper = helper_of(module_of_path(import->module, str_from("")), name);
		found = str_is(import->name, "*") && helper != NULL ? helper : found;
	}
	return found;
}

bool imports_read(const struct import *imports, struct str text, struct helper *helper) {
	struct str name = name_at(text, 0);
	bool is_alone = name.length == text.length || text.data[name.length] != '.';
	*helper = (struct helper){ .front = 0 };
	if (is_alone) {
		helper->name = helper_called(imports, name);
		return helper->name != NULL;
	}
	enum module module = module_called(imports, name);
	while (module != MODULE_OTHER && helper->front + name.length < text.length
		&& text.data[helper->front + name.length] == '.') {
		helper->front += name.length + 1;
		name = name_at(text, helper->front);
		enum module inner = module == MODULE_UTILS ? usual_module(name) : MODULE_OTHER;
		if (!is_part_of_utils(inner)) {
			break;
		}
		module = inner;
	}
	helper->name = helper_of(module, name);
	return helper->name != NULL || (module != MODULE_OTHER && is_maker(module, name));
}

bool imports_matter(struct str name) {
	bool is_hopper = own_helper(MODULE_UTILS, name) != NULL || str_is(name, "get_smem_layout_atom");
	return is_hopper || usual_module(name) != MODULE_OTHER || own_helper(MODULE_BLACKWELL, name) != NULL;
}

bool imports_are_foreign(const struct import *imports, struct str name) {
	int count = 0;
	bool is_helper = own_helper(MODULE_BLACKWELL, name) != NULL || str_is(name, "get_smem_layout_atom");
	const struct import *import = is_helper ? find_import(imports, name, &count) : NULL;
	if (count == 0) {
		return false;
	}
	enum module module = module_of_path(import->module, str_from(""));
	bool is_of_hopper = module == MODULE_HOPPER && str_equal(import->member, name);
	return count > 1 || (helper_of(module, import->member) == NULL && !is_of_hopper);
}
