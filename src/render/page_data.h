/* The page that figures are put into, page.html, as it is embedded by the build. */
#ifndef RENDER_PAGE_DATA_H
#define RENDER_PAGE_DATA_H

#include <stddef.h>

extern const unsigned char page_data[];
extern const size_t page_data_size;

#endif
