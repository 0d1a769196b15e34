import { describe, expect, test } from 'vitest'
import {
  addDealer,
  addProduct,
  addWarehouse,
  fillCart,
  setStock,
  stockMismatches,
  stockOf,
} from '#testing/store-rows.ts'
import { codeOf, sentenceOf } from '#testing/shop.ts'
import { change, create, created, detailOf, fieldsOf, lastAudit, post, useProductForm } from './test-product-form.ts'

const form = useProductForm()

describe('stock corrections', () => {
  const correct = (id: number, body: object) =>
    post(`/yonetim/products/${id}/stock`, { seen: '', reason: 'Sayım', ...body })

  test('write a movement, never go below zero, and reject a count after other movements', async () => {
    const { pool } = form.shop.database
    const [product, place] = [await addProduct(pool, { stock: 10 }), form.warehouse]
    const counted = await correct(product.id, { place, kind: 'count', quantity: '12,5', seen: '10' })
    expect(counted.body).toMatchObject({
      places: [{ quantity: '12.5' }],
      movements: [{ quantity: '2.5', reason: 'correction' }, {}],
    })
    expect(await lastAudit()).toMatchObject({ before: { stock: '10' }, after: { stock: '12.5', note: 'Sayım' } })
    const lateCount = await correct(product.id, { place, kind: 'count', quantity: '9', seen: '10' })
    expect([lateCount.status, sentenceOf(lateCount)]).toEqual([409, expect.stringContaining('şimdi 12,5')])
    expect((await correct(product.id, { place, kind: 'change', quantity: '−2,5' })).status).toBe(200)
    const below = await correct(product.id, { place, kind: 'change', quantity: '-10,001' })
    expect(fieldsOf(below)).toEqual({ quantity: 'Stok sıfırın altına inemez; şimdi 10.' })
    expect(
      Object.keys(fieldsOf(await correct(product.id, { place, kind: 'count', quantity: '-1', reason: ' ' }))),
    ).toEqual(['quantity', 'reason'])
    expect(Object.keys(fieldsOf(await correct(product.id, { place: 999_999, kind: 'change', quantity: '1' })))).toEqual(
      ['place'],
    )
    expect(await stockOf(pool, product.id)).toBe(10)
  })

  test('lose no update with thirty corrections and orders at once, and match the sum of movements', async () => {
    const { pool } = form.shop.database
    const [product, place] = [await addProduct(pool, { stock: 100 }), form.warehouse]
    const buyers = await Promise.all(Array.from({ length: 10 }, async () => addDealer(pool)))
    const orders = buyers.map(async (each) => {
      await fillCart(pool, each, [{ unitId: product.unitId, quantity: 3 }])
      return (await (await form.shop.signedIn(each)).send('POST', '/api/catalog/cart', { body: {} })).status
    })
    const changes = Array.from({ length: 20 }, async (_none, at) => {
      const quantity = at % 2 === 0 ? '5' : '-2'
      return (await correct(product.id, { place, kind: 'change', quantity })).status
    })
    const counts = Array.from({ length: 10 }, async () => {
      const shownQuantity = (await detailOf(product.id)).stock.places.find(({ id }) => id === place)?.quantity ?? ''
      return (
        await correct(product.id, {
          place,
          kind: 'count',
          quantity: shownQuantity.replace('.', ','),
          seen: shownQuantity.replace('.', ','),
        })
      ).status
    })
    const statuses = await Promise.all([...orders, ...changes])
    const countStatuses = await Promise.all(counts)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(countStatuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    const sum = await pool.one<{ moved: string }>(
      'SELECT sum(quantity) AS moved FROM stock_movements WHERE product_id = $1',
      [product.id],
    )
    expect([await stockOf(pool, product.id), Number(sum?.moved)]).toEqual([100 - 30 + 50 - 20, 100])
  })

  test('are rejected for a product with variants', async () => {
    const parent = await created({ variantNames: ['Renk'] })
    const place = form.warehouse
    expect(fieldsOf(await correct(parent.id, { place, kind: 'change', quantity: '1' })).quantity).toContain(
      'varyantının',
    )
    const refused = await create({ variantNames: ['Renk'] }, { stock: [{ place, quantity: '3' }] })
    expect(Object.keys(fieldsOf(refused))).toEqual(['stock'])
    const plain = await addProduct(form.shop.database.pool, { stock: 4 })
    expect(fieldsOf(await change(await detailOf(plain.id), { variantNames: ['Renk'] })).variantNames).toContain(
      'stoğu sıfırlayın',
    )
  })

  test('keep the stock of two warehouses apart', async () => {
    const { pool } = form.shop.database
    const product = await addProduct(pool, { stock: 1 })
    const depot = await addWarehouse(pool, 'DEPO-2')
    await correct(product.id, { place: depot, kind: 'count', quantity: '7', seen: '0' })
    const { places } = (await detailOf(product.id)).stock
    expect(places.map(({ quantity }) => quantity).toSorted()).toEqual(['1', '7'])
    await setStock(pool, product.id, 0)
  })

  test('transfer stock to another active warehouse as two movements or none, and never more than available', async () => {
    const { pool } = form.shop.database
    const product = await addProduct(pool, { stock: 10 })
    const [from, to] = [form.warehouse, await addWarehouse(pool, 'DEPO-3')]
    const send = (body: object) => post(`/yonetim/products/${product.id}/stock/transfer`, { from, to, ...body })
    expect((await send({ quantity: '2,5' })).body).toMatchObject({
      places: expect.arrayContaining([
        expect.objectContaining({ id: from, quantity: '7.5' }),
        expect.objectContaining({ id: to, quantity: '2.5' }),
      ]),
      movements: [
        { quantity: '2.5', reason: 'transfer' },
        { quantity: '-2.5', reason: 'transfer' },
        { quantity: '10', reason: 'import' },
      ],
    })
    expect(await lastAudit()).toMatchObject({ action: 'move_stock', after: { quantity: '2.5' } })
    expect(fieldsOf(await send({ quantity: '7,501' }))).toEqual({
      quantity: 'Stok sıfırın altına inemez; şimdi 7,5.',
    })
    for (const quantity of ['0', '-1', '', 'x'])
      expect(Object.keys(fieldsOf(await send({ quantity })))).toEqual(['quantity'])
    expect(Object.keys(fieldsOf(await send({ to: 999_999, quantity: '1' })))).toEqual(['to'])
    expect(codeOf(await send({ to: from, quantity: '1' }))).toBe('warehouse_closed')
    await pool.execute('UPDATE warehouses SET is_active = false WHERE id = $1', [to])
    expect(codeOf(await send({ quantity: '1' }))).toBe('warehouse_closed')
    await pool.execute('UPDATE warehouses SET is_active = true WHERE id = $1', [to])
    // Transfers in both directions at once must neither deadlock nor lose stock.
    const bothDirections = await Promise.all(
      Array.from({ length: 20 }, (_none, at) =>
        at % 2 === 0 ? send({ quantity: '1' }) : send({ from: to, to: from, quantity: '1' }),
      ),
    )
    expect(bothDirections.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
    expect(await stockOf(pool, product.id)).toBe(10)
    expect(await stockMismatches(pool)).not.toContainEqual(expect.objectContaining({ product_id: product.id }))
    await setStock(pool, product.id, 0)
  })
})
