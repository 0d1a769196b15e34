import { neededFields, type promotionFields } from '#contract/admin/imports/file-import-options.ts'
import { promotionRowsMax } from '#domain/promotions/promotion-kinds.ts'
import {
  foreignFields,
  ofItsKind,
  type PromotionDraft,
  type PromotionProblem,
} from '#domain/promotions/check-promotion.ts'
import { readParts, readSteps } from '#domain/promotions/promotion-cells.ts'
import type { PromotionKind } from '#domain/promotions/promotion-kinds.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import {
  emptyPromotion,
  mergePromotions,
  openPromotionImport,
  type PromotionImport,
  promotionStaging,
  type PromotionTerms,
  removePromotions,
} from '#server/promotions/promotions.ts'
import {
  type AccountImport,
  type AccountResult,
  type ExistingData,
  type ImportKind,
  openRecords,
  readCode,
  type RecordReader,
  RowSkipped,
  runAccountImport,
} from '#server/statement/statement.ts'
import { nameOfWord, readSwitch, sharedWords } from './shared-columns.ts'

type Field = (typeof promotionFields)[number]

/** Column names by field, as they are compared: folded, letters and digits only. */
const promotionWords = {
  ...sharedWords,
  promotion_code: 'kod promosyonkodu promosyonkod promotioncode code',
  promotion_name: 'ad adi promosyonadi promosyon promotionname name',
  promotion_name_en: 'ingilizcead ingilizceadi englishname nameen',
  promotion_kind: 'tur turu promosyonturu promotionkind kind type',
  buy_quantity: 'alinanmiktar alinan quantitybought buyquantity buy',
  free_quantity: 'bedavamiktar bedavaverilen bedava quantityfree freequantity free',
  free_product: 'bedavaurun bedavaurunkodu bedavaverilenurun freeproduct',
  price: 'fiyat paketfiyati bundleprice price',
  bundle_parts: 'paketurunleri paketicerigi parcalar bundleproducts bundleparts parts',
  basket_steps: 'sepetbasamaklari basamaklar basketsteps steps',
  combines: 'birlesir baskapromosyonlarlabirlesir combines',
  needs_coupon: 'kuponister kupon needscoupon',
  total_quota: 'toplamkota kota totalquota quota',
  dealer_quota: 'bayibasinakota bayikotasi dealerquota quotaperdealer',
  order_limit: 'siparisbasinaencok orderlimit mostperorder',
} as const satisfies Record<Field, string>

/** Fields of an import by those of a promotion, which are also their names in the API. */
export const promotionNames = {
  promotion_code: 'code',
  promotion_name: 'name',
  promotion_name_en: 'nameEn',
  promotion_kind: 'kind',
  dealer: 'dealer',
  dealer_group: 'group',
  region: 'region',
  product_code: 'product',
  brand: 'brand',
  category: 'category',
  buy_quantity: 'buy',
  free_quantity: 'free',
  free_product: 'freeProduct',
  price: 'price',
  currency: 'currency',
  bundle_parts: 'parts',
  basket_steps: 'steps',
  starts_on: 'startsOn',
  ends_on: 'endsOn',
  priority: 'priority',
  combines: 'combines',
  needs_coupon: 'needsCoupon',
  total_quota: 'totalQuota',
  dealer_quota: 'dealerQuota',
  order_limit: 'orderLimit',
  is_active: 'isActive',
} as const satisfies Record<Field, keyof PromotionDraft>
const fields = Object.keys(promotionNames) as Field[]

const kindWords: Readonly<Record<PromotionKind, string>> = {
  bundle: 'paketfiyat paket takim bundle',
  free_goods: 'malfazlasi bedavamal freegoods',
  basket_step: 'sepetbasamagi sepet basketstep basket',
}

/** The longest text of all parts or steps. */
const longestList = 12_000

type PromotionItem = PromotionTerms['row'] & Pick<PromotionTerms, 'steps' | 'parts'>

/** Promotions by code. A column that the file lacks leaves what is stored as it is; an empty cell clears it. */
export function openPromotions(): ImportKind<Field, PromotionItem> {
  let promotions: PromotionImport | undefined
  return {
    name: 'promotions',
    open: ({ file, ...options }) =>
      openRecords(file, {
        ...options,
        words: promotionWords,
        numbers: ['buy_quantity', 'free_quantity', 'price', 'priority', 'total_quota', 'dealer_quota', 'order_limit'],
      }),
    needs: neededFields.promotions,
    async prepare(db) {
      promotions = await openPromotionImport(db)
    },
    read(record, existing) {
      if (promotions === undefined) throw new Error('The import is not prepared.')
      return readPromotion(record, existing, promotions)
    },
    keyOf: ({ code }) => code,
    repeated: 'promotion_code_repeated',
    staging: promotionStaging,
    async remove(db, removed) {
      const { gone, used } = await removePromotions(
        db,
        removed.map(({ reference }) => reference),
      )
      const linesOf = (codes: ReadonlySet<string>) =>
        removed.flatMap(({ line, reference }) => (codes.has(reference) ? [line] : []))
      const rejected = linesOf(used).map((line) => ({ line, code: 'promotion_in_use' as const, facts: {} }))
      return { lines: linesOf(gone), dealerIds: [], rejected }
    },
    merge: async (db) => ({ ...(await mergePromotions(db)), dealerIds: [] }),
  }
}

/** Imports promotions from a file. */
export function importPromotions(pool: Pool, options: AccountImport): Promise<AccountResult> {
  return runAccountImport(pool, openPromotions(), options)
}

type Reader = RecordReader<Field>

async function readPromotion(
  record: Reader,
  existing: ExistingData,
  promotions: PromotionImport,
): Promise<PromotionItem> {
  const code = record.text('promotion_code')
  if (code === '') return skip(record, 'code', 'missing')
  const draft = draftOf(record, existing, { code, stored: promotions.stored(code) })
  const [foreign] = foreignFields(draft)
  if (foreign !== undefined) return skip(record, foreign, 'not_of_kind')
  const resolved = await promotions.resolve(ofItsKind(draft))
  if (resolved.ok) return { ...resolved.terms.row, steps: resolved.terms.steps, parts: resolved.terms.parts }
  const [first] = resolved.issues
  return skip(record, first?.field ?? 'code', first?.problem ?? 'missing', first?.facts)
}

/** The title of the column stands before the sentence. */
function skip(
  record: Reader,
  name: keyof PromotionDraft,
  problem: PromotionProblem,
  facts: Readonly<Record<string, string | number>> = {},
): never {
  const field = fields.find((each) => promotionNames[each] === name) ?? 'promotion_code'
  throw new RowSkipped(`promotion_${problem}`, { ...facts, column: record.title(field) })
}

function draftOf(
  record: Reader,
  existing: ExistingData,
  { code, stored }: { code: string; stored: PromotionDraft | undefined },
): PromotionDraft {
  const kind = kindOf(record, stored)
  // A promotion that becomes one of another kind loses what only its former kind has.
  const base = ofItsKind({ ...(stored ?? emptyPromotion), kind })
  const text = (field: Field, before: string) => (record.has(field) ? record.text(field) : before)
  const number = (field: Field, before: string) => (record.has(field) ? (record.amount(field) ?? '') : before)
  const day = (field: Field, before: string) => (record.has(field) ? (record.day(field) ?? '') : before)
  const currency = record.has('currency') && kind !== 'free_goods' ? readCode(record, existing) : base.currency
  return {
    code,
    name: text('promotion_name', base.name),
    nameEn: text('promotion_name_en', base.nameEn),
    kind,
    dealer: text('dealer', base.dealer),
    group: text('dealer_group', base.group),
    region: text('region', base.region),
    product: text('product_code', base.product),
    brand: text('brand', base.brand),
    category: text('category', base.category),
    buy: number('buy_quantity', base.buy),
    free: number('free_quantity', base.free),
    freeProduct: text('free_product', base.freeProduct),
    price: record.has('price') ? (record.amount('price', currency) ?? '') : base.price,
    currency,
    steps: listOf(record, 'basket_steps', { before: base.steps, read: readSteps, problem: 'steps_format' }),
    parts: listOf(record, 'bundle_parts', { before: base.parts, read: readParts, problem: 'parts_format' }),
    startsOn: day('starts_on', base.startsOn),
    endsOn: day('ends_on', base.endsOn),
    priority: number('priority', base.priority) || '0',
    combines: readSwitch(record, 'combines', { before: base.combines, empty: false }),
    needsCoupon: readSwitch(record, 'needs_coupon', { before: base.needsCoupon, empty: false }),
    totalQuota: number('total_quota', base.totalQuota),
    dealerQuota: number('dealer_quota', base.dealerQuota),
    orderLimit: number('order_limit', base.orderLimit),
    isActive: readSwitch(record, 'is_active', { before: base.isActive, empty: true }),
  }
}

function kindOf(record: Reader, stored: PromotionDraft | undefined): PromotionKind {
  if (!record.has('promotion_kind') && stored !== undefined) return stored.kind
  const text = record.text('promotion_kind')
  if (text === '') return skip(record, 'kind', 'missing')
  return nameOfWord(kindWords, text) ?? skip(record, 'kind', 'kind_unknown', { value: text.slice(0, 60) })
}

type ListColumn<Row> = { before: Row[]; read: (text: string) => Row[] | null; problem: PromotionProblem }

/** The steps or parts of a cell. */
function listOf<Row>(
  record: Reader,
  field: 'basket_steps' | 'bundle_parts',
  { before, read, problem }: ListColumn<Row>,
): Row[] {
  if (!record.has(field)) return before
  const text = record.text(field, longestList)
  const rows = read(text) ?? skip(record, promotionNames[field], problem, { value: text.slice(0, 60) })
  return rows.length > promotionRowsMax
    ? skip(record, promotionNames[field], 'too_many', { most: promotionRowsMax })
    : rows
}
