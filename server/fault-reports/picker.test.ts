import { beforeAll, describe, expect, test } from 'vitest'
import type { PickedProduct } from '#contract/shop/fault-reports.ts'
import { addProduct } from '#testing/store-rows.ts'
import { dealer, shop, useTestReports } from './test-reports.ts'

useTestReports()

describe('the product picker', () => {
  let ids: Record<'tools' | 'drills' | 'brushes', number>
  let inDrills: number

  beforeAll(async () => {
    const { pool } = shop.database
    const category = async (name: string, parent: number | null) =>
      (
        await pool.one<{ id: number }>(
          'INSERT INTO categories (name, slug, parent_id) VALUES ($1, $1, $2) RETURNING id',
          [name, parent],
        )
      )?.id ?? 0
    const tools = await category('aletler', null)
    ids = { tools, drills: await category('matkaplar', tools), brushes: await category('fırçalar', null) }
    await category('boş', tools)
    const made = [await addProduct(pool), await addProduct(pool), await addProduct(pool, { stock: 5 })]
    inDrills = made[0]?.id ?? 0
    await pool.execute("UPDATE products SET category_id = $1, name = 'Darbeli matkap' WHERE id = $2", [
      ids.drills,
      inDrills,
    ])
    await pool.execute("UPDATE products SET category_id = $1, name = 'Çekiç' WHERE id = $2", [tools, made[1]?.id])
    await pool.execute("UPDATE products SET category_id = $1, name = 'Gizli', is_active = false WHERE id = $2", [
      tools,
      made[2]?.id,
    ])
    const parent = await addProduct(pool, { variantNames: ['Renk'] })
    await pool.execute("UPDATE products SET category_id = $1, name = 'Fırça' WHERE id = $2", [ids.brushes, parent.id])
    await pool.execute(
      `INSERT INTO products (parent_id, code, name, seo, variant_values)
       SELECT $1, concat('FIRCA-', n), concat('Fırça ', n), concat('firca-', n), ARRAY[n::text]
         FROM generate_series(1, 510) n`,
      [parent.id],
    )
    await shop.settle()
    await shop.setSetting('showNotInStocks', '0')
  })

  const categories = (id: number | string) => dealer.send('GET', `/api/catalog/faultreport/basecategories/${id}`)
  const products = (id: number | string, q = '') =>
    dealer.send('GET', `/api/catalog/faultreport/product/${id}${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`)
  const namesOf = (answer: { body: unknown }) => (answer.body as PickedProduct[]).map(({ name }) => name)

  test('lists the first level of categories and the level below a category, without empty ones', async () => {
    expect((await categories(0)).body).toEqual([
      { id: ids.tools, name: 'aletler' },
      { id: ids.brushes, name: 'fırçalar' },
    ])
    expect((await categories(ids.tools)).body).toEqual([{ id: ids.drills, name: 'matkaplar' }])
    expect((await categories(ids.drills)).body).toEqual([])
  })

  test('lists the products of a category and its subcategories by name, including those out of stock but none off sale', async () => {
    expect(namesOf(await products(ids.tools))).toEqual(['Çekiç', 'Darbeli matkap'])
    expect((await products(ids.drills)).body).toEqual([
      { id: inDrills, name: 'Darbeli matkap', code: expect.any(String) },
    ])
    expect(namesOf(await products(ids.tools, 'CEKİC'))).toEqual(['Çekiç'])
    expect(namesOf(await products(ids.drills, 'çekiç'))).toEqual([])
  })

  test.each(['999999', '-1', 'a', '1e3', '9'.repeat(30), '%27'])('returns 404 for the category %s', async (id) => {
    expect((await categories(id)).status).toBe(404)
    expect((await products(id)).status).toBe(404)
  })

  test('lists variants instead of their product, and at most 500', async () => {
    const found = (await products(ids.brushes)).body as PickedProduct[]
    expect(found).toHaveLength(500)
    expect(found[0]).toMatchObject({ code: 'FIRCA-1', name: 'Fırça 1' })
  })
})
