import { refuse, type Refusal } from '#contract/core/errors.ts'
import {
  getStoredBalances,
  getStoredCampaigns,
  getStoredDealerGroups,
  getStoredPriceRules,
  getStoredDealers,
  getStoredPrices,
  getStoredProducts,
  getStoredStock,
  storedPage,
  storedPageMax,
} from '#contract/integration/stored-records.ts'
import { getStoredPromotions } from '#contract/integration/promotion-batches.ts'
import { loadDealers } from '#server/integration/events/records.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { loadRulePage } from '#server/pricing/pricing.ts'
import { loadPromotionPage } from '#server/promotions/promotions.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import {
  findDealerIds,
  loadBalances,
  loadCampaigns,
  loadDealerGroups,
  loadPrices,
  loadProducts,
  loadStock,
  type Page,
  type Placed,
} from './stored-records.ts'

/** Registers the calls by which programs compare what the shop has with their own data. */
export function registerStoredRecords(calls: Calls, pool: Pool): void {
  handle(calls, getStoredProducts, ({ query }) => readPage(query, (page) => loadProducts(pool, page)))
  handle(calls, getStoredStock, ({ query }) => readPage(query, (page) => loadStock(pool, page)))
  handle(calls, getStoredCampaigns, ({ query }) => readPage(query, (page) => loadCampaigns(pool, page)))
  handle(calls, getStoredDealerGroups, ({ query }) => readPage(query, (page) => loadDealerGroups(pool, page)))
  handle(calls, getStoredPriceRules, ({ query }) =>
    readPage(query, async (page) =>
      (await loadRulePage(pool, page)).map(({ id, ...record }) => ({ place: id, record })),
    ),
  )
  handle(calls, getStoredPromotions, ({ query }) => readPage(query, (page) => loadPromotionPage(pool, page)))
  handle(calls, getStoredBalances, ({ query }) => readPage(query, (page) => loadBalances(pool, page)))
  handle(calls, getStoredPrices, async ({ query }) => {
    const priceListId = await findPriceList(pool, query.priceList)
    if (priceListId === null) return refuse('price_list_not_found')
    return readPage(query, (page) => loadPrices(pool, { ...page, priceListId }))
  })
  handle(calls, getStoredDealers, ({ query }) =>
    readPage(query, async (page) => {
      const records = await loadDealers(pool, await findDealerIds(pool, page))
      return records.map(({ id: place, record }) => ({ place, record })).toSorted((a, b) => a.place - b.place)
    }),
  )
}

type PageQuery = { cursor?: string | undefined; limit?: string | undefined }

/** A page has one place more than its limit if there are more. */
export async function readPage<Shape>(
  { cursor, limit: wanted }: PageQuery,
  load: (page: Page) => Promise<Placed<Shape>[]>,
): Promise<{ items: Shape[]; cursor: string | null } | Refusal> {
  const limit = wholeNumber(wanted, { prefix: '', least: 1, most: storedPageMax, otherwise: storedPage })
  if (limit === null) return { ...refuse('validation_failed'), fields: { limit: 'invalid' } }
  const after = wholeNumber(cursor, { prefix: 'r', least: 1, most: 2_147_483_647, otherwise: 0 })
  if (after === null) return { ...refuse('validation_failed'), fields: { cursor: 'invalid' } }
  const rows = await load({ after, limit: limit + 1 })
  const places = [...new Set(rows.map(({ place }) => place))]
  const last = places.length > limit ? places[limit - 1] : undefined
  const page = last === undefined ? rows : rows.filter(({ place }) => place <= last)
  return { items: page.map(({ record }) => record), cursor: last === undefined ? null : `r${last}` }
}

type Range = { prefix: string; least: number; most: number; otherwise: number }

function wholeNumber(text: string | undefined, { prefix, least, most, otherwise }: Range): number | null {
  if (text === undefined || text === '') return otherwise
  const digits = text.startsWith(prefix) ? text.slice(prefix.length) : ''
  const number = /^\d{1,10}$/.test(digits) ? Number(digits) : -1
  return number >= least && number <= most ? number : null
}

async function findPriceList(db: Db, code: string | undefined): Promise<number | null> {
  const row = await db.one<{ id: number }>(
    'SELECT id FROM price_lists WHERE CASE WHEN $1::text IS NULL THEN is_default ELSE code = $1 END',
    [code ?? null],
    'stored_price_list',
  )
  return row?.id ?? null
}
