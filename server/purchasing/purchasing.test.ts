import { describe, expect, test } from 'vitest'
import { transaction } from '#server/platform/db/transaction.ts'
import { addDealerProgram, type Program } from '#testing/programs.ts'
import { codeOf } from '#testing/shop.ts'
import { setPrice, setStock, stockOf } from '#testing/store-rows.ts'
import {
  approve,
  buyer,
  cart,
  colleague,
  drill,
  fill,
  follow,
  emailOf,
  limit,
  mails,
  order,
  orders,
  owner,
  path,
  type Person,
  pool,
  refusing,
  requestCount,
  sent,
  show,
  shop,
  useTestPurchasing,
  withdraw,
} from './test-purchasing.ts'

useTestPurchasing()

let lastKey = 0
const sendLines = (program: Program, quantity: number) =>
  program.send('POST', '/orders', {
    body: { lines: [{ code: drill.code, quantity }] },
    headers: { 'idempotency-key': `program-key-${(lastKey += 1)}` },
  })
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
const day = (offset: number) => new Date(Date.now() + (3 + 24 * offset) * 3_600_000).toISOString().slice(0, 10)
const list = async (who = owner, query = '') =>
  (await who.send('GET', `/api/account/approvals${query}`)).body as {
    items: { id: number; isForMe: boolean }[]
    waiting: number
    show: string
  }

describe('an order', () => {
  test('within the limit is placed at once; over it, it waits: no order, no stock, an empty cart', async () => {
    await fill(10)
    expect((await order()).body).toMatchObject({ orderNo: expect.any(String) })
    const id = await sent(11)
    expect(await orders()).toHaveLength(1)
    expect(await stockOf(pool(), drill.id)).toBe(90)
    expect(await cart()).toEqual([])
    expect(await show(id, buyer)).toMatchObject({ state: 'waiting', isOwn: true, canDecide: false })
    expect((await show(id)).why).toMatchObject({ reasons: ['order'], perOrder: 1000, orderTotal: 1100 })
    // The reason stays what it was when it was sent.
    await setPrice(pool(), drill.unitId, 150)
    expect((await show(id)).why).toMatchObject({ orderTotal: 1100 })
    const mail = await emailOf({ requestId: id, userId: owner.actor.userId, kind: 'new' })
    expect(mail?.text).toContain('Sipariş limiti ₺1.000,00, bu sipariş ₺1.100,00: ₺100,00 fazla.')
  })

  test('goes where the buyer wanted it, also if its address is removed before the approval', async () => {
    const added = await pool().one<{ id: number }>(
      `INSERT INTO dealer_addresses (dealer_id, name, recipient, address, district, city)
       VALUES ($1, 'Şantiye', 'Ali Usta', 'Ada 12', 'Gebze', 'Kocaeli') RETURNING id`,
      [owner.actor.dealer?.id],
    )
    const site = added?.id ?? expect.fail()
    await fill(11)
    const answer = await order(buyer, undefined, { deliverTo: String(site), partDelivery: '0', deliverOn: day(3) })
    const { requestId } = answer.body as { requestId: number }
    expect((await show(requestId)).delivery).toMatchObject({ address: { name: 'Şantiye' }, partDelivery: false })
    expect((await owner.send('DELETE', `/api/account/addresses/${site}`)).status).toBe(200)
    expect((await approve(requestId)).status).toBe(200)
    const [placed] = await pool().query('SELECT delivery, delivery_address_id FROM orders WHERE user_id = $1', [
      buyer.actor.userId,
    ])
    expect(placed).toMatchObject({
      delivery: { address: { name: 'Şantiye', city: 'Kocaeli' }, requestedOn: day(3), partDelivery: false },
      delivery_address_id: site,
    })
  })

  test('sent twice with one key is one request with one answer', async () => {
    await fill(11)
    const answers = await Promise.all([order(buyer, 'the-same-click'), order(buyer, 'the-same-click')])
    expect(answers[0].body).toEqual(answers[1].body)
    expect((await order(buyer, 'the-same-click')).body).toEqual(answers[0].body)
    expect(await requestCount()).toBe(1)
  })

  test('counts to the month with what was ordered and what waits, without what was cancelled or ordered before', async () => {
    await limit(buyer, { perMonth: 1000 })
    await fill(6)
    await order()
    const first = await sent(5)
    expect((await show(first)).why).toMatchObject({ reasons: ['month'], perMonth: 1000, monthTotal: 600 })
    // 600 and the waiting 500 leave nothing.
    await withdraw(first)
    await pool().execute('DELETE FROM cart_lines')
    await fill(4)
    expect((await order()).body).toMatchObject({ orderNo: expect.any(String) })
    await pool().execute(`UPDATE orders SET created_at = date_trunc('month', now() AT TIME ZONE 'Europe/Istanbul')
      AT TIME ZONE 'Europe/Istanbul' - interval '1 second' WHERE user_id = ${buyer.actor.userId}`)
    await fill(10)
    expect((await order()).body).toMatchObject({ orderNo: expect.any(String) })
  })

  test('of a program is refused if it needs approval, and its cart and the month stay as they are', async () => {
    const program = await addDealerProgram(shop, buyer, ['orders:write'])
    const answer = await sendLines(program, 11)
    expect(codeOf(answer)).toBe('purchase_needs_approval')
    expect([await requestCount(), (await orders()).length]).toEqual([0, 0])
    expect((await sendLines(program, 10)).status).toBe(200)
  })

  test('of a program that asks for it waits: once, and the program reads what becomes of it', async () => {
    const program = await addDealerProgram(shop, buyer, ['orders:write', 'orders:read'])
    const body = { lines: [{ code: drill.code, quantity: 11 }], sendForApproval: true, ownOrderNo: `WEB-${drill.id}` }
    const file = (key: string, more: object = {}) =>
      program.send('POST', '/orders', { body: { ...body, ...more }, headers: { 'idempotency-key': key } })
    await fill(1)
    const key = `for-approval-${drill.id}`
    const answers = await Promise.all([file(key), file(key), file(key)])
    answers.push(await file(key))
    const filed = answers
      .filter(({ status }) => status === 200)
      .map((each) => each.body as { approval: { number: number } })
    const { number } = filed[0]?.approval ?? expect.fail()
    expect(filed.every(({ approval }) => approval.number === number)).toBe(true)
    expect(filed[0]).toMatchObject({ approval: { state: 'waiting', reasons: ['order'], orderNo: null } })
    expect([await requestCount(), (await orders()).length]).toEqual([1, 0])
    // The cart on screen stays as it is.
    expect(await cart()).toEqual([{ unit_id: drill.unitId, quantity: 1 }])
    // The number belongs to what waits.
    expect(codeOf(await file(`${key}-2`))).toBe('own_order_no_used')
    expect(codeOf(await file(`${key}-3`, { lines: [{ code: drill.code, quantity: 1 }] }))).toBe('own_order_no_used')

    const read = async (who = program) => who.send('GET', `/approvals/${number}`)
    expect((await read()).body).toMatchObject({ number, state: 'waiting', ownOrderNo: body.ownOrderNo })
    const other = await addDealerProgram(shop, await colleague('buyer'), ['orders:read'])
    expect(codeOf(await read(other))).toBe('purchase_not_found')
    expect((await approve(number)).status).toBe(200)
    const [made] = await orders()
    expect((await read()).body).toMatchObject({ state: 'approved', orderNo: made?.order_no })
    expect((await file(key)).body).toMatchObject({ approval: { number, state: 'approved', orderNo: made?.order_no } })
    const stored = await pool().one('SELECT dealer_order_no, description FROM orders WHERE id = $1', [made?.id])
    expect(stored).toMatchObject({ dealer_order_no: body.ownOrderNo, description: expect.stringContaining('WEB-') })
    // Once it is an order, the number is its own.
    expect(codeOf(await file(`${key}-4`))).toBe('own_order_no_used')
  })

  test('of a program within the limit is placed, also if it may wait; a refusal reaches the program', async () => {
    const program = await addDealerProgram(shop, buyer, ['orders:write', 'orders:read'])
    const file = (quantity: number) =>
      program.send('POST', '/orders', {
        body: { lines: [{ code: drill.code, quantity }], sendForApproval: true },
        headers: { 'idempotency-key': `program-key-${(lastKey += 1)}` },
      })
    expect((await file(10)).body).toEqual({ orderNo: expect.any(String) })
    const { approval } = (await file(11)).body as { approval: { number: number } }
    await refusing(approval.number, owner, 'Bütçe yok')
    const { body } = await program.send('GET', `/approvals/${approval.number}`)
    expect(body).toMatchObject({ state: 'refused', refusal: 'Bütçe yok', orderNo: null })
  })

  test('at the month’s limit from two tabs and two programs at once: what fits is placed, the rest is not', async () => {
    await limit(buyer, { perMonth: 1000 })
    const programs = [
      await addDealerProgram(shop, buyer, ['orders:write']),
      await addDealerProgram(shop, buyer, ['orders:write']),
    ]
    await fill(6)
    const send = () =>
      Promise.all([
        order(buyer, 'tab-one-key'),
        order(buyer, 'tab-two-key'),
        ...programs.map((program) => sendLines(program, 6)),
      ])
    const waiting = async () =>
      (
        await pool().query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).length
    // While the stock is locked, all four get as far as they can.
    const sending = await transaction(pool(), async (db) => {
      await db.execute('SELECT FROM inventory WHERE product_id = $1 FOR UPDATE', [drill.id])
      const answers = send()
      await expect.poll(waiting).toBe(4)
      return { answers }
    })
    const answers = await sending.answers
    const total = (await orders()).reduce((sum, each) => sum + Number(each.total), 0)
    // Six hundred fit once, from a tab or from a program.
    expect({ total, statuses: answers.filter(({ status }) => status >= 500) }).toEqual({ total: 600, statuses: [] })
  })

  test('with a product of a category, or of one below it, waits; owners are exempt from the dealer’s rule', async () => {
    await limit(buyer, {})
    const id = async (name: string, parent: number | null) =>
      (
        await pool().one<{ id: number }>(
          'INSERT INTO categories (name, slug, parent_id) VALUES ($1, $1, $2) RETURNING id',
          [name, parent],
        )
      )?.id ?? 0
    const above = await id(`tools-${drill.id}`, null)
    const below = await id(`drills-${drill.id}`, above)
    await pool().execute('UPDATE products SET category_id = $2 WHERE id = $1', [drill.id, below])
    await pool().execute('INSERT INTO purchase_rules (dealer_id, category_ids) VALUES ($1, $2)', [
      owner.actor.dealer?.id,
      [above],
    ])
    const request = await sent(1)
    expect((await show(request)).why).toMatchObject({ reasons: ['category'], categories: [`tools-${drill.id}`] })
    await fill(1, owner)
    expect((await order(owner)).body).toMatchObject({ orderNo: expect.any(String) })
  })

  test('of a user without limits is never held', async () => {
    const free = await colleague('buyer')
    await fill(90, free)
    expect((await order(free)).body).toMatchObject({ orderNo: expect.any(String) })
  })

  test('is refused where nobody else could approve it', async () => {
    await limit(owner, { perOrder: 0 })
    await fill(1, owner)
    expect(codeOf(await order(owner))).toBe('purchase_no_approver')
    expect(await cart(owner)).toHaveLength(1)
  })

  test('sent as a form without scripts leads to the request', async () => {
    await fill(11)
    const answer = await buyer.send('POST', '/checkout/cart', { body: { _token: buyer.token, _key: 'form-key-1' } })
    expect(answer.body).toMatchObject({ location: expect.stringMatching(/^\/account\/approvals\/\d+$/) })
  })

  test('is announced before the click, with the reason', async () => {
    await fill(11)
    expect((await buyer.send('GET', '/api/catalog/purchase-check')).body).toMatchObject({
      reasons: ['order'],
      perOrder: 1000,
      orderTotal: 1100,
    })
    await pool().execute('DELETE FROM cart_lines')
    await fill(10)
    // The cart shows the limits that it is within.
    expect((await buyer.send('GET', '/api/catalog/purchase-check')).body).toMatchObject({ reasons: [], perOrder: 1000 })
  })
})

describe('an approval', () => {
  test('places the order in the buyer’s name, and the order’s history names both', async () => {
    const id = await sent()
    const answer = await approve(id)
    expect(answer.body).toMatchObject({ state: 'approved', order: { orderNo: expect.any(String) } })
    const [made] = await orders()
    expect(made?.total).toBe('1100.00')
    expect(await stockOf(pool(), drill.id)).toBe(89)
    const steps = await pool().query('SELECT step, user_id FROM order_history WHERE order_id = $1', [made?.id])
    expect(steps).toEqual([{ step: 'purchase_approved', user_id: owner.actor.userId }])
  })

  test('of an own request is refused by the server and by the table', async () => {
    const approver = await colleague('approver')
    await limit(approver, { perOrder: 1000 })
    const id = await sent(11, approver)
    const page = await show(id, approver)
    expect(page.canDecide).toBe(false)
    for (const action of ['approve', 'refuse', 'quantities'] as const) {
      const body = { shown: page.shown, reason: 'x', revision: 1, lines: [{ lineNo: 1, quantity: 1 }] }
      expect(codeOf(await approver.send('POST', path(id, action), { body }))).toBe('purchase_own')
    }
    const insert = pool().execute(
      'INSERT INTO purchase_approvals (request_id, requester_id, step, user_id, authority_id) VALUES ($1, $2, 1, $2, $3)',
      [id, approver.actor.userId, owner.actor.userId],
    )
    await expect(insert).rejects.toThrow(/check/)
    expect(await orders(approver)).toEqual([])
  })

  test('by two approvers at once makes one order, and the other one learns who was faster', async () => {
    const approver = await colleague('approver')
    const id = await sent()
    const [mine, theirs] = [await show(id), await show(id, approver)]
    const answers = await Promise.all([approve(id, owner, mine.shown), approve(id, approver, theirs.shown)])
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(codeOf)).toEqual(['purchase_decided'])
    const winner = answers[0].status === 200 ? owner : approver
    expect(refused[0]?.text).toContain(winner.actor.name)
    expect(await orders()).toHaveLength(1)
    expect(await stockOf(pool(), drill.id)).toBe(89)
  })

  test('and a refusal at once: one of them counts', async () => {
    const approver = await colleague('approver')
    const id = await sent()
    const { shown } = await show(id)
    const answers = await Promise.all([approve(id, owner, shown), refusing(id, approver)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await orders()).toHaveLength(answers[0].status === 200 ? 1 : 0)
  })

  test('and a withdrawal at once: an order or the lines in the cart, never both', async () => {
    const id = await sent()
    const { shown } = await show(id)
    const [approved, withdrawn] = await Promise.all([approve(id, owner, shown), withdraw(id)])
    expect([approved.status, withdrawn.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    expect([(await orders()).length, (await cart()).length].toSorted((a, b) => a - b)).toEqual([0, 1])
    expect((await orders()).length).toBe(approved.status === 200 ? 1 : 0)
  })

  test('after the price rose is refused until the new price was on screen, and orders at the new price', async () => {
    const id = await sent()
    const { shown } = await show(id)
    await setPrice(pool(), drill.unitId, 120)
    expect(codeOf(await approve(id, owner, shown))).toBe('purchase_changed')
    expect(await orders()).toEqual([])
    const page = await show(id)
    expect(page).toMatchObject({ totalBefore: { value: 1100 }, total: { value: 1320 } })
    expect(page.lines[0]).toMatchObject({ priceBefore: { value: 100 }, price: { value: 120 }, amount: { value: 1320 } })
    expect((await approve(id, owner, page.shown)).status).toBe(200)
    expect((await orders())[0]?.total).toBe('1320.00')
  })

  test('after the stock went is refused and shows what is missing; fewer can be approved', async () => {
    await shop.setSetting('stockInfoStatus', 0)
    const id = await sent()
    await setStock(pool(), drill.id, 5)
    const page = await show(id)
    expect(page.lines[0]).toMatchObject({ shortage: 6, isShort: true, problem: 'no_stock' })
    expect(codeOf(await approve(id, owner, page.shown))).toBe('purchase_line_refused')
    expect(await orders()).toEqual([])
    expect((await show(id)).state).toBe('waiting')
    const body = { revision: page.revision, lines: [{ lineNo: 1, quantity: 5 }] }
    expect((await owner.send('POST', path(id, 'quantities'), { body })).status).toBe(200)
    expect((await approve(id)).status).toBe(200)
    expect(await stockOf(pool(), drill.id)).toBe(0)
  })

  test('where the store sells without stock shows the back-order before it is approved', async () => {
    await shop.setSetting('cartStockControl', '1')
    try {
      const id = await sent()
      const { shown } = await show(id)
      await setStock(pool(), drill.id, 5)
      expect(codeOf(await approve(id, owner, shown))).toBe('purchase_changed')
      expect((await show(id)).lines[0]).toMatchObject({ isShort: true, problem: null })
      expect((await approve(id)).status).toBe(200)
    } finally {
      await shop.setSetting('cartStockControl', '0')
    }
  })

  test('of a product that is no longer on sale is refused and names it', async () => {
    const id = await sent()
    await pool().execute('UPDATE products SET is_active = false WHERE id = $1', [drill.id])
    const page = await show(id)
    expect(page.lines[0]?.problem).toBe('off_sale')
    const answer = await approve(id, owner, page.shown)
    expect(codeOf(answer)).toBe('purchase_line_refused')
    expect(answer.text).toContain(drill.code)
  })

  test('for a buyer who may no longer order is refused', async () => {
    const id = await sent()
    await pool().execute('UPDATE users SET can_order = false WHERE id = $1', [buyer.actor.userId])
    expect(codeOf(await approve(id))).toBe('purchase_buyer_gone')
    expect((await refusing(id)).status).toBe(200)
  })

  test('keeps the note, and what an approver changed is on the record', async () => {
    await fill(11)
    const { body } = await order(buyer, undefined, { description: 'Kapıya bırakın' })
    const id = (body as { requestId: number }).requestId
    const { revision } = await show(id)
    const change = { revision, lines: [{ lineNo: 1, quantity: 12 }] }
    expect((await owner.send('POST', path(id, 'quantities'), { body: change })).status).toBe(200)
    // A page from before the change can neither change nor approve.
    expect(codeOf(await owner.send('POST', path(id, 'quantities'), { body: change }))).toBe('purchase_changed')
    await approve(id)
    const [made] = await pool().query('SELECT description, total FROM orders WHERE user_id = $1', [buyer.actor.userId])
    expect(made).toEqual({ description: 'Kapıya bırakın', total: '1200.00' })
    expect((await show(id, buyer)).events.map(({ step }) => step)).toEqual(['sent', 'changed', 'approved', 'ordered'])
  })

  test('of nothing is refused: not all lines can be removed, and lines of others do not exist', async () => {
    const id = await sent()
    const send = (lineNo: number, quantity: number) =>
      owner.send('POST', path(id, 'quantities'), { body: { revision: 1, lines: [{ lineNo, quantity }] } })
    expect(codeOf(await send(1, 0))).toBe('purchase_lines_all_removed')
    expect(codeOf(await send(2, 1))).toBe('order_line_not_found')
    expect((await send(1, -1)).status).toBe(422)
  })
})

describe('a refusal', () => {
  test('needs a reason, informs the buyer, and the lines go into the cart again once', async () => {
    const id = await sent()
    await mails(id)
    expect(codeOf(await refusing(id, owner, ' \u0000 '))).toBe('purchase_reason_missing')
    expect((await refusing(id, owner, 'Bütçe yok')).status).toBe(200)
    expect(await mails(id)).toEqual([`refused ${buyer.actor.name}`])
    const mail = await emailOf({ requestId: id, userId: buyer.actor.userId, kind: 'refused' })
    expect(mail?.text).toContain('Bütçe yok')
    expect(mail?.text).toContain(owner.actor.name)
    expect((await buyer.send('POST', path(id, 'cart'))).status).toBe(200)
    expect(await cart()).toEqual([{ unit_id: drill.unitId, quantity: 11 }])
    expect(codeOf(await buyer.send('POST', path(id, 'cart')))).toBe('purchase_lines_returned')
    expect(codeOf(await owner.send('POST', path(id, 'cart')))).toBe('purchase_not_found')
  })
})

describe('withdrawing', () => {
  test('puts the lines back into the cart; others cannot do it', async () => {
    const id = await sent()
    await fill(2)
    expect(codeOf(await withdraw(id, owner))).toBe('purchase_not_found')
    expect((await withdraw(id)).status).toBe(200)
    expect(await cart()).toEqual([{ unit_id: drill.unitId, quantity: 13 }])
    expect(codeOf(await approve(id, owner, 'x'))).toBe('purchase_decided')
    expect(codeOf(await withdraw(id))).toBe('purchase_decided')
  })
})

describe('who sees a request', () => {
  test('its buyer and approvers; colleagues and other dealers get 404', async () => {
    const id = await sent()
    const other = await colleague('buyer')
    for (const [method, action] of [
      ['GET', ''],
      ['POST', 'approve'],
      ['POST', 'refuse'],
      ['POST', 'withdraw'],
    ] as const) {
      const answer = await other.send(method, path(id, action), {
        ...(method === 'POST' && { body: { shown: 'x', reason: 'x' } }),
      })
      expect([action, codeOf(answer)]).toEqual([action, 'purchase_not_found'])
    }
    expect((await list(other)).items).toEqual([])
    expect((await list(owner)).items).toMatchObject([{ id, isForMe: true }])
    expect((await list(buyer)).items).toMatchObject([{ id, isForMe: false }])
    expect((await list(owner)).waiting).toBe(1)
    expect((await list(buyer)).waiting).toBe(0)
  })
})

describe('what waits for a user', () => {
  const waitingOf = async (who = owner) => {
    const counted = (await who.send('GET', '/api/account/approvals/waiting')).body
    const { purchasing } = (await who.send('GET', '/api/visitor')).body as { purchasing: { waiting: object } }
    // Every page knows the same.
    expect(purchasing.waiting).toEqual(counted)
    return counted
  }

  test('is named if it is one request, and counted if there are more', async () => {
    expect(await waitingOf()).toEqual({ count: 0, onlyId: null })
    const first = await sent()
    expect(await waitingOf()).toEqual({ count: 1, onlyId: first })
    expect(await waitingOf(buyer)).toEqual({ count: 0, onlyId: null })
    await sent(12)
    expect(await waitingOf()).toEqual({ count: 2, onlyId: null })
  })
})

describe('a deputy', () => {
  const name = (deputyId: number, from: string, to: string) =>
    owner.send('POST', '/api/account/deputies', { body: { userId: deputyId, from, to } })

  test('approves on its days for the approver, and the record says for whom', async () => {
    const deputy = await colleague('viewer')
    const id = await sent()
    expect(codeOf(await approve(id, deputy, 'x'))).toBe('purchase_not_found')
    expect((await name(deputy.actor.userId, today(), today())).status).toBe(200)
    expect(await show(id, deputy)).toMatchObject({ canDecide: true, standsInFor: owner.actor.name })
    expect((await approve(id, deputy)).status).toBe(200)
    const { approvals } = await show(id)
    expect(approvals).toMatchObject([{ by: deputy.actor.name, standsInFor: owner.actor.name }])
    const [made] = await orders()
    const step = await pool().one('SELECT user_id, facts FROM order_history WHERE order_id = $1', [made?.id])
    expect(step).toEqual({ user_id: deputy.actor.userId, facts: { standsInFor: owner.actor.name } })
  })

  test('does nothing before and after its days', async () => {
    const deputy = await colleague('viewer')
    const id = await sent()
    await name(deputy.actor.userId, day(1), day(2))
    expect(codeOf(await approve(id, deputy, 'x'))).toBe('purchase_not_found')
    await pool().execute('UPDATE approval_deputies SET from_day = $2, to_day = $2 WHERE user_id = $1', [
      owner.actor.userId,
      day(-1),
    ])
    expect(codeOf(await approve(id, deputy, 'x'))).toBe('purchase_not_found')
    expect(await orders()).toEqual([])
  })

  test('approves neither an own request nor one of the colleague for whom it stands in', async () => {
    const approver = await colleague('approver')
    await name(buyer.actor.userId, today(), today())
    const own = await sent()
    expect(codeOf(await approve(own, buyer, 'x'))).toBe('purchase_own')
    await limit(owner, { perOrder: 0 })
    const ofOwner = await sent(1, owner)
    expect(await show(ofOwner, buyer)).toMatchObject({ canDecide: false })
    expect(codeOf(await approve(ofOwner, buyer, 'x'))).toBe('purchase_not_approver')
    expect((await approve(ofOwner, approver)).status).toBe(200)
  })

  test.each([
    ['no date', 'x', '2026-01-01', 422],
    ['the end before the start', '2999-02-02', '2999-02-01', 422],
    ['days that have passed', '2020-01-01', '2020-01-02', 422],
  ])('is refused with %s', async (_what, from, to, status) => {
    expect((await name(buyer.actor.userId, from, to)).status).toBe(status)
  })

  test('is a colleague who sees prices, and only its approver ends it', async () => {
    const stranger = await pool().one<{ id: number }>(
      'SELECT id FROM users WHERE dealer_id IS DISTINCT FROM $1 LIMIT 1',
      [owner.actor.dealer?.id],
    )
    expect((await name(stranger?.id ?? 0, today(), today())).status).toBe(404)
    expect((await name(owner.actor.userId, today(), today())).status).toBe(404)
    const added = (await name(buyer.actor.userId, today(), today())).body as { items: { id: number }[] }
    const approver = await colleague('approver')
    const url = `/api/account/deputies/${added.items[0]?.id}`
    expect(codeOf(await approver.send('DELETE', url))).toBe('deputy_not_found')
    expect((await owner.send('DELETE', url)).body).toEqual({ items: [] })
  })
})

describe('two steps', () => {
  const twoOver = (amount: number) =>
    pool().execute('INSERT INTO purchase_rules (dealer_id, second_step_over) VALUES ($1, $2)', [
      owner.actor.dealer?.id,
      amount,
    ])

  test('need two people; the second approval places the order', async () => {
    await twoOver(1000)
    const approver = await colleague('approver')
    const id = await sent()
    await mails(id)
    expect((await approve(id)).body).toMatchObject({ state: 'waiting', hasApproved: true, steps: 2 })
    expect(await orders()).toEqual([])
    expect(await mails(id)).toEqual([`new ${approver.actor.name}`])
    expect(codeOf(await approve(id))).toBe('purchase_approved_before')
    expect((await list(owner)).waiting).toBe(0)
    expect((await approve(id, approver)).body).toMatchObject({ state: 'approved' })
    expect(await orders()).toHaveLength(1)
  })

  test('by two at once are two approvals and one order', async () => {
    await twoOver(1000)
    const approver = await colleague('approver')
    const id = await sent()
    const [mine, theirs] = [await show(id), await show(id, approver)]
    const answers = await Promise.all([approve(id, owner, mine.shown), approve(id, approver, theirs.shown)])
    // The one who comes second sees that there is an approval now, and approves again.
    const late = answers[0].status === 200 ? approver : owner
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await orders()).toEqual([])
    expect((await approve(id, late)).body).toMatchObject({ state: 'approved' })
    expect(await orders()).toHaveLength(1)
  })

  test('are not given by an approver and its deputy', async () => {
    await twoOver(1000)
    await colleague('approver')
    const deputy = await colleague('viewer')
    await owner.send('POST', '/api/account/deputies', {
      body: { userId: deputy.actor.userId, from: today(), to: today() },
    })
    const id = await sent()
    await approve(id)
    expect(codeOf(await approve(id, deputy, 'x'))).toBe('purchase_not_approver')
  })

  test('become one where there is one approver, and start again when quantities change', async () => {
    await twoOver(1000)
    const alone = await sent()
    expect((await approve(alone)).body).toMatchObject({ state: 'approved' })
    const approver = await colleague('approver')
    const id = await sent(12)
    const first = (await approve(id)).body as { revision: number }
    const body = { revision: first.revision, lines: [{ lineNo: 1, quantity: 13 }] }
    expect((await approver.send('POST', path(id, 'quantities'), { body })).status).toBe(200)
    expect((await approve(id, approver)).body).toMatchObject({ state: 'waiting' })
    expect((await approve(id)).body).toMatchObject({ state: 'approved' })
  })
})

describe('named approvers', () => {
  const name = (steps: { firstApprovers?: number[]; secondApprovers?: number[] }, secondStepOver = '') =>
    owner.send('PATCH', '/api/account/purchase-rules', {
      body: { categoryIds: [], secondStepOver, expiryDays: 7, ...steps },
    })
  const disable = ({ actor }: Person) =>
    pool().execute('UPDATE users SET disabled_at = now() WHERE id = $1', [actor.userId])

  test('alone are informed, see what waits, and approve; others with the right do not', async () => {
    const approver = await colleague('approver')
    expect((await name({ firstApprovers: [approver.actor.userId] })).status).toBe(200)
    const id = await sent()
    expect(await mails(id)).toEqual([`new ${approver.actor.name}`])
    expect(await show(id)).toMatchObject({ canDecide: false, isFallback: false, approvers: [approver.actor.name] })
    expect([(await list(owner)).waiting, (await list(approver)).waiting]).toEqual([0, 1])
    expect(codeOf(await approve(id))).toBe('purchase_not_approver')
    expect((await approve(id, approver)).body).toMatchObject({ state: 'approved' })
    const audit = await pool().one("SELECT after FROM audit_log WHERE noun = 'dealer' ORDER BY id DESC LIMIT 1")
    expect(audit).toMatchObject({ after: { firstApprovers: approver.actor.name } })
  })

  test('of the first step and of the second one are different people', async () => {
    const [first, second] = [await colleague('approver'), await colleague('approver')]
    await name({ firstApprovers: [first.actor.userId], secondApprovers: [second.actor.userId] }, '1.000')
    const id = await sent()
    expect(codeOf(await approve(id, second))).toBe('purchase_not_approver')
    expect((await approve(id, first)).body).toMatchObject({ state: 'waiting', approvers: [second.actor.name] })
    expect(codeOf(await approve(id))).toBe('purchase_not_approver')
    expect((await approve(id, second)).body).toMatchObject({ state: 'approved' })
  })

  test('have deputies', async () => {
    const [approver, deputy] = [await colleague('approver'), await colleague('viewer')]
    await name({ firstApprovers: [approver.actor.userId] })
    const body = { userId: deputy.actor.userId, from: today(), to: today() }
    await approver.send('POST', '/api/account/deputies', { body })
    const id = await sent()
    expect((await approve(id, deputy)).body).toMatchObject({ state: 'approved' })
  })

  test('who have all left are replaced by everybody with the right, and the page says so', async () => {
    const [first, second] = [await colleague('approver'), await colleague('approver')]
    await name({ firstApprovers: [first.actor.userId, second.actor.userId] })
    await disable(first)
    const one = await sent()
    expect(await show(one, second)).toMatchObject({ canDecide: true, isFallback: false })
    await pool().execute("UPDATE users SET user_role = 'buyer' WHERE id = $1", [second.actor.userId])
    expect(await show(one)).toMatchObject({ canDecide: true, isFallback: true })
    const { body } = await owner.send('GET', '/api/account/purchase-rules')
    expect(body).toMatchObject({ rules: { firstApprovers: [], fallbackSteps: [1] } })
    expect((await approve(one)).body).toMatchObject({ state: 'approved' })
  })

  test('do not approve their own orders: everybody else with the right can', async () => {
    const approver = await colleague('approver')
    await limit(approver, { perOrder: 1000 })
    await name({ firstApprovers: [approver.actor.userId] })
    const id = await sent(11, approver)
    expect(codeOf(await approve(id, approver, 'x'))).toBe('purchase_own')
    expect(await show(id)).toMatchObject({ canDecide: true, isFallback: true })
    expect((await approve(id)).body).toMatchObject({ state: 'approved' })
  })

  test('have the right to approve', async () => {
    const answer = await name({ firstApprovers: [buyer.actor.userId] })
    expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
    const approver = await colleague('approver')
    await name({ firstApprovers: [approver.actor.userId] })
    // What is left out stays; empty is nobody.
    expect((await name({})).body).toMatchObject({ rules: { firstApprovers: [approver.actor.userId] } })
    expect((await name({ firstApprovers: [] })).body).toMatchObject({ rules: { firstApprovers: [] } })
  })
})

describe('nothing waits unseen', () => {
  test('approvers are informed at once and every day, in their language, until it is decided', async () => {
    const approver = await colleague('approver')
    const id = await sent()
    expect(await mails(id)).toEqual([`new ${approver.actor.name}`, `new ${owner.actor.name}`].toSorted())
    await follow(hours(23))
    expect(await mails(id)).toEqual([])
    await follow(hours(25))
    await follow(hours(26))
    expect(await mails(id)).toEqual([`reminder ${approver.actor.name}`, `reminder ${owner.actor.name}`].toSorted())
    await follow(hours(50))
    expect(await mails(id)).toHaveLength(2)
    await pool().execute(`UPDATE users SET choices = '{"locale":"en"}' WHERE id = $1`, [approver.actor.userId])
    const mail = await emailOf({ requestId: id, userId: approver.actor.userId, kind: 'new' })
    expect(mail?.subject).toContain('waits for your approval')
    expect(mail?.text).toContain(`https://toptan.example/account/approvals/${id}`)
    expect((await emailOf({ requestId: id, userId: owner.actor.userId, kind: 'new' }))?.subject).toContain('Onayınızı')
    await refusing(id)
    expect(await emailOf({ requestId: id, userId: approver.actor.userId, kind: 'reminder' })).toBeUndefined()
  })

  test('an approver who was disabled gets nothing and can do nothing; the owner still can', async () => {
    const approver = await colleague('approver')
    const id = await sent()
    await pool().execute('UPDATE users SET disabled_at = now() WHERE id = $1', [approver.actor.userId])
    await mails(id)
    await follow(hours(25))
    expect(await mails(id)).toEqual([`reminder ${owner.actor.name}`])
    expect((await approve(id)).status).toBe(200)
  })

  test('a request expires after its days, tells the buyer, and cannot be approved any more', async () => {
    const id = await sent()
    await mails(id)
    const { shown } = await show(id)
    await follow(hours(7 * 24 - 1))
    expect((await show(id)).state).toBe('waiting')
    await mails(id)
    await follow(hours(7 * 24 + 1))
    expect((await show(id, buyer)).state).toBe('expired')
    expect(await mails(id)).toEqual([`expired ${buyer.actor.name}`])
    expect(codeOf(await approve(id, owner, shown))).toBe('purchase_decided')
    expect((await buyer.send('POST', path(id, 'cart'))).status).toBe(200)
    expect(await cart()).toHaveLength(1)
  })

  test('the buyer gets an email when it is approved', async () => {
    const id = await sent()
    await mails(id)
    await approve(id)
    expect(await mails(id)).toEqual([`approved ${buyer.actor.name}`])
    const [made] = await orders()
    const mail = await emailOf({ requestId: id, userId: buyer.actor.userId, kind: 'approved' })
    expect(mail?.subject).toContain(made?.order_no)
  })
})

describe('limits', () => {
  const save = (who: typeof owner, id: number, body: object) =>
    who.send('PATCH', `/api/account/users/${id}/limits`, {
      body: { perOrder: '', perMonth: '', categoryIds: [], ...body },
    })

  test('are set by the owner and recorded', async () => {
    const answer = await save(owner, buyer.actor.userId, { perOrder: '500,50', perMonth: '2.000' })
    expect((answer.body as { limits: object[] }).limits).toContainEqual(
      expect.objectContaining({ userId: buyer.actor.userId, perOrder: '500,50', perMonth: '2.000,00' }),
    )
    const audit = await pool().one('SELECT action, noun_id, after FROM audit_log ORDER BY id DESC LIMIT 1')
    expect(audit).toMatchObject({ action: 'change', noun_id: buyer.actor.email, after: { perOrder: '500.50' } })
  })

  test('are not set by buyers, approvers, other dealers, or a manager for itself', async () => {
    const approver = await colleague('approver')
    expect((await save(buyer, buyer.actor.userId, {})).status).toBe(403)
    expect((await save(approver, buyer.actor.userId, {})).status).toBe(403)
    const manager = await colleague('buyer')
    await pool().execute(
      `WITH made AS (INSERT INTO user_roles (dealer_id, name, permissions) VALUES ($2, 'Müdür',
         '{prices,stock,order,pay,statement,offers,markup,returns,keys,approve,users}') RETURNING id)
       UPDATE users SET user_role = NULL, own_role_id = made.id FROM made WHERE users.id = $1`,
      [manager.actor.userId, owner.actor.dealer?.id],
    )
    expect(codeOf(await save(manager, manager.actor.userId, {}))).toBe('own_account')
    expect((await save(manager, buyer.actor.userId, {})).status).toBe(200)
    expect((await save(owner, owner.actor.userId, { perOrder: '10' })).status).toBe(200)
  })

  test.each(['-1', 'abc', '1,234', '1e5', '99999999999999'])('refuse the amount %s', async (perOrder) => {
    expect((await save(owner, buyer.actor.userId, { perOrder })).status).toBe(422)
  })

  test('of a dealer state when two approve and when requests expire', async () => {
    const body = { categoryIds: [], secondStepOver: '5.000', expiryDays: 3 }
    const answer = await owner.send('PATCH', '/api/account/purchase-rules', { body })
    expect(answer.body).toMatchObject({
      rules: { secondStepOver: '5.000,00', expiryDays: 3 },
      approvers: [{ id: owner.actor.userId }],
    })
    const id = await sent()
    await follow(hours(3 * 24 + 1))
    expect((await show(id)).state).toBe('expired')
    const wrong = { ...body, expiryDays: 0 }
    expect((await owner.send('PATCH', '/api/account/purchase-rules', { body: wrong })).status).toBe(422)
  })
})
