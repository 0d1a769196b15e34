import { describe, expect, test } from 'vitest'
import { stampHeader } from '#contract/core/visitor.ts'
import { addAdmin, addDealer, fillCart } from '#testing/store-rows.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { codeOf, type TestVisitor } from '#testing/shop.ts'
import {
  add,
  cartOf,
  choose,
  codes,
  waitForVisitor,
  list,
  product,
  setRates,
  useTestPrices,
  visitorOf,
} from '#testing/prices.ts'

const prices = useTestPrices()

describe('the visitor’s currency', () => {
  test('applies to guests as well, and price ranges use it', async () => {
    await prices.shop.setSetting('guestPrices', '1')
    const guest = await prices.shop.guest()
    expect((await visitorOf(guest)).currencies.map(({ code }) => code)).toEqual(['TRY', 'USD', 'EUR'])
    await choose(guest, 'USD')
    expect((await visitorOf(guest)).currency.code).toBe('USD')
    // 95 TRY under the default plan
    expect(await codes(guest, '?filters=price:2.37-2.38')).toEqual(['LIRA'])
    expect(await codes(guest, '?filters=price:10-10')).toEqual(['DOLAR'])
  })

  test('is stored with the order, together with the rates used and the total in TRY', async () => {
    const buyer = await prices.shop.signedIn(await addDealer(prices.shop.database.pool))
    await choose(buyer, 'EUR')
    await add(buyer, prices.priced, 3)
    await add(buyer, prices.dollar, 5)
    await buyer.send('POST', '/api/catalog/cart', { body: {} })
    const { body } = await buyer.send('GET', '/api/catalog/orders/summary')
    // At the default plan's prices, 285 TRY and 50 USD in EUR: 5.7 + 40; tax 1.14 + 4.
    expect(body).toMatchObject({
      currency: 'EUR',
      subtotal: 45.7,
      tax: 5.14,
      total: 50.84,
      totalTry: 2542,
      rates: { EUR: 50, USD: 40, TRY: 1 },
    })
  })

  test('comes with a revision in each response, so that an open page detects outdated prices', async () => {
    const dealer = await prices.shop.signedIn(await addDealer(prices.shop.database.pool))
    // Once the process knows this change it knows all earlier ones, and no further change happens.
    await prices.shop.setSetting('storeHours', 'Hafta içi')
    const stampOf = async () => (await dealer.send('GET', '/api/catalog/cart')).headers[stampHeader]
    const before = await stampOf()
    expect((await visitorOf(dealer)).stamp).toBe(before)
    await choose(dealer, 'USD')
    const chosen = await stampOf()
    expect(chosen).not.toBe(before)
    await setRates(prices.shop, { USD: '40.5' })
    expect(await stampOf()).not.toBe(chosen)
    expect((await visitorOf(dealer)).stamp).toBe(await stampOf())
    await setRates(prices.shop, { USD: '40' })
  })
})

describe('a changed exchange rate', () => {
  test('changes prices in lists, ranges, list order and carts, while orders keep their rate', async () => {
    const buyer = await prices.shop.signedIn(await addDealer(prices.shop.database.pool))
    await add(buyer, prices.dollar)
    await buyer.send('POST', '/api/catalog/cart', { body: {} })
    await add(buyer, prices.dollar)
    await setRates(prices.shop, { USD: '8' })
    await prices.shop.settle()
    expect((await list(buyer, '?sort=price')).items.map(({ code }) => code)).toEqual(['DOLAR', 'LIRA', 'SORUNUZ'])
    expect(await codes(buyer, '?filters=price:80-80')).toEqual(['DOLAR'])
    const { body: summary } = await buyer.send('GET', '/api/catalog/orders/summary')
    expect(summary).toMatchObject({ rates: { USD: 40 }, subtotal: 400, totalTry: 440 })
    await buyer.send('POST', '/api/catalog/cart', { body: {} })
    const { body: now } = await buyer.send('GET', '/api/catalog/orders/summary')
    expect(now).toMatchObject({ rates: { USD: 8 }, subtotal: 80, totalTry: 88 })
    await setRates(prices.shop, { USD: '40' })
    await prices.shop.settle()
  })

  test.each([['NULL'], ['0']])('set to %s: the price becomes on request and cannot be ordered', async (rate) => {
    const { pool } = prices.shop.database
    const actor = await addDealer(pool)
    const buyer = await prices.shop.signedIn(actor)
    await choose(buyer, 'USD')
    await fillCart(pool, actor, [{ unitId: prices.dollar.unitId, quantity: 1 }])
    expect((await cartOf(buyer))[0]?.productUnit.defaultPrice).toEqual({ value: 10, currency: 'USD' })
    await pool.execute(`UPDATE currencies SET exchange_rate = ${rate} WHERE code = 'USD'`)
    await waitForVisitor(prices.shop, ({ currencies }) => currencies.every(({ code }) => code !== 'USD'))
    await prices.shop.settle()
    // The chosen currency is no longer offered, so the store's default applies.
    expect((await visitorOf(buyer)).currency.code).toBe('TRY')
    expect((await product(buyer, prices.dollar)).salePrice).toEqual({ value: 0, currency: 'USD' })
    expect((await product(buyer, prices.priced)).advencePrice2).toEqual({ value: 0, currency: 'USD' })
    const [line] = await cartOf(buyer)
    expect(line?.productUnit.defaultPrice).toEqual({ value: 0, currency: 'USD' })
    expect(line?.previousPrice).toBeUndefined()
    expect(codeOf(await add(buyer, prices.dollar))).toBe('price_unknown')
    expect(codeOf(await buyer.send('POST', '/api/catalog/cart', { body: {} }))).toBe('price_unknown')
    expect(await codes(buyer, '?filters=price:0-100000')).toEqual(['LIRA'])
    expect(await codes(buyer, '?sort=price')).toEqual(['LIRA', 'DOLAR', 'SORUNUZ'])
    await setRates(prices.shop, { USD: '40' })
    await prices.shop.settle()
    // The price is back to the last one shown, so no change is reported.
    expect((await cartOf(buyer))[0]?.previousPrice).toBeUndefined()
  })

  test('does not block orders', async () => {
    const { pool } = prices.shop.database
    const buyer = await prices.shop.signedIn(await addDealer(pool))
    await pool.withClient(async (client) => {
      await client.query('BEGIN')
      await client.query("UPDATE currencies SET exchange_rate = 41 WHERE code = 'USD'")
      expect((await add(buyer, prices.dollar)).status).toBe(200)
      expect((await buyer.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(200)
      await client.query('ROLLBACK')
    })
  })
})

describe('debts in other currencies', () => {
  test('use today’s rate: the dealer filter, their pages and their limits agree', async () => {
    const { pool } = prices.shop.database
    await saveSetting(pool, 'b2b_risk_limit_islem', '1')
    // No page shows this setting; the risk check always reads one state of the store.
    await prices.shop.setSetting('storeHours', '9-18')
    // Name: risk limit and mode, balances by currency, overdue amount; then how much the dealer may still order.
    const cases = {
      above: [{ limit: 1000, mode: 'balance', EUR: 20.01 }, 0],
      even: [{ limit: 1000, mode: 'balance', EUR: 20 }, 0],
      credit: [{ limit: 1000, mode: 'balance', TRY: 2000, EUR: -30 }, 500],
      late: [{ limit: 1000, mode: 'order', EUR: 30, lateEUR: 30 }, 0],
      notDue: [{ limit: 1000, mode: 'order', EUR: 500 }, 1000],
      blocked: [{ limit: 1, mode: 'balance', EUR: 20 }, 0],
    } as const
    const dealersByName = new Map<string, { id: number; visitor: TestVisitor }>()
    for (const [name, [terms]] of Object.entries(cases)) {
      const actor = await addDealer(pool)
      const id = actor.dealer?.id ?? 0
      await pool.execute('UPDATE dealers SET risk_limit = $2, risk_mode = $3 WHERE id = $1', [
        id,
        terms.limit,
        terms.mode,
      ])
      await pool.execute(
        `INSERT INTO dealer_balances (dealer_id, currency, balance, as_of)
         SELECT $1, key, value::numeric, now() FROM jsonb_each_text($2) WHERE key IN ('TRY', 'EUR')`,
        [id, JSON.stringify(terms)],
      )
      if ('lateEUR' in terms) {
        await pool.execute(
          `INSERT INTO account_movements (dealer_id, posted_on, due_on, kind, debit, unpaid, currency, reference)
           VALUES ($1, current_date - 40, current_date - 2, 'invoice', $2, $2, 'EUR', 'GEC')`,
          [id, terms.lateEUR],
        )
      }
      dealersByName.set(name, { id, visitor: await prices.shop.signedIn(actor) })
    }
    const staff = await prices.shop.signedIn(await addAdmin(pool))
    const over = async () => {
      const { body } = await staff.send('GET', '/yonetim/dealers?show=over&limit=96')
      const ids = (body as { items: { id: number }[] }).items.map(({ id }) => id)
      return Object.keys(cases).filter((name) => ids.includes(dealersByName.get(name)?.id ?? 0))
    }
    expect(await over()).toEqual(['above', 'late'])
    for (const [name, [, remainingLimit]] of Object.entries(cases)) {
      const { id = 0, visitor } = dealersByName.get(name) ?? {}
      const { body } = await staff.send('GET', `/yonetim/dealers/${id}`)
      expect({ name, ...(body as object) }).toMatchObject({ isOverLimit: ['above', 'late'].includes(name) })
      expect(visitor && (await visitorOf(visitor)).account?.availableLimit).toBe(remainingLimit)
    }
    const { body } = await staff.send('GET', `/yonetim/dealers/${dealersByName.get('late')?.id}`)
    expect(body).toMatchObject({ overdueBalance: 0, foreignOverdue: [{ value: 30, currency: 'EUR' }] })
    await setRates(prices.shop, { EUR: '55' })
    expect(await over()).toEqual(['above', 'even', 'late'])
    await setRates(prices.shop, { EUR: '50' })
  })
})
