import { type costFields, neededFields } from '#contract/admin/imports/file-import-options.ts'
import { deleteCosts, type NewCost, saveCosts } from '#server/catalog/catalog.ts'
import { decimal } from '#domain/money/money.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
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

/** Column names by field, as they are compared: folded, letters and digits only. */
const costColumns = {
  product_code:
    'stokkodu stokkod stokod urunkodu urunkod malzemekodu malzemekod itemcode kod productcode stockcode sku code',
  cost: 'maliyet birimmaliyet birimmaliyeti alisfiyati alisfiyat sonalisfiyati sonalis netalis cost unitcost costprice',
  currency: 'doviz dovizcinsi dovizkodu parabirimi pb currency cur',
} as const satisfies Record<(typeof costFields)[number], string>
type Field = keyof typeof costColumns

/** `dealer_id` is null: costs belong to no account. */
type CostItem = { code: string; cost: string; currency: string; dealer_id: null }

/** Costs of base units before tax, by product code. A row without a currency is in lira. */
export const costs: ImportKind<Field, CostItem> = {
  name: 'costs',
  open: ({ file, ...options }) => openRecords(file, { ...options, words: costColumns, numbers: ['cost'] }),
  needs: neededFields.costs,
  read: readCost,
  keyOf: ({ code }) => code,
  repeated: 'cost_repeated',
  staging: 'code text, cost numeric, currency text, dealer_id integer',
  remove: async (db, removed) => ({ lines: await deleteCosts(db, removed), dealerIds: [] }),
  merge: mergeCosts,
}

const costsAtOnce = 5_000

async function mergeCosts(db: Db) {
  const rows = await db.query<NewCost>('SELECT line, code, cost, currency FROM account_rows ORDER BY line')
  const found: Awaited<ReturnType<typeof saveCosts>> = { saved: [], unknown: [] }
  for (let at = 0; at < rows.length; at += costsAtOnce) {
    const { saved, unknown } = await saveCosts(db, rows.slice(at, at + costsAtOnce))
    found.saved.push(...saved)
    found.unknown.push(...unknown)
  }
  await db.execute(
    'INSERT INTO account_outcomes SELECT line, is_new FROM json_to_recordset($1) AS s (line integer, is_new boolean)',
    [JSON.stringify(found.saved)],
  )
  const added = found.saved.filter(({ is_new: isNew }) => isNew).length
  const warnings = found.unknown.map(
    ({ line, code: value }) => ({ line, code: 'cost_product_unknown', facts: { value } }) as const,
  )
  return { added, changed: found.saved.length - added, dealerIds: [], warnings }
}

/** Imports the costs of products from a file of the ERP. */
export function importCosts(pool: Pool, options: AccountImport): Promise<AccountResult> {
  return runAccountImport(pool, costs, options)
}

function readCost(record: RecordReader<Field>, existing: ExistingData): CostItem {
  const code = record.text('product_code')
  if (code === '') throw new RowSkipped('product_code_missing')
  const currency = readCode(record, existing)
  const cost = record.amount('cost', currency)
  if (cost === null) throw new RowSkipped('cost_missing')
  if (decimal(cost).lessThan(0)) throw new RowSkipped('number_negative', { column: record.title('cost'), value: cost })
  // As the column stores it, so that the same file changes nothing.
  return { code, cost: decimal(cost).toFixed(4), currency, dealer_id: null }
}
