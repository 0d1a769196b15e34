import type { Secret } from '#server/platform/http/secrets.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { imagesIn } from '#server/images/images.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { computeIn } from '#server/lists/lists.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { loadAddresses } from '#demo/trade/addresses.ts'
import { loadAnnouncements } from '#demo/trade/announcements.ts'
import { loadBackOrders } from '#demo/trade/back-orders.ts'
import { loadApplications } from '#demo/trade/applications.ts'
import { insertCampaigns } from '#demo/trade/campaigns.ts'
import { insertDealersAndUsers } from '#demo/trade/dealers-users.ts'
import { loadCatalog } from '#demo/catalog/catalog.ts'
import { imageName, usedImages, type WantedImage, writeImages } from '#demo/images/write-images.ts'
import { connectSandboxErp } from '#demo/trade/erp-connection.ts'
import { insertFeeds } from '#demo/trade/feeds.ts'
import { insertFileImports } from '#demo/trade/file-imports.ts'
import { insertImportSources } from '#demo/trade/import-sources.ts'
import { insertIntegration, insertWebhooks } from '#demo/trade/integration.ts'
import { insertInvoices } from '#demo/trade/invoices.ts'
import { loadNotes } from '#demo/trade/notes.ts'
import { insertOrderWords } from '#demo/trade/order-words.ts'
import { loadOfferTalks } from '#demo/trade/offer-talks.ts'
import { loadOffers } from '#demo/trade/offers.ts'
import { insertPictureAddresses } from '#demo/trade/picture-addresses.ts'
import { loadOrders } from '#demo/trade/orders.ts'
import { generateProducts } from '#demo/catalog/products.ts'
import { palettesOfKinds } from './plan.ts'
import { insertBankRates } from '#demo/trade/bank-rates.ts'
import { insertBankCalls } from '#demo/trade/bank-calls.ts'
import { insertCardPayments } from '#demo/trade/card-payments/insert-payments.ts'
import { insertBankFinding } from '#demo/trade/bank-finding.ts'
import { insertDialectPos, insertDollarPos, insertPos } from '#demo/trade/pos.ts'
import { insertPosRules } from '#demo/trade/pos-rules.ts'
import { insertStoredCards } from '#demo/trade/stored-cards.ts'
import { insertSandboxErp, sandboxErpItems } from '#demo/trade/sandbox-erp.ts'
import { loadOrderRequests } from '#demo/trade/order-requests.ts'
import { loadLimitApprovals } from '#demo/trade/limit-approvals.ts'
import { loadPurchases } from '#demo/trade/purchases.ts'
import { loadPersonalData } from '#demo/trade/personal-data.ts'
import { loadPickings } from '#demo/trade/pickings.ts'
import { loadLists } from '#demo/trade/lists.ts'
import { insertOrderDrafts } from '#demo/trade/order-drafts.ts'
import { insertPriceRules } from '#demo/trade/price-rules.ts'
import { loadPriceChanges } from '#demo/trade/price-changes.ts'
import { loadPromotedOrder } from '#demo/trade/promoted-order.ts'
import { insertPromotions } from '#demo/trade/promotions.ts'
import { loadPriceProposals } from '#demo/trade/price-proposals.ts'
import { loadReportData } from '#demo/trade/reports.ts'
import { loadRepresentatives } from '#demo/trade/representatives.ts'
import { loadReturns } from '#demo/trade/returns.ts'
import { loadTexts } from '#demo/trade/texts.ts'
import { loadTransfers } from '#demo/trade/transfers.ts'
import { loadShipments } from '#demo/trade/shipments.ts'
import { insertSerials } from '#demo/trade/serials.ts'
import { insertMissedSearches, insertSearchRules } from '#demo/trade/search-rules.ts'
import { insertSearches } from '#demo/trade/searches.ts'
import { analyzeTables, clearStore, finishLoad, prepareLoad, vacuumTables, withoutIndexes } from './store.ts'

export const demoSizes = { small: 100, medium: 5_000, large: 200_000, huge: 1_000_000 } as const
export type DemoSize = keyof typeof demoSizes

export type DemoOptions = {
  size: DemoSize
  /** Where pictures and documents are stored; without it there are none. */
  files?: FileStore
  /** The same seed gives the same store. */
  seed?: number
  /** Deletes existing products, dealers, carts and orders; administrators are kept. */
  replace?: boolean
  /** Whether the connection to the sandbox ERP runs; by default in stores whose products it has. */
  runsErp?: boolean
  production?: boolean
  /** Encrypts the keys of the POS accounts; without it there are no card payments. */
  secret?: Secret
  /** The day before which past orders are placed. */
  today?: Date
  /** Receives the number of products written so far. */
  onProgress?: (done: number, total: number) => void
}

export type DemoResult =
  | {
      ok: true
      products: number
      variants: number
      dealers: number
      orders: number
      images: number
      imageBytes: number
    }
  | { ok: false; code: 'in_production' | 'not_empty' }

const defaultSeed = 1923
/** More are loaded without indexes, which are built at the end. */
const manyProducts = 20_000
const dealerCount = { small: 8, medium: 8, large: 60, huge: 60 } as const
const searchCount = { small: 0, medium: 400, large: 800, huge: 800 } as const
const cardPaymentCount = { small: 14, medium: 36, large: 60, huge: 60 } as const
const orderCount = { small: 24, medium: 48, large: 96, huge: 96 } as const

/**
 * Fills an empty store with a wholesaler of hardware and electrical goods, its dealers and past orders, in one
 * transaction. Refuses in production, because the accounts have a public password.
 */
export async function loadDemo(pool: Pool, options: DemoOptions): Promise<DemoResult> {
  if (options.production ?? process.env.NODE_ENV === 'production') return { ok: false, code: 'in_production' }
  if (!options.replace && !(await isStoreEmpty(pool))) return { ok: false, code: 'not_empty' }
  const pictures = options.files
    ? writeImages(imagesIn(options.files), wantedImages(options))
    : Promise.resolve({ files: 0, bytes: 0 })
  const [store, { files: images, bytes }] = await Promise.all([loadStore(pool, options), pictures])
  const { secret, size, runsErp = demoSizes[size] <= sandboxErpItems } = options
  if (secret !== undefined) await connectSandboxErp(pool, secret, runsErp)
  await vacuumTables(pool)
  return { ok: true, ...store, images, imageBytes: bytes }
}

/** The smallest store, which tests load often, draws only the pictures that its products use. */
function wantedImages({ size, seed = defaultSeed }: DemoOptions): WantedImage[] {
  const all = usedImages(palettesOfKinds())
  if (size !== 'small') return all
  const named = new Set([...generateProducts(demoSizes[size], seed)].flatMap(({ images }) => images))
  return all.filter(({ kind, palette, view }) => named.has(imageName(kind, palette, view)))
}

/** Whether the store has no data yet. */
export async function isStoreEmpty(pool: Pool): Promise<boolean> {
  const found = await pool.one<{ used: boolean }>(
    `SELECT EXISTS (SELECT FROM products) OR EXISTS (SELECT FROM dealers) OR EXISTS (SELECT FROM brands)
         OR EXISTS (SELECT FROM categories) AS used`,
  )
  return !found?.used
}

function loadStore(pool: Pool, options: DemoOptions) {
  const { size, seed = defaultSeed, today = new Date() } = options
  const count = demoSizes[size]
  return transaction(
    pool,
    async (db) => {
      if (options.replace) await clearStore(db)
      const ground = await prepareLoad(db, today)
      const fill = () =>
        loadCatalog(db, { count, seed, today, ...ground, onProgress: (done) => options.onProgress?.(done, count) })
      const { products, orderable } = await (count > manyProducts ? withoutIndexes(db, fill) : fill())
      await analyzeTables(db)
      const people = await insertDealersAndUsers(db, { ordinary: dealerCount[size], seed, today, ...ground })
      const orderPlan = { seed, today, buyers: people.buyers, branches: people.branches, products: orderable }
      const orders = await loadOrders(db, { ...orderPlan, count: orderCount[size] })
      await loadAddresses(db)
      await loadOffers(db, { seed, today, buyers: people.buyers, products: orderable })
      await insertInvoices(db, { seed, today, files: options.files, products: orderable })
      await insertCampaigns(db)
      await insertPriceRules(db, today)
      await insertPromotions(db, today)
      await insertSerials(db, today)
      await insertImportSources(db, today)
      await insertPictureAddresses(db, today)
      await insertIntegration(db)
      await insertWebhooks(db, options.secret)
      await loadShipments(db)
      await insertFileImports(db, today)
      await loadPickings(db)
      await loadBackOrders(db, today)
      await loadLists(db, today)
      await loadNotes(db)
      await loadOfferTalks(db, { today, secret: options.secret })
      await loadAnnouncements(db, { files: options.files, today })
      await loadTexts(db, today)
      await loadApplications(db, { files: options.files, today })
      await loadPersonalData(db, today)
      await loadOrderRequests(db)
      await loadPriceProposals(db)
      await loadPriceChanges(db, today)
      await loadReturns(db)
      await loadReportData(db, today)
      await insertSandboxErp(db, today)
      await insertOrderWords(db)
      await insertSearches(db, { count: searchCount[size], seed, today, buyers: people.buyers })
      await insertSearchRules(db)
      if (searchCount[size] > 0) await insertMissedSearches(db, { seed, today, buyers: people.buyers })
      if (options.secret !== undefined) {
        await insertPos(db, options.secret)
        await insertDialectPos(db, options.secret)
        await insertDollarPos(db, options.secret)
        await insertPosRules(db)
        await insertStoredCards(db, options.secret, today)
        await insertBankRates(db, today)
        await insertFeeds(db, options.secret)
        await insertBankFinding(db, options.secret, today)
        await insertCardPayments(db, { count: cardPaymentCount[size], seed, today, buyers: people.buyers })
        await insertBankCalls(db, today)
      }
      await loadRepresentatives(db, today)
      await loadPromotedOrder(db, today)
      await finishLoad(db, products)
      await computeIn(db)
      await loadPurchases(db, options.today ?? new Date())
      await loadLimitApprovals(db, options.today ?? new Date())
      await insertOrderDrafts(db)
      await loadTransfers(db, options.today ?? new Date())
      return { products: count, variants: products - count, dealers: people.dealers, orders }
    },
    { retries: 0 },
  )
}
