import type { DealerValues } from '#contract/admin/dealers.ts'
import { parseFixedRates } from '#domain/money/rate-policy.ts'
import { parseDay } from '#domain/text/calendar-day.ts'
import { formFormats } from '#domain/text/format.ts'
import { type AuditedChange, type Author, differenceOf, writeAuditEntries } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { rowsTransaction } from '#server/platform/db/rows-transaction.ts'
import { lockCodes } from './change-dealer.ts'
import { type DealerRow, loadDealerChoices, lockDealersByCode } from './dealer-rows.ts'
import { auditedDealer, parseDealer, valuesOf } from './dealer-values.ts'
import { exactOf, type Fields } from './typed-values.ts'

/** Only what is named changes. `discount` and `riskLimit` are decimal texts; '' clears a text, or the price list. */
export type DealerRowInput = {
  line: number
  values: { code: string } & Partial<Omit<DealerValues, 'code' | 'branches'>>
  isActive?: boolean | undefined
}
export type DealerRowResult = {
  line: number
  status: 'created' | 'updated' | 'unchanged' | 'rejected'
  /** Of a rejected row: the problem of each field. */
  problems: Fields
}
type Options = { author: Author; isAtomic: boolean }

type Choices = Awaited<ReturnType<typeof loadDealerChoices>>
type Plan = DealerRowResult & { write?: Write; change?: AuditedChange[] }
type Write = Record<string, unknown> & { id: number | null; is_active: boolean | null }

/**
 * Adds and changes dealers by their codes, which differ, with the checks of the dealer form. Good rows are written although
 * others are rejected, unless `isAtomic`. Deactivating a dealer ends the sessions of its users.
 */
export function saveDealerRows(
  pool: Pool,
  rows: readonly DealerRowInput[],
  { author, isAtomic }: Options,
): Promise<{ isWritten: boolean; results: DealerRowResult[] }> {
  return rowsTransaction(pool, isAtomic, async (db) => {
    await lockCodes(db)
    const choices = await loadDealerChoices(db)
    const codes = rows.map(({ values }) => values.code)
    const existing = new Map((await lockDealersByCode(db, codes)).map((row) => [row.code, row]))
    const plans = rows.map((row) => planRow(row, existing.get(row.values.code), choices))
    await writeDealers(
      db,
      plans.flatMap(({ write }) => write ?? []),
    )
    await writeAuditEntries(
      db,
      author,
      plans.flatMap(({ change = [] }) => change),
    )
    return plans.map(({ line, status, problems }) => ({ line, status, problems }))
  })
}

const newDealer: DealerValues = {
  code: '',
  name: '',
  contactName: '',
  email: '',
  phone: '',
  address: '',
  district: '',
  city: '',
  taxOffice: '',
  taxNumber: '',
  region: '',
  representative: '',
  priceList: '',
  group: '',
  discount: '0',
  riskLimit: '0',
  riskMode: 'order',
  ratePolicy: 'order_day',
  fixedRates: '',
  ratesUntil: '',
  carrierPayer: 'store',
  branches: [],
}

function planRow({ line, values, isActive }: DealerRowInput, row: DealerRow | undefined, choices: Choices): Plan {
  const before = row === undefined ? newDealer : valuesOf(row)
  const read = parseDealer({ ...before, ...typedOf(values) }, choices)
  // What the row does not name is not its problem: values that other ways brought in may break rules of the form.
  const problems = read.ok ? {} : namedProblems(read.fields ?? {}, values, row === undefined)
  if (Object.keys(problems).length > 0) return { line, status: 'rejected', problems }
  const after = read.ok ? read.values : { ...before, ...typedOf(values) }
  const difference = differenceOf(auditedDealer(before), auditedDealer(after))
  const isSwitched = isActive !== undefined && isActive === (row?.is_disabled ?? false)
  if (row !== undefined && difference === null && !isSwitched) return { line, status: 'unchanged', problems }
  const id = values.code
  const change: AuditedChange[] = []
  if (row === undefined) change.push({ action: 'create', noun: 'dealer', id, after: auditedDealer(after) })
  else if (difference !== null) change.push({ action: 'change', noun: 'dealer', id, ...difference })
  if (isSwitched) change.push({ action: isActive ? 'activate' : 'deactivate', noun: 'dealer', id })
  const write = { ...columnsOf(after, values), id: row?.id ?? null, is_active: isActive ?? null }
  return { line, status: row === undefined ? 'created' : 'updated', problems, write, change }
}

/** Decimal texts as the form writes them. */
function typedOf({ discount, riskLimit, ...values }: DealerRowInput['values']): Partial<DealerValues> {
  return {
    ...values,
    ...(discount !== undefined && { discount: typedAmount(discount) }),
    ...(riskLimit !== undefined && { riskLimit: typedAmount(riskLimit) }),
  }
}

/** More than two decimals are refused, not rounded. */
const typedAmount = (text: string): string =>
  /^\d{1,12}(?:\.\d{1,2})?$/.test(text) ? formFormats.formatNumber(text, 2) : '-'

function namedProblems(fields: Fields, named: object, isNew: boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => isNew || field in named))
}

/** An amount that the row does not name stays as it is stored, with more decimals than the form shows. */
function columnsOf(after: DealerValues, named: DealerRowInput['values']) {
  return {
    code: after.code,
    name: after.name,
    contact_name: after.contactName,
    email: after.email,
    phone: after.phone,
    address: after.address,
    district: after.district,
    city: after.city,
    tax_office: after.taxOffice,
    tax_number: after.taxNumber,
    region: after.region,
    representative: after.representative,
    price_list: after.priceList,
    dealer_group: after.group,
    discount: named.discount === undefined ? null : exactOf(after.discount),
    risk_limit: named.riskLimit === undefined ? null : exactOf(after.riskLimit),
    risk_mode: after.riskMode,
    rate_policy: after.ratePolicy,
    fixed_rates: parseFixedRates(after.fixedRates) ?? {},
    rates_until: parseDay(after.ratesUntil),
    carrier_payer: after.carrierPayer,
  }
}

const given = `json_to_recordset($1) AS g (id integer, is_active boolean, code text, name text, contact_name text, email text,
  phone text, address text, district text, city text, tax_office text, tax_number text, region text, representative text, price_list text, dealer_group text, discount numeric,
  risk_limit numeric, risk_mode text, rate_policy text, fixed_rates jsonb, rates_until date, carrier_payer text)`
const texts = `g.code, g.name, g.contact_name, g.email, nullif(g.phone, ''), nullif(g.address, ''), nullif(g.district, ''),
  nullif(g.city, ''), nullif(g.tax_office, ''), nullif(g.tax_number, ''), g.region, g.representative,
  (SELECT l.id FROM price_lists l WHERE l.code = g.price_list),
  (SELECT o.id FROM dealer_groups o WHERE o.code = g.dealer_group), g.risk_mode, g.rate_policy,
  g.fixed_rates, g.rates_until, g.carrier_payer`
const columns = `code, name, contact_name, email, phone, address, district, city, tax_office, tax_number, region, representative, price_list_id,
  group_id, risk_mode, rate_policy, fixed_rates, rates_until, carrier_payer, discount, risk_limit, disabled_at`

async function writeDealers(db: Db, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return
  const rows = [JSON.stringify(writes)]
  await db.execute(
    `INSERT INTO dealers (${columns})
     SELECT ${texts}, coalesce(g.discount, 0), coalesce(g.risk_limit, 0), CASE WHEN NOT g.is_active THEN now() END
       FROM ${given} WHERE g.id IS NULL`,
    rows,
  )
  await db.execute(
    `UPDATE dealers d SET (${columns}) = (${texts}, coalesce(g.discount, d.discount), coalesce(g.risk_limit, d.risk_limit),
            CASE WHEN g.is_active THEN NULL WHEN NOT g.is_active THEN coalesce(d.disabled_at, now()) ELSE d.disabled_at END)
       FROM ${given} WHERE d.id = g.id`,
    rows,
  )
  const closed = writes.filter(({ is_active }) => is_active === false).map(({ id }) => id)
  await db.execute('DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE dealer_id = ANY ($1))', [closed])
}
