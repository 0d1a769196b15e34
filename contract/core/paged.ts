import * as z from 'zod/mini'

/** Paging of every list: total rows, the page (from 1), total pages, rows per page. */
export const paged = { total: z.number(), page: z.number(), pages: z.number(), limit: z.number() }
