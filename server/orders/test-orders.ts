import { addDealer, addProduct, fillCart, type ProductParts, type TestProduct } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import type { TestShop, TestVisitor } from '#testing/shop.ts'

export type Buyer = TestVisitor & { actor: Actor }

/** A signed-in user of a new dealer. */
export async function addBuyer(shop: TestShop): Promise<Buyer> {
  const actor = await addDealer(shop.database.pool)
  return { ...(await shop.signedIn(actor)), actor }
}

export function product(shop: TestShop, parts: ProductParts = {}): Promise<TestProduct> {
  return addProduct(shop.database.pool, { stock: 10, ...parts })
}

export type Placed = { id: number; orderNo: string }

/** Orders quantities by unit id. */
export async function placeOrder(shop: TestShop, buyer: Buyer, lines: Record<number, number>): Promise<Placed> {
  const wanted = Object.entries(lines).map(([unitId, quantity]) => ({ unitId: Number(unitId), quantity }))
  await fillCart(shop.database.pool, buyer.actor, wanted)
  const { status, body } = await buyer.send('POST', '/api/catalog/cart', { body: {} })
  if (status !== 200) throw new Error(`The order was refused: ${JSON.stringify(body)}`)
  return body as Placed
}
