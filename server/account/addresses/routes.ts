import { Readable } from 'node:stream'
import {
  addDealersAddress,
  changeDealersAddress,
  importDealersAddresses,
  listDealersAddresses,
  previewDealersAddresses,
  removeDealersAddress,
} from '#contract/admin/addresses.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import {
  addAddress as addCall,
  changeAddress as changeCall,
  importAddresses as importCall,
  listAddresses,
  previewAddresses,
  removeAddress as removeCall,
} from '#contract/shop/addresses.ts'
import type { AddressValues } from '#contract/shop/addresses.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type CallContext, type Calls, handle, type UserContext } from '#server/visitor/visitor.ts'
import { listStored } from './address-rows.ts'
import { addAddress, changeAddress, removeAddress } from './change-addresses.ts'
import { importAddresses, previewFile } from './import-addresses.ts'
import { readAddressFile } from './read-address-file.ts'

/** The calls with which a dealer, or staff for a dealer, keeps its delivery addresses. `folder` is for files while they are read. */
export function registerAddresses(calls: Calls, { pool, folder }: { pool: Pool; folder: string }): void {
  const list = async (dealerId: number) => ({ items: await listStored(pool, dealerId) })
  const listAfter = async (dealerId: number, changed: Promise<{ ok: true } | Refusal>) => {
    const outcome = await changed
    return outcome.ok ? list(dealerId) : outcome
  }

  handle(calls, listAddresses, (_input, { actor }) => list(actor.dealer.id))
  handle(calls, addCall, ({ body }, by) => {
    const dealerId = by.actor.dealer.id
    return listAfter(dealerId, addAddress(pool, by, { dealerId, ...body }))
  })
  handle(calls, changeCall, ({ params, body }, by) => {
    const dealerId = by.actor.dealer.id
    return listAfter(dealerId, changeAddress(pool, by, { dealerId, ...params, ...body }))
  })
  handle(calls, removeCall, ({ params }, by) => {
    const dealerId = by.actor.dealer.id
    return listAfter(dealerId, removeAddress(pool, by, { dealerId, ...params }))
  })

  const preview = async (dealerId: number, body: unknown, { locale }: Pick<CallContext, 'locale'>) => {
    if (!(body instanceof Readable)) return refuse('bad_request')
    const rows = await readAddressFile(folder, body, locale)
    return isRefusal(rows) ? rows : { lines: await previewFile(pool, dealerId, rows, locale) }
  }
  const importAll = async (dealerId: number, addresses: readonly AddressValues[], by: UserContext) => {
    const done = await importAddresses(pool, by, { dealerId, addresses })
    return isRefusal(done) ? done : { ...done, ...(await list(dealerId)) }
  }
  handle(calls, previewAddresses, ({ body }, context) => preview(context.actor.dealer.id, body, context))
  handle(calls, importCall, ({ body }, by) => importAll(by.actor.dealer.id, body.addresses, by))

  const ofDealer = async <Result>(dealerId: number, run: () => Promise<Result>): Promise<Result | Refusal> => {
    const found = await pool.one('SELECT FROM dealers WHERE id = $1', [dealerId])
    return found === undefined ? refuse('dealer_not_found') : run()
  }
  handle(calls, listDealersAddresses, ({ params: { id } }) => ofDealer(id, () => list(id)))
  handle(calls, addDealersAddress, ({ params: { id }, body }, by) =>
    ofDealer(id, () => listAfter(id, addAddress(pool, by, { dealerId: id, ...body }))),
  )
  handle(calls, changeDealersAddress, ({ params, body }, by) => {
    const wanted = { dealerId: params.id, id: params.addressId, ...body }
    return ofDealer(params.id, () => listAfter(params.id, changeAddress(pool, by, wanted)))
  })
  handle(calls, removeDealersAddress, ({ params }, by) => {
    const wanted = { dealerId: params.id, id: params.addressId }
    return ofDealer(params.id, () => listAfter(params.id, removeAddress(pool, by, wanted)))
  })
  handle(calls, previewDealersAddresses, ({ params: { id }, body }, context) =>
    ofDealer(id, () => preview(id, body, context)),
  )
  handle(calls, importDealersAddresses, ({ params: { id }, body }, by) =>
    ofDealer(id, () => importAll(id, body.addresses, by)),
  )
}
