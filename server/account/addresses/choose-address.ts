import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { AddressValues } from '#contract/shop/addresses.ts'
import type { DeliveryAddress } from '#domain/orders/delivery.ts'
import { type AddressScope, isInScope } from '#domain/people/address-scope.ts'
import type { Author } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type AddressRow, loadAddresses, lockAddress } from './address-rows.ts'
import { insertAddress } from './change-addresses.ts'
import { parseAddress, parseOneOff } from './parse-address.ts'

/** Whose order it is, and which address the user has chosen last: an id, 0 for the dealer's own one. */
export type AddressReader = { dealerId: number; scope: AddressScope; remembered: number | undefined }

/** What an order names: nothing, the dealer's own address, a stored one, or one for this order. */
export type WantedAddress =
  | { kind: 'any' }
  | { kind: 'own' }
  | { kind: 'stored'; id: number }
  | { kind: 'erp'; code: string }
  | {
      kind: 'typed'
      typed: Pick<AddressValues, 'recipient' | 'phone' | 'address' | 'district' | 'city' | 'postalCode'>
      /** Stores it under this name. */
      store: { name: string; by: Author } | null
    }

export type ChosenAddress = { ok: true; id: number | null; address: DeliveryAddress | null }

/** The addresses that a user may choose, the default one first, and which is proposed; null: the dealer's own. */
export async function loadAddressChoices(db: Db, reader: AddressReader) {
  const rows = await loadAddresses(db, reader.dealerId)
  const usable = rows.filter((row) => !row.is_disabled && isInScope(reader.scope, row.id))
  return {
    addresses: usable.map((row) => ({ id: row.id, isDefault: row.is_default, ...copyOf(row) })),
    chosen: proposeAddress(usable, reader)?.id ?? null,
  }
}

/** The address of an order that names none: the last one, the default one, or a bound user's first; null: the dealer's own. */
function proposeAddress(usable: readonly AddressRow[], { scope, remembered }: AddressReader): AddressRow | null {
  if (remembered === 0 && scope === null) return null
  const named = usable.find(({ id }) => id === remembered) ?? usable.find((row) => row.is_default)
  return named ?? (scope === null ? null : (usable[0] ?? null))
}

/**
 * The address that an order goes to, in the transaction of the order, with the address locked. Refuses what the user may not
 * choose. A typed address can be stored on the way. `addresses`: those of the dealer, as `loadAddresses` returns them.
 */
export async function chooseAddress(
  db: Db,
  reader: AddressReader & { addresses: readonly AddressRow[] },
  wanted: WantedAddress,
): Promise<ChosenAddress | Refusal> {
  const { scope } = reader
  if (wanted.kind === 'typed' || wanted.kind === 'own') {
    if (scope !== null) return refuse('delivery_address_bound')
    return wanted.kind === 'own' ? { ok: true, id: null, address: null } : typedAddress(db, reader, wanted)
  }
  const rows = reader.addresses.filter(({ id }) => isInScope(scope, id))
  if (wanted.kind === 'any') {
    const row = proposeAddress(
      rows.filter((each) => !each.is_disabled),
      reader,
    )
    if (row === null && scope !== null) return refuse('delivery_address_missing')
    return row === null ? { ok: true, id: null, address: null } : lockedAddress(db, row.id)
  }
  const row = rows.find(({ id, erp_code: code }) => (wanted.kind === 'erp' ? code === wanted.code : id === wanted.id))
  if (row === undefined || (wanted.kind === 'erp' && wanted.code === '')) return refuse('delivery_address_unknown')
  return lockedAddress(db, row.id)
}

/** Copies an address. One that is changed or removed at this moment is read after that. */
async function lockedAddress(db: Db, id: number): Promise<ChosenAddress | Refusal> {
  const row = await lockAddress(db, id)
  if (row === undefined) return refuse('delivery_address_unknown')
  return row.is_disabled
    ? refuse('delivery_address_disabled', { name: row.name })
    : { ok: true, id: row.id, address: copyOf(row) }
}

async function typedAddress(
  db: Db,
  { dealerId, addresses }: { dealerId: number; addresses: readonly AddressRow[] },
  { typed, store }: Extract<WantedAddress, { kind: 'typed' }>,
): Promise<ChosenAddress | Refusal> {
  const read = parseOneOff(typed)
  if (!read.ok || store === null) return read.ok ? { ...read, id: null } : read
  const { address } = read
  // A payment that is tried again does not store it twice.
  const isSame = (row: AddressRow) =>
    JSON.stringify({ ...copyOf(row), erpCode: '' }) === JSON.stringify({ ...address, name: store.name })
  const same = addresses.find((row) => !row.is_disabled && isSame(row))
  if (same !== undefined) return { ok: true, id: same.id, address: copyOf(same) }
  const whole = parseAddress({ ...address, name: store.name, isDefault: false, isDisabled: false })
  if (!whole.ok) return whole
  const id = await insertAddress(db, store.by, { dealerId, values: whole.values })
  return { ok: true, id, address: { ...address, name: whole.values.name } }
}

const copyOf = (row: AddressRow): DeliveryAddress => ({
  name: row.name,
  recipient: row.recipient,
  phone: row.phone,
  address: row.address,
  district: row.district,
  city: row.city,
  postalCode: row.postal_code,
  erpCode: row.erp_code,
})
