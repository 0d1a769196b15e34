import { createHash } from 'node:crypto'
import { defaultFileImportOptions } from '#contract/admin/imports/file-import-options.ts'
import { defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import { insertPos } from '#demo/trade/pos.ts'
import { addAdmin, addColleague, addDealer, addProduct, fillCart, type TestProduct } from './store-rows.ts'
import { hashPassword } from '#server/account/account.ts'
import { exportsFolder, newExportId, writeExportState } from '#server/exports/exports.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { addInvoices, type TestInvoices } from './invoice-requests.ts'
import { addTransfers, type TestTransfers } from './transfer-requests.ts'
import { restoreAnnouncements } from './announcement-requests.ts'
import { restoreApplications } from './application-requests.ts'
import { restoreFeed } from './feed-requests.ts'
import { restoreLists } from './list-requests.ts'
import { restoreOffer } from './offer-requests.ts'
import { restoreErasure } from './personal-data-requests.ts'
import { addPlaces, type Places } from './place-requests.ts'
import { addPricing } from './price-rule-requests.ts'
import { addPromotions } from './promotion-requests.ts'
import { type TestShop, testSecret, type TestVisitor } from './shop.ts'

export const password = 'demo1234'
export const actorNames = ['guest', 'dealer', 'noRight', 'other', 'admin'] as const
export type ActorName = (typeof actorNames)[number]

/**
 * Users of every kind: a dealer's user, a colleague without the right to order, another dealer's user, an
 * administrator.
 */
export type People = Record<Exclude<ActorName, 'guest'>, Actor> &
  TestInvoices &
  TestTransfers & {
    product: TestProduct
    orderNo: string
    orderId: number
    offer: OfferOfDealer
    /** A declined payment of the dealer, and an open payment link. */
    payment: { id: number; reference: string }
    link: { id: number; token: string }
    /** A fault report of the dealer, and a photo uploaded for another one. */
    fault: FaultOfDealer
    /** A colleague of the dealer's user who has not set a password. */
    waiting: number
    /** A workbook of the administrator. */
    exportId: string
    /** An import whose file has not been uploaded. */
    importId: number
    /** An import of movements whose file has not been uploaded. */
    fileImportId: number
    /** Import sources; the second one is to be deleted. */
    source: number
    profile: number
    profileToDelete: number
    sourceToDelete: number
    /** Ids of a category and a brand. */
    category: number
    brand: number
    /** Technical attributes; the second one is to be deleted. */
    attribute: number
    attributeToDelete: number
    places: Places
    /** Campaigns; the second one is to be deleted. */
    campaign: number
    campaignToDelete: number
    priceRule: number
    priceRuleToDelete: number
    promotion: number
    promotionToDelete: number
    coupon: number
    dealerGroup: number
    dealerGroupToDelete: number
    searchRule: number
    searchRuleToDelete: number
  }
async function addImport(pool: TestShop['database']['pool'], admin: Actor): Promise<number> {
  const row = await pool.one<{ id: number }>(
    `INSERT INTO imports (created_by, asked_by, files, options) VALUES ($1, $1, $2, $3) RETURNING id`,
    [
      admin.userId,
      JSON.stringify([{ name: 'a.csv', bytes: 3, stored: newExportId() }]),
      JSON.stringify(defaultImportOptions),
    ],
  )
  return row?.id ?? 0
}

async function addFileImport(pool: TestShop['database']['pool'], admin: Actor): Promise<number> {
  const row = await pool.one<{ id: number }>(
    `INSERT INTO file_imports (kind, created_by, asked_by, file, options) VALUES ('movements', $1, $1, $2, $3) RETURNING id`,
    [
      admin.userId,
      JSON.stringify({ name: 'a.csv', bytes: 3, stored: newExportId() }),
      JSON.stringify(defaultFileImportOptions),
    ],
  )
  return row?.id ?? 0
}

async function addImportSource(pool: TestShop['database']['pool'], admin: Actor, name: string): Promise<number> {
  const row = await pool.one<{ id: number }>(
    `INSERT INTO import_sources (name, url, options, created_by) VALUES ($1, 'https://example.com/urunler.xml', $2, $3)
     RETURNING id`,
    [name, JSON.stringify(defaultImportOptions), admin.userId],
  )
  return row?.id ?? 0
}

async function addProfiles(pool: TestShop['database']['pool'], admin: Actor): Promise<number[]> {
  const rows = await pool.query<{ id: number }>(
    `INSERT INTO import_profiles (kind, name, shape, options, created_by)
     VALUES ('products', 'Tedarikçi', '{kod}', '{}', $1), ('products', 'Eski tedarikçi', '{kod}', '{}', $1) RETURNING id`,
    [admin.userId],
  )
  return rows.map(({ id }) => id)
}

type FaultOfDealer = { id: number; reportNo: string; event: number }
type OfferOfDealer = { id: number; itemId: number; offerNo: string }

export async function addPeople(shop: TestShop): Promise<People> {
  const { pool } = shop.database
  const passwordHash = await hashPassword(password)
  const dealer = await addDealer(pool, { passwordHash })
  if (dealer.dealer === null) throw new Error('A dealer’s user belongs to a dealer.')
  const noRight = await addColleague(pool, dealer.dealer, { canOrder: false, passwordHash })
  const other = await addDealer(pool, { passwordHash })
  const admin = await addAdmin(pool, passwordHash)
  const product = await addProduct(pool, { stock: 1_000_000, units: { KOLİ: 12 } })
  const order = await pool.one<{ id: number; order_no: string }>(
    `WITH placed AS (
       INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try)
       VALUES ('S2020000001', $1, $2, '-', 'TRY', '{"TRY": "1"}', 100, 20, 120, 120) RETURNING id, order_no
     ), line AS (
       INSERT INTO order_lines (order_id, line_no, product_id, code, name, unit, multiplier, quantity, price_value,
                                price_currency, tax_rate, amount)
       SELECT id, 1, $3, 'P', 'P', 'ADET', 1, 1, 100, 'TRY', 20, 100 FROM placed)
     SELECT id, order_no FROM placed`,
    [dealer.dealer.id, dealer.userId, product.id],
  )
  const offer = await pool.one<OfferOfDealer>(
    `WITH made AS (
       INSERT INTO offers (offer_no, dealer_id, user_id, description, currency, rates, customer_email)
       VALUES ('T2020000001', $1, $2, '', 'TRY', '{"TRY": "1"}', 'musteri@example.com') RETURNING id, offer_no
     ), line AS (
       INSERT INTO offer_items (offer_id, line_no, product_id, unit_id, code, name, unit, multiplier, quantity,
                                price_value, price_currency, tax_rate)
       SELECT id, 1, $3, $4, 'P', 'P', 'ADET', 1, 1, 100, 'TRY', 20 FROM made RETURNING id)
     SELECT made.id, line.id AS "itemId", offer_no AS "offerNo" FROM made, line`,
    [dealer.dealer.id, dealer.userId, product.id, product.unitId],
  )
  if (offer === undefined) throw new Error('Could not create an offer.')
  const paying = await addPayment(shop, dealer)
  const placed = { orderNo: order?.order_no ?? '', orderId: order?.id ?? 0 }
  const fault = await addFaultReport(shop, dealer, product)
  const exportId = newExportId()
  const state = { state: 'waiting', done: 0, total: 0, userId: admin.userId, name: 'siparisler' } as const
  await writeExportState(exportsFolder(shop.app.files), exportId, state)
  const waiting = (await addColleague(pool, dealer.dealer)).userId
  const labels = await pool.one<{ category: number; brand: number }>(
    `WITH category AS (INSERT INTO categories (name, slug) VALUES ('Vidalar', 'vidalar') RETURNING id),
       brand AS (INSERT INTO brands (code, name, slug) VALUES ('PRS', 'Pirasan', 'pirasan') RETURNING id)
     SELECT category.id AS category, brand.id AS brand FROM category, brand`,
  )
  if (labels === undefined) throw new Error('Could not create a category and a brand.')
  const [attribute = 0, attributeToDelete = 0] = await addAttributes(shop)
  const [campaign = 0, campaignToDelete = 0] = await addCampaigns(shop, product)
  const places = await addPlaces(shop)
  const importId = await addImport(shop.database.pool, admin)
  const fileImportId = await addFileImport(shop.database.pool, admin)
  const source = await addImportSource(shop.database.pool, admin, 'Tedarikçi')
  const sourceToDelete = await addImportSource(shop.database.pool, admin, 'Eski tedarikçi')
  const [profile = 0, profileToDelete = 0] = await addProfiles(shop.database.pool, admin)
  const [searchRule = 0, searchRuleToDelete = 0] = await addSearchRules(shop)
  const imports = { importId, fileImportId, source, sourceToDelete, profile, profileToDelete }
  const records = { ...(await addInvoices(shop, dealer)), ...(await addTransfers(shop, dealer)) }
  const pricing = { ...(await addPricing(shop.database.pool)), ...(await addPromotions(shop.database.pool)) }
  const ids = {
    ...pricing,
    waiting,
    exportId,
    ...imports,
    attribute,
    attributeToDelete,
    campaign,
    campaignToDelete,
    searchRule,
    searchRuleToDelete,
    places,
  }
  return { dealer, noRight, other, admin, product, offer, fault, ...ids, ...labels, ...placed, ...paying, ...records }
}

async function addCampaigns({ database: { pool } }: TestShop, { id }: TestProduct): Promise<number[]> {
  const rows = await pool.query<{ id: number }>(
    "INSERT INTO campaigns (name, position) VALUES ('Bahar', 1), ('Yaz', 2) RETURNING id",
  )
  await pool.execute('INSERT INTO campaign_products (campaign_id, product_id, position) VALUES ($1, $2, 1)', [
    rows[0]?.id,
    id,
  ])
  return rows.map((row) => row.id)
}

async function addFaultReport({ database: { pool } }: TestShop, dealer: Actor, { id, code }: TestProduct) {
  const fault = await pool.one<FaultOfDealer>(
    `WITH report AS (
       INSERT INTO fault_reports (report_no, dealer_id, user_id, product_id, product_code, product_name, description,
                                  contact_name, contact_phone, locale)
       VALUES ('A2020000001', $1, $2, $3, $4, 'P', 'Motor çalışmıyor', 'Ayşe Yılmaz', '0532 000 00 00', 'tr')
       RETURNING id, report_no
     ), event AS (
       INSERT INTO fault_report_events (report_id, state, user_id) SELECT id, 'new', $2 FROM report RETURNING id)
     SELECT report.id, report_no AS "reportNo", event.id AS event FROM report, event`,
    [dealer.dealer?.id, dealer.userId, id, code],
  )
  if (fault === undefined) throw new Error('Could not create a fault report.')
  return fault
}

/** A photo of the dealer's user that belongs to no report. */
export const unattachedPhoto = '0123456789abcdef0123456789abcdef'
/** An image of one pixel. */
export const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const token = 'a-token-of-this-length'
/** Sets the password of a user whom no other test uses. */
export const passwordToken = 'a-token-of-a-letter-of-this-length'
const reference = 'TEST0000000000000001'

async function addPayment(shop: TestShop, { userId, dealer }: Actor): Promise<Pick<People, 'payment' | 'link'>> {
  const { pool } = shop.database
  await insertPos(pool, testSecret)
  await shop.setSetting('b2b_cari_odeme_baglantisi', '1')
  const payment = await pool.one<{ id: number }>(
    `INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment, base_amount,
                           amount)
     SELECT $1, 'account', concat('account:', $2::integer), 'declined', $3, $2, min(id), 1, 10, 10 FROM pos_accounts RETURNING id`,
    [reference, userId, dealer?.id],
  )
  const link = await pool.one<{ id: number }>(
    `INSERT INTO payment_links (token_hash, dealer_id, user_id, amount, expires_at)
     VALUES ($1, $2, $3, 100, now() + interval '1 day') RETURNING id`,
    [createHash('sha256').update(token).digest(), dealer?.id, userId],
  )
  return { payment: { id: payment?.id ?? 0, reference }, link: { id: link?.id ?? 0, token } }
}

export function visitorOf(shop: TestShop, people: People, who: ActorName): Promise<TestVisitor> {
  return who === 'guest' ? shop.guest() : shop.signedIn(people[who])
}

/** Restores what requests change: two of the product in the cart; the dealer's order, offer, payment link and photo. */
export async function refillCart(shop: TestShop, people: People, who: ActorName): Promise<void> {
  await restoreRows(shop, people)
  await fillCartOf(shop, people, who)
}

/** Restores the rows that requests of anybody change, except for carts. */
export async function restoreRows({ database: { pool } }: TestShop, people: People): Promise<void> {
  await restoreOffer(pool, people.offer.id)
  await pool.execute(
    `UPDATE orders SET state = 'received', is_cancel = false, cancelled_at = NULL, cancelled_by = NULL, sent_to_erp_at = NULL,
            objection_until = NULL
      WHERE id = $1`,
    [people.orderId],
  )
  await pool.execute('UPDATE order_lines SET cancelled = 0, confirmed = 0 WHERE order_id = $1', [people.orderId])
  await restoreFeed(pool, people.dealer)
  await restoreLists(pool, people.dealer, people.product.id)
  await pool.execute('UPDATE payment_links SET cancelled_at = NULL WHERE id = $1', [people.link.id])
  await restoreAnnouncements(pool, people.admin)
  await restoreApplications(pool, people.admin)
  await restoreErasure(pool)
  await pool.execute(
    'INSERT INTO fault_report_photos (file, user_id, width, height) VALUES ($1, $2, 1, 1) ON CONFLICT DO NOTHING',
    [unattachedPhoto, people.dealer.userId],
  )
  await pool.execute(
    `WITH reader AS (INSERT INTO users (email, name, role) VALUES ('yeni@example.com', 'Y', 'admin')
       ON CONFLICT (email) DO UPDATE SET name = excluded.name RETURNING id)
     INSERT INTO one_time_links (token_hash, user_id, kind, expires_at)
     SELECT $1, id, 'reset', now() + interval '1 hour' FROM reader
     ON CONFLICT (token_hash) DO UPDATE SET used_at = NULL`,
    [createHash('sha256').update(passwordToken).digest()],
  )
}

/** Puts two of the product into the cart of a dealer's user. */
export async function fillCartOf({ database: { pool } }: TestShop, people: People, who: ActorName): Promise<void> {
  if (who === 'guest' || who === 'admin') return
  await pool.execute('DELETE FROM carts WHERE user_id = $1', [people[who].userId])
  await fillCart(pool, people[who], [{ unitId: people.product.unitId, quantity: 2 }])
}

async function addAttributes({ database: { pool } }: TestShop): Promise<number[]> {
  const rows = await pool.query<{ id: number }>(
    "INSERT INTO attributes (key, name_tr, type) VALUES ('guc', 'Güç', 'text'), ('devir', 'Devir', 'text') RETURNING id",
  )
  await pool.execute('INSERT INTO attribute_labels (folded, attribute_id) SELECT fold(name_tr), id FROM attributes')
  return rows.map(({ id }) => id)
}

async function addSearchRules({ database: { pool } }: TestShop): Promise<number[]> {
  const rows = await pool.query<{ id: number }>(
    "INSERT INTO search_rules (kind, words, targets) VALUES ('synonyms', '{a,b}', '{}'), ('synonyms', '{c,d}', '{}') RETURNING id",
  )
  return rows.map(({ id }) => id)
}
