import {
  addDealersAddress,
  changeDealersAddress,
  listDealersAddresses,
  removeDealersAddress,
} from '#contract/admin/addresses.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import {
  addAddress as addCall,
  changeAddress as changeCall,
  listAddresses,
  removeAddress as removeCall,
} from '#contract/shop/addresses.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { listStored } from './address-rows.ts'
import { addAddress, changeAddress, removeAddress } from './change-addresses.ts'

/** The calls with which a dealer, or staff for a dealer, keeps its delivery addresses. */
export function registerAddresses(calls: Calls, { pool }: { pool: Pool }): void {
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
}
