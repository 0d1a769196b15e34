import { describe, expect, test } from 'vitest'
import { codes, dealer, dealerWith, openTestShop } from '#server/catalog/test-shop.ts'

const shop = openTestShop()

describe('the data a visitor may see', () => {
  const money = ['salePrice', 'cartPrice', 'listPrice', 'advencePrice1', 'defaultPrice', 'currency', '"value":100']

  test('contains no prices and no stock for guests', async () => {
    for (const answer of [
      await shop.list(''),
      await shop.show(shop.hammer.id),
      await shop.show(shop.shirt.id),
      await shop.show(shop.shirt.red),
    ]) {
      const text = JSON.stringify(answer)
      for (const word of [...money, 'inventory', 'isInStock', '"quantity"']) expect(text).not.toContain(word)
    }
  })

  test.each([
    ['to guests without showStokInfo', {}, undefined],
    ['to dealers in mode 1', { stockInfoStatus: 1 }, dealer],
  ])('contains whether a product is out of stock where stock is hidden %s', async (_, changed, who) => {
    await shop.set(changed)
    const { items } = await shop.list('', {}, who)
    expect(items.map(({ isOutOfStock }) => isOutOfStock)).toEqual([false, false, true, false])
    for (const { id, isOutOfStock } of items) {
      const detail = await shop.show(id, who)
      expect(detail).toMatchObject({ isOutOfStock })
      expect(JSON.stringify([items, detail])).not.toMatch(/"(quantity|moreThan|inventory)"/)
    }
  })

  test('contains unit prices, list price and plan prices for dealers', async () => {
    const [product] = (await shop.list('', {}, dealer)).items
    expect(product).toMatchObject({
      salePrice: { value: 100, currency: 'TRY' },
      listPrice: { value: 125, currency: 'TRY' },
      advencePrice1: { value: 110, currency: 'TRY' },
      currency: 'TRY',
      quantity: 5,
      defaultUnit: shop.hammer.unit,
      taxRate: 20,
      varyantx: 1,
      ozelkod: 'Raf 3',
    })
    expect(product?.inventory).toEqual([
      { warehouseName: 'Merkez depo', isOutOfStock: false, quantity: 7 },
      { warehouseName: 'ANKARA', isOutOfStock: true, quantity: -2 },
    ])
    expect(product?.units.map(({ value, defaultPrice }) => [value, defaultPrice?.value])).toEqual([
      ['ADET', 100],
      ['PAKET', 1200],
      ['KOLİ', 12_000],
    ])
  })

  test('contains what the cart charges where the default plan differs from the sale price', async () => {
    const { pool } = shop.database
    await pool.execute("UPDATE payment_plans SET is_default = true WHERE key = 'advencePrice1'")
    await shop.store.refresh()
    for (const showPaymentPlanPrice of ['1', '0'] as const) {
      await shop.set({ showPaymentPlanPrice })
      const [product] = (await shop.list('', {}, dealer)).items
      expect(product).toMatchObject({ salePrice: { value: 100 }, cartPrice: { value: 110, currency: 'TRY' } })
      expect(product?.units[0]).toMatchObject({ defaultPrice: { value: 100 }, cartPrice: { value: 110 } })
    }
    const half = dealerWith({ discount: '50' })
    expect((await shop.list('', {}, half)).items[0]).toMatchObject({ cartPrice: { value: 55 } })
    await pool.execute('UPDATE payment_plans SET is_default = false')
    await shop.store.refresh()
    expect(JSON.stringify(await shop.list('', {}, dealer))).not.toContain('cartPrice')
  })

  test('applies the discount to sale and plan prices, not to the list price', async () => {
    const half = dealerWith({ discount: '12.5' })
    const [product] = (await shop.list('', {}, half)).items
    expect(product).toMatchObject({
      salePrice: { value: 87.5 },
      listPrice: { value: 125 },
      advencePrice1: { value: 96.25 },
    })
    expect(product?.units[1]?.defaultPrice?.value).toBe(1050)
  })

  test('prefers the dealer’s price list over the default one', async () => {
    const { pool } = shop.database
    const ownList = await pool.one<{ id: number }>(
      "INSERT INTO price_lists (code, name) VALUES ('OZEL', 'Özel') RETURNING id",
    )
    await pool.execute(
      `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency) VALUES ($1, $2, 80, 'TRY'), ($1, $3, 900, 'TRY')`,
      [ownList?.id, shop.hammer.unit, shop.hammer.pack],
    )
    const who = dealerWith({ priceListId: ownList?.id ?? 0 })
    const found = await shop.list('', { sort: '-price' }, who)
    const product = found.items.find(({ id }) => id === shop.hammer.id)
    expect(product?.salePrice).toEqual({ value: 80, currency: 'TRY' })
    expect(product?.listPrice).toBeUndefined()
    expect(product?.units.map(({ defaultPrice }) => defaultPrice?.value)).toEqual([80, 900, 9600])
  })

  test('leaves out prices, list price, plans and stock by the settings', async () => {
    await shop.set({ showListPrice: '0', showPaymentPlanPrice: '0' })
    expect(JSON.stringify(await shop.list('', {}, dealer))).not.toMatch(/listPrice|advencePrice/)
    await shop.set({ showPriceStatus: '0' })
    const hidden = JSON.stringify(await shop.list('', {}, dealer))
    for (const word of money) expect(hidden).not.toContain(word)
    await shop.set({ stockInfoStatus: 1 })
    expect(JSON.stringify(await shop.list('', {}, dealer))).not.toMatch(/inventory|"quantity"/)
    const shown = async () =>
      (await shop.list('', {}, dealer)).items.map(({ isOutOfStock, quantity, moreThan }) => {
        return [isOutOfStock, quantity, moreThan]
      })
    await shop.set({ stockInfoStatus: 2 })
    expect(await shown()).toEqual([false, false, true, false].map((isOut) => [isOut, undefined, undefined]))
    await shop.set({ stockInfoStatus: 15 })
    expect(await shown()).toEqual([
      [false, 5, undefined],
      [false, undefined, 5],
      [true, 0, undefined],
      [false, 3, undefined],
    ])
    await shop.set({ guestPrices: '1', showPriceStatus: '1', showStokInfo: '1' })
    expect((await shop.list('')).items[0]).toMatchObject({ salePrice: { value: 100 }, quantity: 5 })
  })

  test('follows the stored in-stock choice only while the store offers the toggle', async () => {
    const onlyInStock = { ...dealer, choices: { showNotInStocks: '0' as const } }
    const everything = (await shop.list('', {}, dealer)).total
    expect((await shop.list('', {}, onlyInStock)).total).toBe(everything - 1)
    await shop.set({ b2b_stoktakileri_goster: '0' })
    expect(await shop.list('', {}, onlyInStock)).toMatchObject({ total: everything, showNotInStocks: '1' })
    await shop.set({ showNotInStocks: '0' })
    expect((await shop.list('', {}, dealer)).total).toBe(everything - 1)
  })

  test('shows a missing price, and a price without an exchange rate, as 0', async () => {
    await shop.database.pool.execute("UPDATE currencies SET exchange_rate = NULL WHERE code = 'USD'")
    await shop.store.refresh()
    const found = await shop.list('', {}, dealer)
    expect(found.items.find(({ code }) => code === 'NOPRICE')?.salePrice).toEqual({ value: 0, currency: 'TRY' })
    expect(found.items.find(({ code }) => code === 'EŞ-42')?.salePrice).toEqual({ value: 0, currency: 'USD' })
  })

  test('shows the lowest price and the total stock of its children for a parent', async () => {
    const parent = (await shop.list('', {}, dealer)).items.find(({ id }) => id === shop.shirt.id)
    expect(parent).toMatchObject({ salePrice: { value: 40 }, isFromPrice: true, quantity: 10, varyantx: 0 })
  })

  test('neither shows nor sorts by a parent’s own old price', async () => {
    const { pool } = shop.database
    const { id, red } = shop.shirt
    await pool.execute(
      `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
       SELECT l.id, u.id, 1250.5, 'TRY' FROM price_lists l, product_units u WHERE l.is_default AND u.product_id = $1`,
      [id],
    )
    const order = async () => codes(await shop.list('', { sort: '-price' }, dealer))
    expect((await order()).indexOf('TSHIRT')).toBeGreaterThan((await order()).indexOf('06A 905-115'))
    const lowest = { salePrice: { value: 40 }, isFromPrice: true, units: [{ defaultPrice: { value: 40 } }] }
    expect(await shop.show(id, dealer)).toMatchObject(lowest)
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [red])
    expect(await shop.show(id, dealer)).toMatchObject(lowest)
    await pool.execute('UPDATE products SET is_active = true WHERE id = $1', [red])
    await pool.execute('DELETE FROM unit_prices WHERE sale_value = 1250.5')
  })
})
