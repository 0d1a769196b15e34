import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { type AddressLine, type AddressValues, addressesMax } from '#contract/shop/addresses.ts'
import { fold } from '#domain/text/text.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { translate } from '#server/platform/http/words.ts'
import { type AddressRow, loadAddresses, valuesOf } from './address-rows.ts'
import { insertChecked, lockAddresses, updateAddress } from './change-addresses.ts'
import { parseAddress } from './parse-address.ts'
import type { AddressRowOfFile } from './read-address-file.ts'

const blank: AddressValues = {
  name: '',
  recipient: '',
  phone: '',
  address: '',
  district: '',
  city: '',
  postalCode: '',
  erpCode: '',
  isDefault: false,
  isDisabled: false,
}

/** The address that a row means: that with its ERP code, without one that of its name. */
function existingOf<Row extends { name: string; erp_code: string }>(
  rows: readonly Row[],
  { name = '', erpCode = '' }: Partial<AddressValues>,
): Row | undefined {
  return rows.find((row) => (erpCode === '' ? fold(row.name) === fold(name) : row.erp_code === erpCode))
}

/** What each row of a file would do to the addresses of a dealer. Changes nothing. */
export async function previewFile(
  db: Db,
  dealerId: number,
  file: readonly AddressRowOfFile[],
  locale: Locale,
): Promise<AddressLine[]> {
  const stored = await loadAddresses(db, dealerId)
  const seen = new Map<string, number>()
  return file.map(({ line, values: typed }) => {
    const text = [typed.erpCode, typed.name, typed.district, typed.city].filter(Boolean).join(' · ')
    const row = existingOf(stored, typed)
    const now = row === undefined ? null : valuesOf(row)
    const read = parseAddress({ ...blank, ...now, ...typed })
    if (!read.ok) return { line, outcome: 'problem' as const, values: null, text, problems: problemsOf(read, locale) }
    const { values } = read
    const key = values.erpCode === '' ? `name ${fold(values.name)}` : `code ${values.erpCode}`
    const earlier = seen.get(key)
    if (earlier !== undefined) {
      const problems = [translate(locale, 'addresses.file.twice', { line: earlier })]
      return { line, outcome: 'problem' as const, values: null, text, problems }
    }
    seen.set(key, line)
    const outcome = now === null ? 'new' : differenceOf(now, values) === null ? 'same' : 'changed'
    return { line, outcome, values, text, problems: [] }
  })
}

function problemsOf({ fields = {} }: Refusal, locale: Locale): string[] {
  return Object.entries(fields).map(([field, problem]) => {
    const label = translate(locale, `addresses.fields.${field}`)
    const sentence = typeof problem === 'string' ? problem : translate(locale, problem.text, problem.facts)
    return `${label}: ${sentence}`
  })
}

type Imported = { ok: true; added: number; changed: number }

/** Adds and changes addresses of a dealer, all or none. The default address and closed ones stay what they are. */
export function importAddresses(
  pool: Pool,
  by: Author,
  { dealerId, addresses }: { dealerId: number; addresses: readonly AddressValues[] },
): Promise<Imported | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockAddresses(db, dealerId)
    const counts = { added: 0, changed: 0 }
    for (const typed of addresses) {
      const stored = await loadAddresses(db, dealerId)
      const row = existingOf(stored, { name: typed.name.trim(), erpCode: typed.erpCode.trim() })
      const outcome = await importOne(db, by, { dealerId, typed, row, count: stored.length })
      if (outcome !== null) counts[outcome] += 1
    }
    return { ok: true as const, ...counts }
  })
}

async function importOne(
  db: Db,
  by: Author,
  wanted: { dealerId: number; typed: AddressValues; row: AddressRow | undefined; count: number },
): Promise<'added' | 'changed' | null> {
  const { dealerId, typed, row, count } = wanted
  const { isDefault, isDisabled } = row === undefined ? blank : valuesOf(row)
  const read = parseAddress({ ...typed, isDefault, isDisabled })
  if (!read.ok) return abortTransaction(read)
  const { values } = read
  if (row === undefined) {
    if (count >= addressesMax) abortTransaction(refuse('addresses_full', { most: addressesMax }))
    await insertChecked(db, by, dealerId, values)
    return 'added'
  }
  const difference = differenceOf(valuesOf(row), values)
  if (difference === null) return null
  await updateAddress(db, row.id, values)
  await writeAudit(db, by, { action: 'change', noun: 'address', id: values.name, ...difference })
  return 'changed'
}
