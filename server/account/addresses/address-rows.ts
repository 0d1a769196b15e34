import type { AddressValues, StoredAddress } from '#contract/shop/addresses.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { ReadPart } from '#server/platform/db/together.ts'

export type AddressRow = {
  id: number
  name: string
  recipient: string
  phone: string
  address: string
  district: string
  city: string
  postal_code: string
  erp_code: string
  is_default: boolean
  is_disabled: boolean
}

export const valuesOf = (row: AddressRow): AddressValues => ({
  name: row.name,
  recipient: row.recipient,
  phone: row.phone,
  address: row.address,
  district: row.district,
  city: row.city,
  postalCode: row.postal_code,
  erpCode: row.erp_code,
  isDefault: row.is_default,
  isDisabled: row.is_disabled,
})

const addressesSql = `SELECT id, name, recipient, phone, address, district, city, postal_code, erp_code, is_default, is_disabled
  FROM dealer_addresses WHERE dealer_id = $1 AND removed_at IS NULL ORDER BY is_default DESC, name, id`

/** The addresses of a dealer, the default one first, then by name. */
export async function loadAddresses(db: Db, dealerId: number): Promise<AddressRow[]> {
  return db.query<AddressRow>(addressesSql, [dealerId], 'account_addresses')
}

/** The same, to be read with other statements. */
export function addressesPart(dealerId: number): ReadPart<AddressRow> {
  return { sql: addressesSql, params: [dealerId] }
}

/** One address, unless it was removed; it stays as it is until the transaction ends. */
export async function lockAddress(db: Db, id: number): Promise<AddressRow | undefined> {
  return db.one<AddressRow>(
    `SELECT id, name, recipient, phone, address, district, city, postal_code, erp_code, is_default, is_disabled
       FROM dealer_addresses WHERE id = $1 AND removed_at IS NULL FOR SHARE`,
    [id],
    'account_lock_address',
  )
}

/** The addresses with the users who are bound to each. */
export async function listStored(db: Db, dealerId: number): Promise<StoredAddress[]> {
  const [rows, bound] = [await loadAddresses(db, dealerId), await loadBoundUsers(db, dealerId)]
  return rows.map((row) => ({
    id: row.id,
    values: valuesOf(row),
    users: bound.filter(({ address_id: address }) => address === row.id).map(({ name }) => name),
  }))
}

type BoundRow = { address_id: number; user_id: number; name: string }

/** Who is bound to which address of a dealer, without removed users. */
export async function loadBoundUsers(db: Db, dealerId: number): Promise<BoundRow[]> {
  return db.query<BoundRow>(
    `SELECT a.address_id, a.user_id, u.name FROM user_addresses a JOIN users u ON u.id = a.user_id
      WHERE a.dealer_id = $1 AND u.removed_at IS NULL ORDER BY u.name, a.user_id, a.address_id`,
    [dealerId],
    'account_bound_users',
  )
}
