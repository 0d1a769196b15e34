import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'

const typed = z.string().check(z.maxLength(2000))

/** Delivery addresses that a dealer can have. */
export const addressesMax = 200

/** The values of an address’s form, as typed. */
export const addressValues = z.strictObject({
  /** The dealer's name for it. */
  name: typed,
  recipient: typed,
  phone: typed,
  address: typed,
  /** İlçe. */
  district: typed,
  /** One of the 81 provinces. */
  city: typed,
  /** Five digits; empty if unknown. */
  postalCode: typed,
  /** Under which code the ERP has it; empty if it has none. */
  erpCode: typed,
  /** Proposed where nothing else was chosen. A dealer has at most one default address. */
  isDefault: z.boolean(),
  /** Not offered for new orders. */
  isDisabled: z.boolean(),
})
export type AddressValues = z.output<typeof addressValues>

export const storedAddress = z.object({
  id: z.number(),
  values: addressValues,
  /** Names of the users who are bound to it. */
  users: z.array(z.string()),
})
export type StoredAddress = z.output<typeof storedAddress>

export const addressList = z.object({ items: z.array(storedAddress) })

/** `before`: the values that the change is based on. If another user changed one since, `fields` has its value of now. */
export const addressChange = z.strictObject({ before: addressValues, values: addressValues })

export const listAddresses = endpoint({
  method: 'GET',
  path: '/api/account/addresses',
  access: 'dealer',
  needs: ['users'],
  summary: 'The delivery addresses of the visitor’s dealer',
  reply: addressList,
  errors: [],
})

export const addAddress = endpoint({
  method: 'POST',
  path: '/api/account/addresses',
  access: 'dealer',
  needs: ['users'],
  summary: 'Adds a delivery address',
  body: z.strictObject({ values: addressValues }),
  reply: addressList,
  errors: ['validation_failed', 'addresses_full'],
})

export const changeAddress = endpoint({
  method: 'PATCH',
  path: '/api/account/addresses/:id',
  access: 'dealer',
  needs: ['users'],
  summary: 'Changes a delivery address; orders keep the address that they were placed with',
  params: rowParams,
  body: addressChange,
  reply: addressList,
  errors: ['validation_failed', 'address_not_found', 'address_changed'],
})

export const removeAddress = endpoint({
  method: 'DELETE',
  path: '/api/account/addresses/:id',
  access: 'dealer',
  needs: ['users'],
  summary: 'Removes a delivery address; orders keep their copy. One that users are bound to stays',
  params: rowParams,
  reply: addressList,
  errors: ['address_not_found', 'address_has_users'],
})

/** Maximum size of a file of addresses, in bytes. */
export const addressFileBytesMax = 1_000_000

export const addressOutcomes = ['new', 'changed', 'same', 'problem'] as const

/**
 * A row of the file with what it would do. A row is the address with its ERP code, without one that of its name; columns that
 * the file lacks stay as they are. `problems` are sentences; `values` is null with one.
 */
export const addressLine = z.object({
  line: z.number(),
  outcome: z.enum(addressOutcomes),
  values: z.nullable(addressValues),
  text: z.string(),
  problems: z.array(z.string()),
})
export type AddressLine = z.output<typeof addressLine>
export const addressFileReply = z.object({ lines: z.array(addressLine) })

export const addressBatch = z.strictObject({
  addresses: z.array(addressValues).check(z.minLength(1), z.maxLength(addressesMax)),
})
export const addressBatchReply = z.object({
  items: z.array(storedAddress),
  added: z.number(),
  changed: z.number(),
})

export const previewAddresses = endpoint({
  method: 'POST',
  path: '/api/account/addresses/file',
  access: 'dealer',
  needs: ['users'],
  summary: 'Checks each row of a file of delivery addresses; changes nothing',
  encoding: 'file',
  body: z.unknown(),
  reply: addressFileReply,
  errors: ['address_file', 'too_large', 'bad_request'],
})

/** All or none. */
export const importAddresses = endpoint({
  method: 'POST',
  path: '/api/account/addresses/batch',
  access: 'dealer',
  needs: ['users'],
  summary: 'Adds delivery addresses, and changes those with the same ERP code or name',
  body: addressBatch,
  reply: addressBatchReply,
  errors: ['validation_failed', 'addresses_full'],
})
