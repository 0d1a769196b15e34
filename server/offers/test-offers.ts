import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { OfferList } from '#contract/shop/offers.ts'
import { addDealer, addProduct, fillCart, type TestProduct } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

export let shop: TestShop
export let actor: Actor
export let dealer: TestVisitor
export let other: TestVisitor
export let drill: TestProduct
export let cable: TestProduct

/** Opens a shop for the file's tests. Each test has two products and two dealers. */
export function useTestOffers(): void {
  beforeAll(async () => {
    shop = await openTestShop()
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    const { pool } = shop.database
    drill = await addProduct(pool, { stock: 100, price: 100, units: { KOLİ: 12 } })
    cable = await addProduct(pool, { stock: 100, price: 33.335, taxRate: 10 })
    actor = await addDealer(pool)
    dealer = await shop.signedIn(actor)
    other = await shop.signedIn(await addDealer(pool))
  })
}

export const fill = () =>
  fillCart(shop.database.pool, actor, [
    { unitId: drill.unitId, quantity: 3 },
    { unitId: cable.unitId, quantity: 2 },
  ])
export const make = (body: object = {}, headers = {}) =>
  dealer.send('POST', '/api/catalog/cart/offer', { body, headers })
export const cartOf = async (visitor: TestVisitor) =>
  (await visitor.send('GET', '/api/catalog/cart')).body as CartItem[]
export const listOf = async (visitor: TestVisitor, query = '') =>
  (await visitor.send('GET', `/api/catalog/offers${query}`)).body as OfferList
export const patch = (url: string, body?: unknown, visitor = dealer) =>
  visitor.send('PATCH', `/api/catalog/offer/${url}`, body === undefined ? {} : { body })

export async function madeOffer() {
  await fill()
  await make()
  const offer = (await listOf(dealer)).items[0]
  if (offer === undefined) throw new Error('There is no offer.')
  const [first, second] = offer.offerItems
  if (first === undefined || second === undefined) throw new Error('The offer has no lines.')
  return { ...offer, first, second }
}
export const totals = async () => {
  const { subtotal, tax, total } = (await listOf(dealer)).items[0] ?? {}
  return { subtotal, tax, total }
}
