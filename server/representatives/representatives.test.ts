import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedOrder, Order } from '#contract/shop/orders.ts'
import type { OwnDealer, OwnDealerDetail, RepresentativeDetail } from '#contract/admin/representatives.ts'
import type { DiscountedCart } from '#contract/shop/representatives.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { orderMailJob, sendOrderMail } from '#server/orders/orders.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { type Answer, codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague, addDealer, addProduct, fillCart, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
/** Ada belongs to the representative by list, Bora by its province, Cem to the other representative. */
let ada: Actor
let bora: Actor
let cem: Actor
let seller: Actor
let chief: Actor
let representative: TestVisitor
let other: TestVisitor
let head: TestVisitor
let staff: TestVisitor
let product: TestProduct
const none = { phone: '', linePercent: '0', totalPercent: '0', floorPercent: '', regions: [], dealers: [] }

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  ada = await addDealer(pool)
  bora = await addDealer(pool)
  cem = await addDealer(pool)
  await pool.execute("UPDATE dealers SET name = 'Ada Hırdavat', city = 'Ankara' WHERE id = $1", [dealerOf(ada)])
  await pool.execute("UPDATE dealers SET name = 'Şimşek Yapı', city = 'İZMİR' WHERE id = $1", [dealerOf(bora)])
  await pool.execute("UPDATE dealers SET name = 'Cem İnşaat', city = 'İstanbul' WHERE id = $1", [dealerOf(cem)])
  seller = await addAdmin(pool)
  chief = await addAdmin(pool)
  const rival = await addAdmin(pool)
  await pool.execute("UPDATE users SET user_role = 'representative', name = 'Deniz Aksoy' WHERE id = $1", [
    seller.userId,
  ])
  await pool.execute("UPDATE users SET user_role = 'representative' WHERE id = $1", [rival.userId])
  await pool.execute("UPDATE users SET user_role = 'sales' WHERE id = $1", [chief.userId])
  const orders = await addAdmin(pool)
  await pool.execute("UPDATE users SET user_role = 'orders' WHERE id = $1", [orders.userId])
  representative = await shop.signedIn(seller)
  other = await shop.signedIn(rival)
  head = await shop.signedIn(chief)
  staff = await shop.signedIn(orders)
  product = await addProduct(pool, { stock: 100_000, price: 100, taxRate: 20 })
  const values = {
    ...none,
    phone: '0532 000 00 00',
    linePercent: '15',
    totalPercent: '10',
    floorPercent: '5',
    regions: ['izmir'],
    dealers: [codeOfDealer(ada)],
  }
  await saved(head.send('PATCH', `/yonetim/representatives/${seller.userId}`, { body: { values } }))
  await saved(
    head.send('PATCH', `/yonetim/representatives/${rival.userId}`, {
      body: { values: { ...none, dealers: [codeOfDealer(cem)] } },
    }),
  )
  await shop.settle()
})
afterAll(() => shop.close())

const dealerOf = ({ dealer }: Actor): number => dealer?.id ?? 0
const codeOfDealer = ({ dealer }: Actor): string => dealer?.code ?? ''
const bodyOf = (answer: Answer): unknown => JSON.parse(answer.text)

async function saved(sent: Promise<Answer>): Promise<Answer> {
  const answer = await sent
  expect({ status: answer.status, text: answer.status === 200 ? '' : answer.text }).toEqual({ status: 200, text: '' })
  return answer
}

const act = (who: TestVisitor, actor: Actor) => who.send('POST', `/yonetim/own-dealers/${dealerOf(actor)}/act`)
const stop = (who: TestVisitor) => who.send('DELETE', '/api/account/view')
const listed = async (who: TestVisitor, query = '') =>
  (bodyOf(await who.send('GET', `/yonetim/own-dealers${query}`)) as { items: OwnDealer[] }).items
const names = async (who: TestVisitor, query = '') => (await listed(who, query)).map(({ name }) => name)
const detail = async (who: TestVisitor, actor: Actor) =>
  bodyOf(await saved(who.send('GET', `/yonetim/own-dealers/${dealerOf(actor)}`))) as OwnDealerDetail

/** Works for the dealer while `work` runs. */
async function actingFor<Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> {
  await saved(act(representative, actor))
  try {
    return await work()
  } finally {
    await stop(representative)
  }
}

const fill = (quantity: number) =>
  saved(
    representative.send('POST', `/api/catalog/cart/${product.id}`, {
      body: { quantity, productValue: product.unitId },
    }),
  )
const discount = (totalPercent: string, percent = '') =>
  representative.send('PATCH', '/api/catalog/cart/discount', {
    body: { totalPercent, lines: [{ unitId: product.unitId, percent }] },
  })
const cartOf = async () =>
  (bodyOf(await saved(representative.send('GET', '/api/catalog/cart/discount'))) as { cart: DiscountedCart | null })
    .cart

/** Orders ten for the dealer with discounts on the order and on the line. */
async function orderFor(actor: Actor, totalPercent: string, percent = ''): Promise<{ id: number; orderNo: string }> {
  return actingFor(actor, async () => {
    await fill(10)
    await saved(discount(totalPercent, percent))
    const total = (await cartOf())?.total
    return bodyOf(await saved(representative.send('POST', '/api/catalog/cart', { body: { total } }))) as {
      id: number
      orderNo: string
    }
  })
}
const orderOf = async (orderNo: string) => {
  const visitor = await shop.signedIn(ada)
  return bodyOf(await saved(visitor.send('GET', `/api/catalog/orders/summary?order=${orderNo}`))) as Order & {
    approvalReasons: string[]
  }
}
const approve = (who: TestVisitor, id: number) =>
  who.send('POST', '/yonetim/orders/state', {
    body: { orders: [{ id, from: 'awaiting_approval' }], to: 'confirmed' },
  })

describe('the dealers of a representative', () => {
  test('are those of its list and of its regions, in any spelling, and of no other representative', async () => {
    expect(await names(representative)).toEqual(['Ada Hırdavat', 'Şimşek Yapı'])
    expect(await names(other)).toEqual(['Cem İnşaat'])
  })

  test('are found by parts of their names in Turkish spelling', async () => {
    expect(await names(representative, '?q=simsek')).toEqual(['Şimşek Yapı'])
    expect(await names(representative, '?q=ŞİMŞEK')).toEqual(['Şimşek Yapı'])
    expect(await names(representative, `?q=${encodeURIComponent('cem')}`)).toEqual([])
  })

  test('are those of everybody for the head of sales, or of one representative', async () => {
    expect(await names(head)).toEqual(['Ada Hırdavat', 'Cem İnşaat', 'Şimşek Yapı'])
    expect(await names(head, `?representative=${seller.userId}`)).toEqual(['Ada Hırdavat', 'Şimşek Yapı'])
  })

  test('stay the own ones where a representative names another', async () => {
    expect(await names(other, `?representative=${seller.userId}`)).toEqual(['Cem İnşaat'])
  })

  test('have a target and the orders of the month', async () => {
    const month = dayInTurkey(new Date()).slice(0, 7)
    const body = { month, targets: [{ dealerId: dealerOf(ada), amount: '50.000,00' }] }
    await saved(head.send('POST', `/yonetim/representatives/${seller.userId}/targets`, { body }))
    const before = (await detail(representative, ada)).sold
    await orderFor(ada, '0')
    expect(await detail(representative, ada)).toMatchObject({ target: 50_000, sold: before + 1200, daysSinceOrder: 0 })
    expect(await names(representative, '?show=below_target')).toEqual(['Ada Hırdavat'])
  })

  test('are shown their representative with phone and email', async () => {
    const { text } = await (await shop.signedIn(bora)).send('GET', '/api/account/representative')
    expect(JSON.parse(text)).toEqual({
      representative: { name: 'Deniz Aksoy', phone: '0532 000 00 00', email: seller.email },
    })
  })
})

describe('another representative’s dealer', () => {
  test.each([
    ['its page', () => representative.send('GET', `/yonetim/own-dealers/${dealerOf(cem)}`)],
    ['working for it', () => act(representative, cem)],
    [
      'a note about it',
      () =>
        representative.send('POST', `/yonetim/own-dealers/${dealerOf(cem)}/visits`, {
          body: { values: { kind: 'note', day: '2026-01-02', text: 'x', nextStep: '', nextOn: '' } },
        }),
    ],
  ])('answers 404 for %s', async (_, send) => {
    const answer = await send()
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 404, code: 'dealer_not_found' })
  })

  test('keeps its notes from being marked', async () => {
    const values = { kind: 'visit', day: '2026-01-02', text: 'Görüşüldü', nextStep: 'Teklif', nextOn: '2026-01-09' }
    await saved(other.send('POST', `/yonetim/own-dealers/${dealerOf(cem)}/visits`, { body: { values } }))
    const id = (await detail(other, cem)).visits[0]?.id ?? 0
    const answer = await representative.send('POST', `/yonetim/visits/${id}/done`, { body: { isDone: true } })
    expect(codeOf(answer)).toBe('visit_not_found')
    expect((await detail(other, cem)).visits[0]?.nextStep?.isDone).toBe(false)
  })

  test('has orders that do not exist for somebody who works for another dealer', async () => {
    const visitor = await shop.signedIn(cem)
    await fillCart(shop.database.pool, cem, [{ unitId: product.unitId, quantity: 1 }])
    const { orderNo, id } = bodyOf(await saved(visitor.send('POST', '/api/catalog/cart', { body: {} }))) as {
      id: number
      orderNo: string
    }
    await actingFor(ada, async () => {
      for (const url of [`/api/catalog/orders/summary?order=${orderNo}`, `/api/catalog/orders?q=${orderNo}`]) {
        expect((await representative.send('GET', url)).text).not.toContain(`"orderNo":"${orderNo}"`)
      }
      const answers = [
        await representative.send('PATCH', `/api/catalog/order/${id}`, { body: { cancel: true } }),
        await representative.send('POST', `/api/catalog/order/${id}/again`, { body: {} }),
        await representative.send('GET', `/siparis/${orderNo}`, { headers: { accept: 'text/html' } }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    })
  })
})

describe('working for a dealer', () => {
  test('has a cart of its own for each dealer, apart from those of the dealer’s users', async () => {
    const lines = async () => (bodyOf(await representative.send('GET', '/api/catalog/cart')) as unknown[]).length
    await fillCart(shop.database.pool, ada, [{ unitId: product.unitId, quantity: 3 }])
    await actingFor(bora, async () => {
      await fill(2)
      expect(await lines()).toBe(1)
    })
    await actingFor(ada, async () => expect(await lines()).toBe(0))
    await actingFor(bora, async () => {
      expect(await lines()).toBe(1)
      await representative.send('DELETE', '/api/catalog/cart')
    })
  })

  test('ends at once when the dealer is assigned to somebody else', async () => {
    await saved(act(representative, ada))
    expect((await representative.send('GET', '/api/catalog/orders')).status).toBe(200)
    const choose = (userId: number | null) =>
      saved(head.send('POST', `/yonetim/dealers/${dealerOf(ada)}/representative`, { body: { userId } }))
    await choose(null)
    const answer = await representative.send('GET', '/api/catalog/orders')
    expect(codeOf(answer)).toBe('admin_not_allowed')
    expect(await names(representative)).toEqual(['Şimşek Yapı'])
    await choose(seller.userId)
    await stop(representative)
  })

  test('ends at once when the role is taken away', async () => {
    const { pool } = shop.database
    await saved(act(representative, ada))
    await pool.execute("UPDATE users SET user_role = 'catalog' WHERE id = $1", [seller.userId])
    expect(codeOf(await representative.send('GET', '/api/catalog/orders'))).toBe('admin_not_allowed')
    await pool.execute("UPDATE users SET user_role = 'representative' WHERE id = $1", [seller.userId])
    await stop(representative)
  })

  test('ends at once when the dealer is disabled', async () => {
    const { pool } = shop.database
    await saved(act(representative, bora))
    await pool.execute('UPDATE dealers SET disabled_at = now() WHERE id = $1', [dealerOf(bora)])
    expect(codeOf(await representative.send('GET', '/api/catalog/orders'))).toBe('admin_not_allowed')
    await pool.execute('UPDATE dealers SET disabled_at = NULL WHERE id = $1', [dealerOf(bora)])
    await stop(representative)
  })

  test('is possible for nobody else by the seat of another representative', async () => {
    const { pool } = shop.database
    await actingFor(ada, () => Promise.resolve())
    await pool.execute(
      `UPDATE sessions SET viewed_user_id = (SELECT id FROM users WHERE representative_id = $1 AND dealer_id = $2)
        WHERE user_id = (SELECT user_id FROM representative_dealers WHERE dealer_id = $3)`,
      [seller.userId, dealerOf(ada), dealerOf(cem)],
    )
    expect(codeOf(await other.send('GET', '/api/catalog/orders'))).toBe('admin_not_allowed')
  })

  test('allows neither payments, keys, users nor the own account, and no page of the administration', async () => {
    await actingFor(ada, async () => {
      const codes = [
        await representative.send('GET', '/api/account/users'),
        await representative.send('GET', '/api/account/keys'),
        await representative.send('GET', '/api/payment-links'),
        await representative.send('POST', '/api/catalog/account/settings', { body: { password: 'x' } }),
        await representative.send('DELETE', '/api/account/devices'),
        await representative.send('GET', '/yonetim/own-dealers'),
      ].map(codeOf)
      expect(codes).toEqual(['no_right', 'no_right', 'no_right', 'acting_only', 'acting_only', 'forbidden'])
    })
  })

  test('is written to the audit log under the name of the representative', async () => {
    await actingFor(ada, () => Promise.resolve())
    const rows = await shop.database.pool.query<{ action: string; user_id: number; noun_id: string }>(
      "SELECT action, user_id, noun_id FROM audit_log WHERE noun = 'dealer' ORDER BY id DESC LIMIT 2",
    )
    expect(rows).toEqual([
      { action: 'end_act', user_id: seller.userId, noun_id: codeOfDealer(ada) },
      { action: 'act_for', user_id: seller.userId, noun_id: codeOfDealer(ada) },
    ])
  })

  test('adds no user to the lists of users', async () => {
    await actingFor(ada, () => Promise.resolve())
    const full = await shop.signedIn(await addAdmin(shop.database.pool))
    const { items } = bodyOf(await full.send('GET', `/yonetim/users?dealer=${dealerOf(ada)}`)) as {
      items: { email: string }[]
    }
    expect(items.map(({ email }) => email)).toEqual([ada.email])
    const owner = await shop.signedIn(ada)
    expect((await owner.send('GET', '/api/account/users')).text).not.toContain('representative.invalid')
  })
})

describe('an order by a representative', () => {
  test('names it to the dealer on the order, in the list and in the email, which the dealer gets', async () => {
    const { pool } = shop.database
    await shop.settle()
    await pool.execute('DELETE FROM outbox')
    const { orderNo, id } = await orderFor(ada, '10')
    expect(await orderOf(orderNo)).toMatchObject({
      creator: 'Plasiyer Deniz Aksoy',
      representative: 'Deniz Aksoy',
      state: 'received',
    })
    const owner = await shop.signedIn(ada)
    const { items } = bodyOf(await owner.send('GET', `/api/catalog/orders?q=${orderNo}`)) as { items: ListedOrder[] }
    expect(items[0]?.creator).toBe('Plasiyer Deniz Aksoy')
    const mails: { to: string; text: string }[] = []
    const send = (mail: { to: string; text: string }) => Promise.resolve(void mails.push(mail))
    await sendOrderMail(
      { pool, mailer: { send, close: () => {} }, publicUrl: 'https://toptan.test' },
      { orderId: id, reader: 'dealer', locale: 'tr' },
      `${orderMailJob}-1`,
    )
    expect(mails[0]?.to).toBe(ada.email)
    expect(mails[0]?.text).toContain('plasiyer Deniz Aksoy tarafından oluşturuldu')
    expect(mails[0]?.text).toContain('%10 iskontolu, önceki fiyat ₺100,00')
  })

  test('has the discounted prices, and keeps those before the discount', async () => {
    const { orderNo } = await orderFor(ada, '5', '3')
    // 100 × 0.97 × 0.95 = 92.15
    expect(await orderOf(orderNo)).toMatchObject({
      subtotal: 921.5,
      tax: 184.3,
      total: 1105.8,
      orderItems: [{ price: { value: 92.15 }, amount: 921.5, discount: { before: 100, percent: 7.85 } }],
    })
  })

  test('is refused if the total on screen lacks the discount', async () => {
    await actingFor(ada, async () => {
      await fill(10)
      await saved(discount('10'))
      const answer = await representative.send('POST', '/api/catalog/cart', { body: { total: 1200 } })
      expect(codeOf(answer)).toBe('total_changed')
      await representative.send('DELETE', '/api/catalog/cart')
      await discount('0')
    })
  })

  test('leaves no discount behind for the next cart', async () => {
    await orderFor(ada, '10')
    await actingFor(ada, async () => {
      await fill(1)
      expect(await cartOf()).toMatchObject({ totalPercent: '', subtotal: 100 })
      await representative.send('DELETE', '/api/catalog/cart')
    })
  })

  test.each(['100', '-1', 'on iki', '12,345'])('refuses a discount of %s', async (percent) => {
    await actingFor(ada, async () => {
      const answer = await discount(percent)
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 422, code: 'validation_failed' })
    })
  })

  test('has no discount for users of dealers, who cannot set one', async () => {
    const owner = await shop.signedIn(
      await addColleague(shop.database.pool, ada.dealer as NonNullable<Actor['dealer']>),
    )
    const answer = await owner.send('PATCH', '/api/catalog/cart/discount', { body: { totalPercent: '50', lines: [] } })
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 403, code: 'representative_only' })
  })
})

describe('a discount beyond the authority', () => {
  test.each([
    ['of the whole order', '12', ''],
    ['of a line', '0', '15,01'],
    ['of both together', '8', '8'],
  ])('%s waits for approval', async (_, total, line) => {
    const { orderNo } = await orderFor(ada, total, line)
    expect(await orderOf(orderNo)).toMatchObject({ state: 'awaiting_approval', approvalReasons: ['discount'] })
  })

  test('below the floor waits for approval', async () => {
    const { pool } = shop.database
    await pool.execute("INSERT INTO product_costs (product_id, cost, currency) VALUES ($1, 90, 'TRY')", [product.id])
    // 90 × 1.05 = 94.5
    const within = await orderFor(ada, '5,5')
    const below = await orderFor(ada, '5,51')
    await pool.execute('DELETE FROM product_costs WHERE product_id = $1', [product.id])
    expect((await orderOf(within.orderNo)).state).toBe('received')
    expect(await orderOf(below.orderNo)).toMatchObject({ state: 'awaiting_approval', approvalReasons: ['discount'] })
  })

  test('is approved by the head of sales alone', async () => {
    const { id, orderNo } = await orderFor(ada, '12')
    for (const who of [staff, representative]) expect((await approve(who, id)).status).not.toBe(200)
    expect(codeOf(await approve(staff, id))).toBe('order_needs_sales_approval')
    expect((await orderOf(orderNo)).state).toBe('awaiting_approval')
    await saved(approve(head, id))
    expect(await orderOf(orderNo)).toMatchObject({ state: 'confirmed', total: 1056 })
  })

  test('is not approved by the head of sales who gave it', async () => {
    const { pool } = shop.database
    const dealer = await addDealer(pool)
    await saved(
      head.send('POST', `/yonetim/dealers/${dealerOf(dealer)}/representative`, { body: { userId: chief.userId } }),
    )
    await saved(act(head, dealer))
    await saved(
      head.send('POST', `/api/catalog/cart/${product.id}`, { body: { quantity: 1, productValue: product.unitId } }),
    )
    await saved(head.send('PATCH', '/api/catalog/cart/discount', { body: { totalPercent: '20', lines: [] } }))
    const { id } = bodyOf(await saved(head.send('POST', '/api/catalog/cart', { body: {} }))) as { id: number }
    await stop(head)
    expect(codeOf(await approve(head, id))).toBe('order_needs_sales_approval')
    await saved(approve(await shop.signedIn(await addAdmin(pool)), id))
  })
})

describe('notes about a dealer', () => {
  const add = (parts: object) =>
    representative.send('POST', `/yonetim/own-dealers/${dealerOf(bora)}/visits`, {
      body: { values: { kind: 'visit', day: '2026-01-02', text: 'Görüşüldü', nextStep: '', nextOn: '', ...parts } },
    })

  test('are seen by the representative and the head of sales, with the next step until it is done', async () => {
    await saved(add({ nextStep: 'Numune götür', nextOn: '2026-01-05' }))
    expect(await names(representative, '?show=step_due')).toEqual(['Şimşek Yapı'])
    const [visit] = (await detail(head, bora)).visits
    expect(visit).toMatchObject({ by: 'Deniz Aksoy', nextStep: { text: 'Numune götür', isDone: false, isDue: true } })
    await saved(representative.send('POST', `/yonetim/visits/${visit?.id}/done`, { body: { isDone: true } }))
    expect(await names(representative, '?show=step_due')).toEqual([])
  })

  test.each([
    ['no text', { text: ' ' }, 'text'],
    ['a day to come', { day: '2099-01-01' }, 'day'],
    ['a day that does not exist', { day: '2026-02-31' }, 'day'],
    ['a step without a day', { nextStep: 'Ara' }, 'nextOn'],
    ['a day without a step', { nextOn: '2026-05-01' }, 'nextStep'],
  ])('are refused with %s', async (_, parts, field) => {
    const answer = await add(parts)
    const { error } = bodyOf(answer) as { error: { code: string; fields: object } }
    expect({ code: error.code, fields: Object.keys(error.fields) }).toEqual({
      code: 'validation_failed',
      fields: [field],
    })
  })
})

describe('the sales team', () => {
  test('moves a dealer and a region to whom they are given last', async () => {
    const { pool } = shop.database
    const newcomer = await addAdmin(pool)
    await pool.execute("UPDATE users SET user_role = 'representative' WHERE id = $1", [newcomer.userId])
    const values = { ...none, regions: ['İzmir', 'IZMIR'], dealers: [codeOfDealer(cem), codeOfDealer(cem)] }
    const url = `/yonetim/representatives/${newcomer.userId}`
    const answer = bodyOf(await saved(head.send('PATCH', url, { body: { values } }))) as RepresentativeDetail
    expect(answer.dealers.map(({ name }) => name)).toEqual(['Cem İnşaat', 'Şimşek Yapı'])
    expect(await names(other)).toEqual([])
    expect(await names(representative)).toEqual(['Ada Hırdavat'])
    const restore = (userId: number, given: object) =>
      saved(head.send('PATCH', `/yonetim/representatives/${userId}`, { body: { values: { ...none, ...given } } }))
    const rival = await pool.one<{ id: number }>(
      "SELECT id FROM users WHERE user_role = 'representative' AND id NOT IN ($1, $2)",
      [seller.userId, newcomer.userId],
    )
    await restore(rival?.id ?? 0, { dealers: [codeOfDealer(cem)] })
    await restore(seller.userId, { regions: ['İzmir'], dealers: [codeOfDealer(ada)], linePercent: '15' })
  })

  test.each([
    ['an unknown dealer', { dealers: ['YOK-1'] }, 'dealers'],
    ['more than a hundred percent', { linePercent: '101' }, 'linePercent'],
    ['a negative floor', { floorPercent: '-1' }, 'floorPercent'],
    ['a phone number that is none', { phone: 'yok' }, 'phone'],
  ])('refuses %s', async (_, parts, field) => {
    const body = { values: { ...none, ...parts } }
    const answer = await head.send('PATCH', `/yonetim/representatives/${seller.userId}`, { body })
    expect(Object.keys((bodyOf(answer) as { error: { fields: object } }).error.fields)).toEqual([field])
  })

  test('is closed to representatives', async () => {
    const answers = [
      await representative.send('GET', '/yonetim/representatives'),
      await representative.send('PATCH', `/yonetim/representatives/${seller.userId}`, { body: { values: none } }),
      await representative.send('GET', '/yonetim/dealers'),
      await representative.send('GET', `/yonetim/dealers/${dealerOf(ada)}`),
      await representative.send('GET', '/yonetim/orders'),
      await representative.send('POST', '/yonetim/exports', { body: { list: 'dealers', query: {} } }),
    ]
    expect(answers.map(codeOf)).toEqual(answers.map(() => 'no_right'))
  })
})
