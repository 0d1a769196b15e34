import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowId, rowParams } from '#contract/core/row-id.ts'
import {
  addressBatch,
  addressBatchReply,
  addressChange,
  addressFileReply,
  addressList,
  addressValues,
} from '#contract/shop/addresses.ts'

const addressParams = z.object({ id: rowId, addressId: rowId })

export const listDealersAddresses = endpoint({
  method: 'GET',
  path: '/yonetim/dealers/:id/addresses',
  access: 'admin',
  area: 'people',
  summary: 'The delivery addresses of a dealer',
  params: rowParams,
  reply: addressList,
  errors: ['dealer_not_found'],
})

export const addDealersAddress = endpoint({
  method: 'POST',
  path: '/yonetim/dealers/:id/addresses',
  access: 'admin',
  area: 'people',
  summary: 'Adds a delivery address of a dealer',
  params: rowParams,
  body: z.strictObject({ values: addressValues }),
  reply: addressList,
  errors: ['validation_failed', 'dealer_not_found', 'addresses_full'],
})

export const changeDealersAddress = endpoint({
  method: 'PATCH',
  path: '/yonetim/dealers/:id/addresses/:addressId',
  access: 'admin',
  area: 'people',
  summary: 'Changes a delivery address of a dealer',
  params: addressParams,
  body: addressChange,
  reply: addressList,
  errors: ['validation_failed', 'dealer_not_found', 'address_not_found', 'address_changed'],
})

export const removeDealersAddress = endpoint({
  method: 'DELETE',
  path: '/yonetim/dealers/:id/addresses/:addressId',
  access: 'admin',
  area: 'people',
  summary: 'Removes a delivery address of a dealer; orders keep their copy',
  params: addressParams,
  reply: addressList,
  errors: ['dealer_not_found', 'address_not_found', 'address_has_users'],
})

export const previewDealersAddresses = endpoint({
  method: 'POST',
  path: '/yonetim/dealers/:id/addresses/file',
  access: 'admin',
  area: 'people',
  summary: 'Checks each row of a file of delivery addresses of a dealer; changes nothing',
  encoding: 'file',
  params: rowParams,
  body: z.unknown(),
  reply: addressFileReply,
  errors: ['address_file', 'dealer_not_found', 'too_large', 'bad_request'],
})

/** All or none. */
export const importDealersAddresses = endpoint({
  method: 'POST',
  path: '/yonetim/dealers/:id/addresses/batch',
  access: 'admin',
  area: 'people',
  summary: 'Adds delivery addresses of a dealer, and changes those with the same ERP code or name',
  params: rowParams,
  body: addressBatch,
  reply: addressBatchReply,
  errors: ['validation_failed', 'dealer_not_found', 'addresses_full'],
})
