import { describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import { addDealer } from '#testing/store-rows.ts'
import { purgeRemovedLines } from './cart.ts'
import { add, cart, change, lines, openCartCalls, pool, product, remove, run } from './test-cart-calls.ts'

openCartCalls()

const key = (letter: string) => letter.repeat(32)
const removeWith = (productId: number, undo: string, unit?: number) =>
  run('DELETE', '/api/catalog/cart/:productId', {
    params: { productId: String(productId) },
    query: { undo, ...(unit === undefined ? {} : { unit: String(unit) }) },
  })
const restore = (undo: string, who?: Awaited<ReturnType<typeof addDealer>>) =>
  run('POST', '/api/catalog/cart/restore', { body: { undo } }, who)
const storedCount = async () =>
  (await pool.one<{ n: number }>('SELECT count(*)::integer AS n FROM removed_cart_lines'))?.n
const refused = { ok: false, code: 'removal_not_found' }

async function threeLines() {
  const made = [await product({ stock: 100 }), await product({ stock: 100 }), await product({ stock: 100 })] as const
  for (const [i, { id, unitId }] of made.entries()) await add(id, i + 2, unitId)
  return made
}

describe('undoing the removal of cart lines', () => {
  test('restores the line with its id, unit, quantity and position', async () => {
    const [, second] = await threeLines()
    const before = await cart()
    expect(await removeWith(second.id, key('a'))).toMatchObject({ ok: true, body: { lineCount: 2 } })
    const restored = await restore(key('a'))
    expect(restored).toMatchObject({ ok: true, body: { cart: { lineCount: 3 } } })
    expect((restored as { body: { items: CartItem[] } }).body.items.map(({ id }) => id)).toEqual([before[1]?.id])
    expect(await cart()).toEqual(before)
  })

  test('restores an emptied cart in its order', async () => {
    await threeLines()
    const before = await cart()
    await run('DELETE', '/api/catalog/cart', { query: { undo: key('b') } })
    expect(await cart()).toEqual([])
    await restore(key('b'))
    expect(await cart()).toEqual(before)
  })

  test('happens once, also when two windows undo at the same time', async () => {
    const [first] = await threeLines()
    await removeWith(first.id, key('c'))
    const outcomes = await Promise.all([restore(key('c')), restore(key('c')), restore(key('c'))])
    expect(outcomes.filter((outcome) => outcome?.ok === true)).toHaveLength(1)
    expect((await lines())[0]).toEqual([first.id, 'ADET', 2])
    expect(await restore(key('c'))).toMatchObject(refused)
  })

  test('adds to the line of a unit that another window has added since', async () => {
    const [first] = await threeLines()
    await removeWith(first.id, key('d'))
    await add(first.id, 5, first.unitId)
    expect(await restore(key('d'))).toMatchObject({ ok: true })
    expect((await lines()).filter(([id]) => id === first.id)).toEqual([[first.id, 'ADET', 7]])
  })

  test('works for stock that has sold out since: the line is as it was', async () => {
    const [first] = await threeLines()
    await removeWith(first.id, key('e'))
    await pool.execute('UPDATE inventory SET quantity = 0 WHERE product_id = $1', [first.id])
    expect(await restore(key('e'))).toMatchObject({ ok: true })
    expect((await lines())[0]).toEqual([first.id, 'ADET', 2])
    expect(await change(first.id, { quantity: 3 })).toMatchObject({ code: 'insufficient_stock' })
  })

  test('is refused for another user, for an unknown key and after ten minutes', async () => {
    const [first] = await threeLines()
    await removeWith(first.id, key('f'))
    expect(await restore(key('f'), await addDealer(pool))).toMatchObject(refused)
    expect(await restore(key('0'))).toMatchObject(refused)
    await pool.execute("UPDATE removed_cart_lines SET removed_at = now() - interval '10 minutes 1 second'")
    expect(await restore(key('f'))).toMatchObject(refused)
    expect(await lines()).toHaveLength(2)
  })

  test('leaves out a unit that no longer exists', async () => {
    const [first, second] = await threeLines()
    await run('DELETE', '/api/catalog/cart', { query: { undo: key('1') } })
    await pool.execute('UPDATE products SET default_unit_id = NULL WHERE id = $1', [first.id])
    await pool.execute('DELETE FROM product_units WHERE product_id = $1', [first.id])
    expect(await restore(key('1'))).toMatchObject({ ok: true })
    expect((await lines()).map(([id]) => id)).toEqual([second.id, expect.any(Number)])
  })

  test('stores nothing for a removal without a key, and nothing for longer than needed', async () => {
    await pool.execute('DELETE FROM removed_cart_lines')
    const [first, second, third] = await threeLines()
    await remove(first.id)
    expect(await storedCount()).toBe(0)
    await removeWith(second.id, key('2'))
    await pool.execute("UPDATE removed_cart_lines SET removed_at = now() - interval '11 minutes'")
    await removeWith(third.id, key('3'))
    expect(await storedCount()).toBe(1)
    await pool.execute("UPDATE removed_cart_lines SET removed_at = now() - interval '11 minutes'")
    await purgeRemovedLines(pool)
    expect(await storedCount()).toBe(0)
  })

  test('removes nothing twice: a second removal of the line is refused and stores nothing', async () => {
    const [first] = await threeLines()
    await removeWith(first.id, key('4'))
    expect(await removeWith(first.id, key('5'))).toMatchObject({ ok: false, code: 'line_not_found' })
    expect(await restore(key('5'))).toMatchObject(refused)
    expect(await restore(key('4'))).toMatchObject({ ok: true })
  })
})
