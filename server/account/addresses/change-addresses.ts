import { type ErrorCode, type Refusal, refuse } from '#contract/core/errors.ts'
import { type AddressValues, addressesMax } from '#contract/shop/addresses.ts'
import { changedSince } from '#server/account/admin/typed-values.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { type AddressRow, loadAddresses, loadBoundUsers, valuesOf } from './address-rows.ts'
import { parseAddress } from './parse-address.ts'

type Done = { ok: true }

/** Changes of the addresses of one dealer run one after the other: the default and ERP codes are unique. */
export const lockAddresses = (db: Db, dealerId: number) =>
  db.execute('SELECT pg_advisory_xact_lock(24, $1)', [dealerId])

export function addAddress(
  pool: Pool,
  by: Author,
  { dealerId, values: typed }: { dealerId: number; values: AddressValues },
): Promise<Done | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await insertAddress(db, by, { dealerId, values: typed })
    return { ok: true as const }
  })
}

/** Adds an address in the transaction of the caller, which it aborts if a value is invalid. Returns its id. */
export async function insertAddress(
  db: Db,
  by: Author,
  { dealerId, values: typed }: { dealerId: number; values: AddressValues },
): Promise<number> {
  const read = parseAddress(typed)
  if (!read.ok) return abortTransaction(read)
  const { values } = read
  await lockAddresses(db, dealerId)
  const others = await loadAddresses(db, dealerId)
  if (others.length >= addressesMax) abortTransaction(refuse('addresses_full', { most: addressesMax }))
  rejectUsedCode(values, others)
  if (values.isDefault) await clearDefault(db, dealerId)
  return insertChecked(db, by, dealerId, values)
}

/** Inserts an address whose values are checked against those of the dealer, which are locked. Returns its id. */
export async function insertChecked(db: Db, by: Author, dealerId: number, values: AddressValues): Promise<number> {
  const id = await insertRow(db, 'dealer_addresses', { dealer_id: dealerId, ...columnsOf(values) })
  await writeAudit(db, by, { action: 'create', noun: 'address', id: values.name, after: values })
  return id
}

export function changeAddress(
  pool: Pool,
  by: Author,
  {
    dealerId,
    id,
    before,
    values: typed,
  }: { dealerId: number; id: number } & Record<'before' | 'values', AddressValues>,
): Promise<Done | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const read = parseAddress(typed)
    if (!read.ok) return abortTransaction(read)
    const { values } = read
    await lockAddresses(db, dealerId)
    const rows = await loadAddresses(db, dealerId)
    const now = valuesOf(rowOf(rows, id))
    const late = changedSince('address_changed', { before, now, wanted: values }, shown)
    if (late !== null) abortTransaction(late)
    rejectUsedCode(
      values,
      rows.filter((row) => row.id !== id),
    )
    if (values.isDefault && !now.isDefault) await clearDefault(db, dealerId)
    await updateAddress(db, id, values)
    const difference = differenceOf(now, values)
    if (difference !== null)
      await writeAudit(db, by, { action: 'change', noun: 'address', id: values.name, ...difference })
    return { ok: true as const }
  })
}

/** Removes an address. Orders keep it, and users who are bound to it must be moved first: unbound, they would see all. */
export function removeAddress(
  pool: Pool,
  by: Author,
  { dealerId, id }: { dealerId: number; id: number },
): Promise<Done | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockAddresses(db, dealerId)
    const row = rowOf(await loadAddresses(db, dealerId), id)
    const bound = (await loadBoundUsers(db, dealerId)).filter(({ address_id: address }) => address === id)
    if (bound.length > 0)
      abortTransaction(refuse('address_has_users', { names: bound.map(({ name }) => name).join(', ') }))
    await db.execute('DELETE FROM user_addresses WHERE address_id = $1', [id])
    await db.execute('UPDATE dealer_addresses SET removed_at = now(), is_default = false WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'address', id: row.name, before: valuesOf(row) })
    return { ok: true as const }
  })
}

/**
 * Binds a locked user to addresses of its dealer; none: to no address, the user sees all. Aborts the transaction if one is
 * not an address of the dealer. Returns the names before and after.
 */
export async function bindUser(
  db: Db,
  { dealerId, userId, addressIds }: { dealerId: number; userId: number; addressIds: readonly number[] },
): Promise<{ before: string[]; after: string[] }> {
  await lockAddresses(db, dealerId)
  const rows = await loadAddresses(db, dealerId)
  const bound = (await loadBoundUsers(db, dealerId)).filter(({ user_id: user }) => user === userId)
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.name ?? abortTransaction('address_not_found')
  const after = [...new Set(addressIds)].map(nameOf)
  await db.execute('DELETE FROM user_addresses WHERE user_id = $1', [userId])
  await db.execute(
    `INSERT INTO user_addresses (user_id, dealer_id, address_id)
     SELECT DISTINCT $1::integer, $2::integer, id FROM unnest($3::integer[]) id`,
    [userId, dealerId, addressIds],
  )
  return { before: bound.map(({ address_id: id }) => nameOf(id)), after }
}

/** Releases a user who leaves the dealer from its addresses. */
export async function releaseUser(db: Db, userId: number): Promise<void> {
  await db.execute('DELETE FROM user_addresses WHERE user_id = $1', [userId])
}

const rowOf = (rows: readonly AddressRow[], id: number): AddressRow =>
  rows.find((row) => row.id === id) ?? abortTransaction('address_not_found' satisfies ErrorCode)

function rejectUsedCode({ erpCode }: AddressValues, others: readonly AddressRow[]): void {
  const other = erpCode === '' ? undefined : others.find((row) => row.erp_code === erpCode)
  if (other === undefined) return
  const fields = { erpCode: { text: 'people.problems.erpCodeTaken', facts: { name: other.name } } }
  abortTransaction({ ...refuse('validation_failed'), fields })
}

const clearDefault = (db: Db, dealerId: number) =>
  db.execute('UPDATE dealer_addresses SET is_default = false WHERE dealer_id = $1 AND is_default', [dealerId])

const columnsOf = ({ postalCode, erpCode, isDefault, isDisabled, ...values }: AddressValues) => ({
  ...values,
  postal_code: postalCode,
  erp_code: erpCode,
  is_default: isDefault,
  is_disabled: isDisabled,
})

export async function updateAddress(db: Db, id: number, values: AddressValues): Promise<void> {
  const { name, recipient, phone, address, district, city, postalCode, erpCode, isDefault, isDisabled } = values
  await db.execute(
    `UPDATE dealer_addresses SET name = $2, recipient = $3, phone = $4, address = $5, district = $6, city = $7,
            postal_code = $8, erp_code = $9, is_default = $10, is_disabled = $11 WHERE id = $1`,
    [id, name, recipient, phone, address, district, city, postalCode, erpCode, isDefault, isDisabled],
  )
}

/** The value of now as the form shows it; null where it is no text. */
const shown = (_field: string, value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
