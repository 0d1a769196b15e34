import type { getPriceChange } from '#contract/admin/price-changes.ts'
import type { Reply } from '#contract/core/endpoint.ts'

/** A price change with a page of its rows, as its page shows it. */
export type PriceChangeDetail = Reply<typeof getPriceChange>
