import * as z from 'zod/mini'

/** What every list says of the page that it answers: rows in all, the page (from 1), pages in all, rows of a page. */
export const paged = { total: z.number(), page: z.number(), pages: z.number(), limit: z.number() }
