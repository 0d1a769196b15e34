import { addProduct, type TestProduct } from './store-rows.ts'
import { hashPassword } from '#server/account/account.ts'
import { password } from './people.ts'
import { type Answer, openTestShop, type Sent, type TestShop, type TestVisitor } from './shop.ts'

/** A shop in which guests have carts, with a hammer and ten pliers in stock, also sold in boxes of four. */
export type GuestShop = { shop: TestShop; pliers: TestProduct; hammer: TestProduct; passwordHash: string }

export async function openGuestShop(env: Record<string, string> = {}): Promise<GuestShop> {
  const shop = await openTestShop({ env })
  const { pool } = shop.database
  const pliers = await addProduct(pool, { code: 'PENSE', stock: 10, units: { KOLİ: 4 }, price: 100 })
  const hammer = await addProduct(pool, { code: 'ÇEKİÇ', stock: 10, price: 40 })
  await shop.settle()
  await shop.setSetting('guestCarts', '1')
  return { shop, pliers, hammer, passwordHash: await hashPassword(password) }
}

export const cartCookie = 'toptan_cart'

/** A guest whose browser stores the cart's cookie. */
export async function guestOf(shop: TestShop): Promise<TestVisitor> {
  const visitor = await shop.guest()
  const { send } = visitor
  return Object.assign(visitor, {
    async send(...sent: Parameters<TestVisitor['send']>) {
      const answer = await send(...sent)
      for (const { name, value } of answer.cookies) {
        if (!name.endsWith(cartCookie)) continue
        if (value === '') delete visitor.cookies[name]
        else visitor.cookies[name] = value
      }
      return answer
    },
  })
}

export const addTo = (
  visitor: TestVisitor,
  product: TestProduct,
  quantity = 1,
  sent: Sent & { unitId?: number } = {},
): Promise<Answer> =>
  visitor.send('POST', `/api/catalog/cart/${product.id}`, {
    ...sent,
    body: { quantity, productValue: sent.unitId ?? product.unitId },
  })

export type ShownLine = { code: string; quantity: number; price: number | undefined }

type Item = { product: { code: string }; quantity: number; productUnit: { defaultPrice?: { value: number } } }

export async function linesOf(visitor: TestVisitor): Promise<ShownLine[]> {
  const { body } = await visitor.send('GET', '/api/catalog/cart')
  return (body as Item[]).map(({ product, quantity, productUnit }) => {
    return { code: product.code, quantity, price: productUnit.defaultPrice?.value }
  })
}

/** Signs in with the password of tests; the visitor `as` is returned. */
export async function signIn(shop: TestShop, guest: TestVisitor, person: { email: string; userId: number }) {
  const answer = await guest.send('POST', '/api/account/login', { body: { username: person.email, password } })
  return { answer, as: await shop.signedIn(person) }
}

export async function countCarts({ database }: TestShop): Promise<number> {
  const row = await database.pool.one<{ n: number }>(
    'SELECT count(*)::int AS n FROM carts WHERE guest_hash IS NOT NULL',
  )
  return row?.n ?? 0
}
