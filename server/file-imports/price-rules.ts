import { neededFields, type priceRuleFields } from '#contract/admin/imports/file-import-options.ts'
import type { RuleDraft } from '#domain/pricing/check-rule.ts'
import { isQuantityKind, type RuleKind } from '#domain/pricing/price-rule.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import {
  emptyRule,
  mergeRules,
  openRuleImport,
  removeRules,
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
import { nameOfWord, readSwitch, sharedWords } from './shared-columns.ts'

/** Column names by field, as they are compared: folded, letters and digits only. */
const ruleWords = {
  ...sharedWords,
  rule_code: 'kod kuralkodu kuralkod kuralno rulecode code',
  rule_name: 'ad adi kuraladi kural isim rulename name',
  rule_kind: 'tur turu kuralturu rulekind kind type',
  price_list: 'fiyatlistesi fiyatlistekodu liste listekodu pricelist list',
  price: 'fiyat netfiyat birimfiyat birimfiyati price netprice unitprice fixedprice',
  chain: 'iskonto iskontozinciri iskontooran iskontoorani indirim chain discount discounts discountchain',
  above_cost:
    'maliyetustu maliyetustuyuzde maliyetustuoran maliyetyuzdesi maliyetarti abovecost abovecostpercent costplus percentabovecost',
  min_quantity: 'enaz enazmiktar asgarimiktar minmiktar miktar minimum minimumquantity minquantity quantity',
  rule_unit: 'birim unit',
  period_days: 'donem donemgun gun gunsayisi period perioddays days',
  stops: 'durdurur stops',
  keeps_discount: 'geneliskontokalir iskontokalir keepsdiscount keepsgeneraldiscount',
} as const satisfies Record<(typeof priceRuleFields)[number], string>
type Field = keyof typeof ruleWords

const kindWords: Readonly<Record<RuleKind, string>> = {
  list: 'fiyatlistesikurali fiyatlistesi liste pricelistrule pricelist list',
  agreement: 'fiyatanlasmasi anlasma priceagreement agreement',
  chain: 'iskontozinciri zincir iskonto discountchain chain discount',
  tier: 'miktarkademesi kademe quantitytier tier quantitybreak',
  floor: 'tabanfiyat taban pricefloor floor',
  minimum: 'enazmiktar enaz asgarimiktar asgari minimumquantity minimum',
  multiple: 'miktarkati kat kati katlari paket orderquantitymultiple quantitymultiple multiple pack',
  maximum: 'siparisbasinaencok encokmiktar encok azami maximumperorder maximumquantity maximum',
  period_maximum: 'donemdeencok donemlikencok donem maximumperperiod periodmaximum',
  order_minimum: 'enazsiparistutari siparistutari enaztutar minimumorderamount minimumorder orderminimum',
}
type RuleItem = Omit<RuleTerms, 'code'> & { code: string }

/** Rules by code. A column that the file lacks leaves what is stored as it is; an empty cell clears it. */
export function openPriceRules(): ImportKind<Field, RuleItem> {
  let rules: RuleImport | undefined
  return {
    name: 'price_rules',
    open: ({ file, ...options }) =>
      openRecords(file, {
        ...options,
        words: ruleWords,
        numbers: ['price', 'above_cost', 'min_quantity', 'period_days', 'priority'],
      }),
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
    async remove(db, removed) {
      const gone = new Set(
        await removeRules(
          db,
          removed.map(({ reference }) => reference),
        ),
      )
      return { lines: removed.flatMap(({ line, reference }) => (gone.has(reference) ? [line] : [])), dealerIds: [] }
    },
    merge: async (db) => ({ ...(await mergeRules(db)), dealerIds: [] }),
  }
}

/** Imports price rules from a file. */
export function importPriceRules(pool: Pool, options: AccountImport): Promise<AccountResult> {
  return runAccountImport(pool, openPriceRules(), options)
}

function readRule(record: RecordReader<Field>, existing: ExistingData, rules: RuleImport): RuleItem {
  const code = record.text('rule_code')
  if (code === '') throw new RowSkipped('rule_code_missing')
  const resolved = rules.resolve(draftOf(record, existing, { code, stored: rules.stored(code) }))
  if (resolved.ok) return { ...resolved.terms, code }
  const [first] = resolved.issues
  // Rows have one field for every quantity.
  const field = first?.field === 'minQuantity' ? 'quantity' : (first?.field ?? 'name')
  throw new RowSkipped(first?.problem ?? 'rule_name_missing', { ...first?.facts, field })
}

function draftOf(
  record: RecordReader<Field>,
  existing: ExistingData,
  { code, stored }: { code: string; stored: RuleDraft | undefined },
): RuleDraft {
  const base = stored ?? emptyRule
  const text = (field: Field, before: string) => (record.has(field) ? record.text(field) : before)
  const price = record.has('price') ? (record.amount('price', priceCurrency(record, existing)) ?? '') : base.price
  const kind = kindOf(record, stored)
  // One column for where a tier begins and for what a rule of quantity prescribes.
  const before = base.minQuantity || base.quantity
  const quantity = record.has('min_quantity') ? (record.amount('min_quantity') ?? '') : before
  return {
    code,
    name: text('rule_name', base.name),
    kind,
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
    aboveCost: record.has('above_cost') ? (record.amount('above_cost') ?? '') : base.aboveCost,
    minQuantity: isQuantityKind(kind) ? '' : quantity,
    quantity: isQuantityKind(kind) ? quantity : '',
    periodDays: record.has('period_days') ? (record.amount('period_days') ?? '') : base.periodDays,
    unit: text('rule_unit', base.unit),
    startsOn: record.has('starts_on') ? (record.day('starts_on') ?? '') : base.startsOn,
    endsOn: record.has('ends_on') ? (record.day('ends_on') ?? '') : base.endsOn,
    priority: record.has('priority') ? (record.amount('priority') ?? '0') : base.priority,
    stops: readSwitch(record, 'stops', { before: base.stops, empty: false }),
    keepsDiscount: readSwitch(record, 'keeps_discount', { before: base.keepsDiscount, empty: false }),
    isActive: readSwitch(record, 'is_active', { before: base.isActive, empty: true }),
  }
}

/** The currency that a symbol beside the price must agree with. */
const priceCurrency = (record: RecordReader<Field>, existing: ExistingData): string | undefined =>
  record.has('currency') && record.text('price') !== '' ? readCode(record, existing) : 'TRY'

function kindOf(record: RecordReader<Field>, stored: RuleDraft | undefined): RuleKind {
  const text = record.text('rule_kind')
  if (!record.has('rule_kind') && stored !== undefined) return stored.kind
  const kind = nameOfWord(kindWords, text)
  if (kind === undefined) throw new RowSkipped('rule_kind_unknown', { value: text.slice(0, 60) })
  return kind
}
