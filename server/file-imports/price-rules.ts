import { neededFields, type priceRuleFields } from '#contract/admin/imports/file-import-options.ts'
import type { RuleDraft } from '#domain/pricing/check-rule.ts'
import type { RuleKind } from '#domain/pricing/price-rule.ts'
import { squeezeCode } from '#domain/text/text.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import {
  emptyRule,
  mergeRules,
  openRuleImport,
  type RuleImport,
  ruleStaging,
  type RuleTerms,
} from '#server/pricing/pricing.ts'
import {
  type AccountImport,
  type AccountResult,
  type ImportKind,
  openRecords,
  readCode,
  type RecordReader,
  RowSkipped,
  runAccountImport,
  type ExistingData,
} from '#server/statement/statement.ts'

/** Column names by field, as they are compared: folded, letters and digits only. */
const ruleWords = {
  rule_code: 'kod kuralkodu kuralkod kuralno rulecode code',
  rule_name: 'ad adi kuraladi kural isim rulename name',
  rule_kind: 'tur turu kuralturu rulekind kind type',
  dealer: 'bayikodu bayikod bayi carikodu carikod hesapkodu dealercode dealer customercode',
  dealer_group: 'grup grupkodu bayigrubu bayigrupkodu dealergroup group groupcode',
  region: 'bolge region',
  product_code: 'stokkodu stokkod stokod urunkodu urunkod malzemekodu productcode stockcode itemcode sku',
  brand: 'marka markaadi brand',
  category: 'kategoriyolu kategori categorypath category',
  price_list: 'fiyatlistesi fiyatlistekodu liste listekodu pricelist list',
  price: 'fiyat netfiyat birimfiyat birimfiyati price netprice unitprice fixedprice',
  currency: 'doviz dovizcinsi dovizkodu parabirimi pb currency cur',
  chain: 'iskonto iskontozinciri iskontooran iskontoorani indirim chain discount discounts discountchain',
  min_quantity: 'enaz enazmiktar asgarimiktar minmiktar miktar minimum minimumquantity minquantity quantity',
  rule_unit: 'birim unit',
  starts_on: 'baslangic baslangictarihi ilkgun startson start startdate validfrom firstday',
  ends_on: 'bitis bitistarihi songun endson end enddate validuntil lastday',
  priority: 'oncelik priority',
  stops: 'durdurur stops',
  keeps_discount: 'geneliskontokalir iskontokalir keepsdiscount keepsgeneraldiscount',
  is_active: 'acik aktif etkin active isactive enabled',
} as const satisfies Record<(typeof priceRuleFields)[number], string>
type Field = keyof typeof ruleWords

const kindWords: Readonly<Record<RuleKind, string>> = {
  list: 'fiyatlistesikurali fiyatlistesi liste pricelistrule pricelist list',
  agreement: 'fiyatanlasmasi anlasma priceagreement agreement',
  chain: 'iskontozinciri zincir iskonto discountchain chain discount',
  tier: 'miktarkademesi kademe quantitytier tier quantitybreak',
  floor: 'tabanfiyat taban pricefloor floor',
}
const yesWords = new Set(['evet', 'e', 'yes', 'y', 'true', 'dogru', '1', 'x', 'var', 'acik', 'aktif', 'active', 'on'])
const noWords = new Set(['hayir', 'h', 'no', 'n', 'false', 'yanlis', '0', 'yok', 'kapali', 'pasif', 'inactive', 'off'])

type RuleItem = Omit<RuleTerms, 'code'> & { code: string }

/** Rules by code. A column that the file lacks leaves what is stored as it is; an empty cell clears it. */
function openKind(): ImportKind<Field, RuleItem> {
  let rules: RuleImport | undefined
  return {
    name: 'price_rules',
    open: ({ file, ...options }) =>
      openRecords(file, { ...options, words: ruleWords, numbers: ['price', 'min_quantity', 'priority'] }),
    needs: neededFields.price_rules,
    async prepare(db) {
      rules = await openRuleImport(db)
    },
    read(record, existing) {
      if (rules === undefined) throw new Error('The import is not prepared.')
      return readRule(record, existing, rules)
    },
    keyOf: ({ code }) => code,
    repeated: 'rule_code_repeated',
    staging: ruleStaging,
    merge: async (db) => ({ ...(await mergeRules(db)), dealerIds: [] }),
  }
}

/** Imports price rules from a file. */
export function importPriceRules(pool: Pool, options: AccountImport): Promise<AccountResult> {
  return runAccountImport(pool, openKind(), options)
}

function readRule(record: RecordReader<Field>, existing: ExistingData, rules: RuleImport): RuleItem {
  const code = record.text('rule_code')
  if (code === '') throw new RowSkipped('rule_code_missing')
  const resolved = rules.resolve(draftOf(record, existing, { code, stored: rules.stored(code) }))
  if (resolved.ok) return { ...resolved.terms, code }
  const [first] = resolved.issues
  throw new RowSkipped(first?.problem ?? 'rule_name_missing', first?.facts ?? {})
}

function draftOf(
  record: RecordReader<Field>,
  existing: ExistingData,
  { code, stored }: { code: string; stored: RuleDraft | undefined },
): RuleDraft {
  const base = stored ?? emptyRule
  const text = (field: Field, before: string) => (record.has(field) ? record.text(field) : before)
  const price = record.has('price') ? (record.amount('price', priceCurrency(record, existing)) ?? '') : base.price
  return {
    code,
    name: text('rule_name', base.name),
    kind: kindOf(record, stored),
    dealer: text('dealer', base.dealer),
    group: text('dealer_group', base.group),
    region: text('region', base.region),
    product: text('product_code', base.product),
    brand: text('brand', base.brand),
    category: text('category', base.category),
    priceList: text('price_list', base.priceList),
    price,
    currency: price !== '' && record.has('currency') ? readCode(record, existing) : base.currency,
    chain: text('chain', base.chain),
    minQuantity: record.has('min_quantity') ? (record.amount('min_quantity') ?? '') : base.minQuantity,
    unit: text('rule_unit', base.unit),
    startsOn: record.has('starts_on') ? (record.day('starts_on') ?? '') : base.startsOn,
    endsOn: record.has('ends_on') ? (record.day('ends_on') ?? '') : base.endsOn,
    priority: record.has('priority') ? (record.amount('priority') ?? '0') : base.priority,
    stops: switchOf(record, 'stops', { before: base.stops, empty: false }),
    keepsDiscount: switchOf(record, 'keeps_discount', { before: base.keepsDiscount, empty: false }),
    isActive: switchOf(record, 'is_active', { before: base.isActive, empty: true }),
  }
}

/** The currency that a symbol beside the price must agree with. */
const priceCurrency = (record: RecordReader<Field>, existing: ExistingData): string | undefined =>
  record.has('currency') && record.text('price') !== '' ? readCode(record, existing) : 'TRY'

function kindOf(record: RecordReader<Field>, stored: RuleDraft | undefined): RuleKind {
  const text = record.text('rule_kind')
  if (!record.has('rule_kind') && stored !== undefined) return stored.kind
  const word = squeezeCode(text)
  const kind = Object.entries(kindWords).find(([, words]) => words.split(' ').includes(word))?.[0]
  if (kind === undefined) throw new RowSkipped('rule_kind_unknown', { value: text.slice(0, 60) })
  return kind as RuleKind
}

function switchOf(
  record: RecordReader<Field>,
  field: 'stops' | 'keeps_discount' | 'is_active',
  { before, empty }: { before: boolean; empty: boolean },
): boolean {
  if (!record.has(field)) return before
  const text = record.text(field)
  const word = squeezeCode(text)
  if (word === '') return empty
  if (yesWords.has(word)) return true
  if (noWords.has(word)) return false
  throw new RowSkipped('rule_switch_unknown', { column: record.title(field), value: text.slice(0, 60) })
}
