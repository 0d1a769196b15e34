import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedList, WholeList } from '#contract/shop/lists.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { createStore, type Store } from '#server/settings/settings.ts'
import { addBuyer, type Buyer, placeOrder } from '#server/orders/test-orders.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addColleague, addProduct, fillCart, setPrice, setStock, type TestProduct } from '#testing/store-rows.ts'
import { enqueueListMails, listMailJob, purgeLists, sendListMail } from './lists.ts'

let shop: TestShop
let buyer: Buyer
let colleague: Buyer
let reader: Buyer
let stranger: Buyer
let drill: TestProduct
let bit: TestProduct
const db = () => shop.database.pool

beforeAll(async () => {
  shop = await openTestShop()
  buyer = await addBuyer(shop)
  stranger = await addBuyer(shop)
  const dealer = buyer.actor.dealer ?? expect.fail('a dealer')
  const join = async (role: string): Promise<Buyer> => {
    const actor = await addColleague(db(), dealer)
    await db().execute('UPDATE users SET user_role = $2, can_order = $3 WHERE id = $1', [
      actor.userId,
      role,
      role !== 'viewer',
    ])
    return { ...(await shop.signedIn(actor)), actor }
  }
  colleague = await join('buyer')
  reader = await join('viewer')
  drill = await addProduct(db(), { stock: 50, price: 100, units: { KOLİ: 6 } })
  bit = await addProduct(db(), { stock: 20, price: 10 })
  await shop.settle()
})
afterAll(() => shop.close())

const post = (who: TestVisitor, path: string, body?: object) =>
  who.send('POST', `/api/account/${path}`, body === undefined ? {} : { body })
const products = (...lines: [TestProduct, number][]) => ({
  kind: 'products',
  lines: lines.map(([{ id, unitId }, quantity]) => ({ productId: id, unitId, quantity })),
})
async function make(who: TestVisitor, parts: object = {}): Promise<number> {
  const { status, body } = await post(who, 'lists', { name: 'Haftalık', isShared: true, ...parts })
  expect(status).toBe(200)
  return (body as { id: number }).id
}
const read = async (who: TestVisitor, id: number) =>
  (await who.send('GET', `/api/account/lists/${id}`)).body as WholeList
const codes = ({ lines }: WholeList) => lines.map(({ code, quantity }) => [code, quantity])

describe('a list', () => {
  test('is filled from products, codes, the cart, an order and an offer', async () => {
    const other = await addProduct(db(), { stock: 20, price: 5 })
    const order = await placeOrder(shop, buyer, { [other.unitId]: 7 })
    await fillCart(db(), buyer.actor, [{ unitId: drill.units['KOLİ'] ?? 0, quantity: 2 }])
    const id = await make(buyer, { source: products([drill, 3], [bit, 4]) })
    expect((await post(buyer, `lists/${id}/lines`, { source: { kind: 'cart' } })).body).toMatchObject({ addedCount: 1 })
    await post(buyer, `lists/${id}/lines`, { source: { kind: 'order', number: order.orderNo } })
    const offer = (await buyer.send('POST', '/api/catalog/cart/offer', { body: {} })).body as { orderNo: string }
    const fromOffer = await make(buyer, { name: 'Tekliften', source: { kind: 'offer', number: offer.orderNo } })
    expect(codes(await read(buyer, fromOffer))).toEqual([[drill.code, 2]])
    expect((await read(buyer, id)).lines.map(({ code, unit, quantity }) => `${quantity} ${unit} ${code}`)).toEqual([
      `3 ADET ${drill.code}`,
      `4 ADET ${bit.code}`,
      `2 KOLİ ${drill.code}`,
      `7 ADET ${other.code}`,
    ])
  })

  test('takes pasted codes, names those that it cannot take, and sets the quantity of what it has', async () => {
    const id = await make(buyer, { source: products([drill, 3]) })
    const lines = [
      { code: drill.code.toLowerCase(), quantity: 9 },
      { code: bit.code, quantity: 2 },
      { code: bit.code, quantity: 3 },
      { code: 'YOK-BÖYLE', quantity: 1 },
      { code: bit.code, quantity: null },
      { code: bit.code, quantity: 1, unit: 'KOLİ' },
    ]
    const { body } = await post(buyer, `lists/${id}/lines`, { source: { kind: 'codes', lines } })
    expect(body).toMatchObject({ addedCount: 1, changedCount: 1, refused: [{ line: 3 }, { line: 4 }, { line: 5 }] })
    expect(codes(await read(buyer, id))).toEqual([
      [drill.code, 9],
      [bit.code, 5],
    ])
    expect(
      (await post(buyer, `lists/${id}/lines`, { source: { kind: 'codes', lines: lines.slice(0, 3) } })).body,
    ).toEqual({ addedCount: 0, changedCount: 0, refused: [] })
  })

  test('shows the dealer’s price and stock of today, and products that are gone with equivalents', async () => {
    const gone = await addProduct(db(), { stock: 5, price: 30 })
    const equal = await addProduct(db(), { stock: 5, price: 31 })
    await db().execute('UPDATE products SET equivalent_code = $2 WHERE id = ANY ($1::integer[])', [
      [gone.id, equal.id],
      'MUADIL-1',
    ])
    const id = await make(buyer, { source: products([drill, 2], [gone, 1]) })
    await db().execute('UPDATE products SET is_active = false WHERE id = $1', [gone.id])
    const { lines } = await read(buyer, id)
    expect(lines).toMatchObject([
      { code: drill.code, price: { value: 100, currency: 'TRY' }, stock: 50, problem: null, equivalents: [] },
      { code: gone.code, productId: null, problem: 'gone', equivalents: [{ code: equal.code }] },
    ])
    const line = lines[1] ?? expect.fail('a line')
    const replaced = await buyer.send('PATCH', `/api/account/lists/${id}/lines/${line.id}`, {
      body: { revision: line.revision, productId: equal.id },
    })
    expect(replaced.body).toMatchObject({ code: equal.code, problem: null, quantity: 1 })
    // A product that is deleted keeps its code and name on the list.
    await db().execute('DELETE FROM products WHERE id = $1', [equal.id])
    expect((await read(buyer, id)).lines[1]).toMatchObject({ code: equal.code, productId: null, problem: 'gone' })
  })

  test('has no prices for users who do not see them', async () => {
    const id = await make(buyer, { source: products([drill, 2]) })
    const row = await db().one<{ id: number }>(
      `INSERT INTO user_roles (dealer_id, name, permissions) VALUES ($1, 'Depo', '{stock,order}') RETURNING id`,
      [buyer.actor.dealer?.id],
    )
    const actor = await addColleague(db(), buyer.actor.dealer ?? expect.fail('a dealer'))
    await db().execute('UPDATE users SET user_role = NULL, own_role_id = $2 WHERE id = $1', [actor.userId, row?.id])
    const visitor = await shop.signedIn(actor)
    expect((await visitor.send('GET', `/api/account/lists/${id}`)).text).not.toContain('"value":100')
    expect((await visitor.send('GET', '/api/account/bought')).text).not.toContain('priceThen')
    const file = (await visitor.send('GET', `/account/lists/${id}.csv`)).text
    expect(file).toContain(drill.code)
    expect(file).not.toContain('100')
    expect((await buyer.send('GET', `/account/lists/${id}.csv`)).text).toContain('100')
  })

  test('keeps its order, and moves lines', async () => {
    const third = await addProduct(db())
    const id = await make(buyer, { source: products([drill, 1], [bit, 2], [third, 3]) })
    const [first, second] = (await read(buyer, id)).lines
    await post(buyer, `lists/${id}/lines/${first?.id}/move`, { before: null })
    expect(codes(await read(buyer, id)).map(([code]) => code)).toEqual([bit.code, third.code, drill.code])
    await post(buyer, `lists/${id}/lines/${first?.id}/move`, { before: second?.id })
    expect(codes(await read(buyer, id)).map(([code]) => code)).toEqual([drill.code, bit.code, third.code])
    expect(codeOf(await post(buyer, `lists/${id}/lines/999999/move`, { before: null }))).toBe('list_line_not_found')
  })

  test('is copied, renamed, deleted and restored', async () => {
    const id = await make(buyer, { source: products([drill, 1]) })
    const { body } = await post(colleague, `lists/${id}/copy`, { name: 'Kopya' })
    expect(await read(colleague, (body as { id: number }).id)).toMatchObject({
      isShared: false,
      lines: [{ quantity: 1 }],
    })
    const renamed = { revision: 1, name: ' Şantiye \n A ', isShared: true }
    expect((await buyer.send('PATCH', `/api/account/lists/${id}`, { body: renamed })).body).toEqual({ revision: 2 })
    expect((await read(buyer, id)).name).toBe('Şantiye A')
    await buyer.send('DELETE', `/api/account/lists/${id}`)
    expect(codeOf(await buyer.send('GET', `/api/account/lists/${id}`))).toBe('list_not_found')
    expect((await post(buyer, `lists/${id}/restore`)).status).toBe(200)
    expect(codes(await read(buyer, id))).toEqual([[drill.code, 1]])
    await buyer.send('DELETE', `/api/account/lists/${id}`)
    await db().execute("UPDATE lists SET deleted_at = now() - interval '2 hours' WHERE id = $1", [id])
    await purgeLists(db())
    expect(codeOf(await post(buyer, `lists/${id}/restore`))).toBe('list_not_found')
  })

  test('gives removed lines back in their places', async () => {
    const id = await make(buyer, { source: products([drill, 1], [bit, 2]) })
    const [first] = (await read(buyer, id)).lines
    await post(buyer, `lists/${id}/remove`, { lineIds: [first?.id] })
    expect(codes(await read(buyer, id))).toEqual([[bit.code, 2]])
    expect((await post(buyer, `lists/${id}/restore-lines`, { lineIds: [first?.id] })).body).toEqual({
      restoredCount: 1,
    })
    expect(codes(await read(buyer, id))[0]).toEqual([drill.code, 1])
    // What was added again since stays one line.
    await post(buyer, `lists/${id}/remove`, { lineIds: [first?.id] })
    await post(buyer, `lists/${id}/lines`, { source: products([drill, 8]) })
    expect((await post(buyer, `lists/${id}/restore-lines`, { lineIds: [first?.id] })).body).toEqual({
      restoredCount: 0,
    })
  })

  test('has at most 2,000 lines, and a dealer at most 200 lists', async () => {
    const id = await make(stranger)
    await db().execute(
      `INSERT INTO list_lines (list_id, place, code, name, unit, quantity)
       SELECT $1, n, 'X' || n, 'X', 'ADET', 1 FROM generate_series(1, 2000) n`,
      [id],
    )
    const full = await post(stranger, `lists/${id}/lines`, { source: products([drill, 1]) })
    expect([full.status, codeOf(full)]).toEqual([422, 'list_lines_full'])
    await db().execute(
      `INSERT INTO lists (dealer_id, user_id, name) SELECT $1, $2, 'L' || n FROM generate_series(1, 199) n`,
      [stranger.actor.dealer?.id, stranger.actor.userId],
    )
    expect(codeOf(await post(stranger, 'lists', { name: 'Bir daha', isShared: false }))).toBe('lists_full')
    await db().execute('DELETE FROM lists WHERE dealer_id = $1', [stranger.actor.dealer?.id])
  })

  test.each([
    ['without a name', { name: '  ', isShared: false }, 'list_name_missing'],
    [
      'from an unknown order',
      { name: 'A', isShared: false, source: { kind: 'order', number: 'S0' } },
      'order_not_found',
    ],
    [
      'from an unknown offer',
      { name: 'A', isShared: false, source: { kind: 'offer', number: 'T0' } },
      'offer_not_found',
    ],
  ])('%s is refused and makes nothing', async (_, body, code) => {
    const count = async () =>
      ((await buyer.send('GET', '/api/account/lists')).body as { items: ListedList[] }).items.length
    const before = await count()
    expect(codeOf(await post(buyer, 'lists', body))).toBe(code)
    expect(await count()).toBe(before)
  })
})

describe('two users', () => {
  test('who change one line: the later one is told by whom it was changed, and loses nothing', async () => {
    const id = await make(buyer, { source: products([drill, 1]) })
    const [line] = (await read(buyer, id)).lines
    const edit = (who: TestVisitor, body: object) =>
      who.send('PATCH', `/api/account/lists/${id}/lines/${line?.id}`, { body })
    expect((await edit(colleague, { revision: line?.revision, quantity: 5 })).status).toBe(200)
    const late = await edit(buyer, { revision: line?.revision, quantity: 8 })
    expect([late.status, codeOf(late)]).toEqual([409, 'list_line_changed'])
    expect(sentenceOf(late)).toContain(colleague.actor.name)
    const [now] = (await read(buyer, id)).lines
    expect(now?.quantity).toBe(5)
    expect((await edit(buyer, { revision: now?.revision, quantity: 8 })).body).toMatchObject({ quantity: 8 })
  })

  test('who change different lines and add at the same time both succeed', async () => {
    const third = await addProduct(db())
    const id = await make(buyer, { source: products([drill, 1], [bit, 1]) })
    const [first, second] = (await read(buyer, id)).lines
    const replies = await Promise.all([
      buyer.send('PATCH', `/api/account/lists/${id}/lines/${first?.id}`, { body: { revision: 1, quantity: 4 } }),
      colleague.send('PATCH', `/api/account/lists/${id}/lines/${second?.id}`, { body: { revision: 1, note: 'acil' } }),
      post(colleague, `lists/${id}/lines`, { source: products([third, 6]) }),
      post(buyer, `lists/${id}/lines`, { source: products([third, 6]) }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { lines } = await read(buyer, id)
    expect(lines.map(({ quantity, note }) => [quantity, note])).toEqual([
      [4, ''],
      [1, 'acil'],
      [6, ''],
    ])
  })

  test('who rename one list: the later one is refused', async () => {
    const id = await make(buyer)
    const rename = (who: TestVisitor, name: string) =>
      who.send('PATCH', `/api/account/lists/${id}`, { body: { revision: 1, name, isShared: true } })
    expect((await rename(buyer, 'Bir')).status).toBe(200)
    expect(codeOf(await rename(buyer, 'İki'))).toBe('list_changed')
    expect(codeOf(await rename(colleague, 'Üç'))).toBe('list_owner_only')
  })
})

describe('rights', () => {
  test('readers read shared lists, change own ones, and share none', async () => {
    const id = await make(buyer, { source: products([drill, 1]) })
    expect(await read(reader, id)).toMatchObject({ right: 'read', isOwn: false })
    expect(codeOf(await post(reader, `lists/${id}/lines`, { source: products([bit, 1]) }))).toBe('list_read_only')
    expect(codeOf(await post(reader, 'lists', { name: 'Benim', isShared: true }))).toBe('list_read_only')
    const own = await make(reader, { isShared: false })
    expect((await post(reader, `lists/${own}/lines`, { source: products([bit, 1]) })).status).toBe(200)
  })

  test('colleagues do not see own lists, and lose one that is no longer shared', async () => {
    const own = await make(buyer, { isShared: false })
    expect(codeOf(await colleague.send('GET', `/api/account/lists/${own}`))).toBe('list_not_found')
    const shared = await make(buyer)
    await post(colleague, `lists/${shared}/follow`, { isFollowed: true, hasEmails: true })
    await buyer.send('PATCH', `/api/account/lists/${shared}`, { body: { revision: 1, name: 'A', isShared: false } })
    expect(codeOf(await colleague.send('GET', `/api/account/lists/${shared}`))).toBe('list_not_found')
    expect(await db().query('SELECT user_id FROM list_follows WHERE list_id = $1', [shared])).toEqual([])
  })

  test('a link opens an own list for colleagues only, until it is withdrawn', async () => {
    const id = await make(buyer, { isShared: false, source: products([drill, 4]) })
    const { url } = (await post(buyer, `lists/${id}/link`)).body as { url: string }
    const token = url.split('/').at(-1) ?? ''
    const path = `/api/account/linked-lists/${token}`
    expect((await reader.send('GET', path)).body).toMatchObject({ name: 'Haftalık', lines: [{ quantity: 4 }] })
    const foreign = await stranger.send('GET', path)
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'list_link_unknown'])
    expect(codeOf(await post(stranger, `linked-lists/${token}/copy`))).toBe('list_link_unknown')
    const { id: copy } = (await post(reader, `linked-lists/${token}/copy`)).body as { id: number }
    expect(await read(reader, copy)).toMatchObject({ isOwn: true, isShared: false, lines: [{ code: drill.code }] })
    await post(buyer, `lists/${id}/link`)
    expect(codeOf(await reader.send('GET', path))).toBe('list_link_unknown')
  })
})

describe('a followed list', () => {
  let store: Store
  beforeAll(async () => void (store = await createStore(db())))
  afterAll(() => store.close())

  async function sentMails(): Promise<Mail[]> {
    const mails: Mail[] = []
    const mailer = { send: async (mail: Mail) => void mails.push(mail) }
    const jobs = await db().query<{ id: string; data: object }>(
      'DELETE FROM outbox WHERE name = $1 RETURNING id, data',
      [listMailJob],
    )
    for (const { id, data } of jobs) {
      await sendListMail({ pool: db(), mailer, publicUrl: 'https://b.example.com' }, data, id)
    }
    return mails
  }

  test('marks changed prices and stock that returned until they are seen, and mails them once a day', async () => {
    const dear = await addProduct(db(), { stock: 5, price: 80 })
    const empty = await addProduct(db(), { stock: 0, price: 20 })
    const id = await make(buyer, { name: 'Takip', source: products([dear, 1], [empty, 1], [bit, 1]) })
    await post(buyer, `lists/${id}/follow`, { isFollowed: true, hasEmails: true })
    const newsOf = async () => (await read(buyer, id)).lines.map(({ news }) => news)
    expect(await newsOf()).toEqual([null, null, null])
    await setPrice(db(), dear.unitId, 88)
    await setStock(db(), empty.id, 3)
    expect(await newsOf()).toEqual([
      { price: { before: { value: 80, currency: 'TRY' }, now: { value: 88, currency: 'TRY' } }, isBack: false },
      { price: null, isBack: true },
      null,
    ])
    const listed = (await buyer.send('GET', '/api/account/lists')).body as { items: ListedList[] }
    expect(listed.items.find((list) => list.id === id)).toMatchObject({ newsCount: 2, isFollowed: true })
    const morning = new Date('2030-01-07T05:00:00Z')
    expect(await enqueueListMails({ pool: db(), store }, morning)).toBe(1)
    expect(await enqueueListMails({ pool: db(), store }, morning)).toBe(0)
    const [mail, ...others] = await sentMails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: buyer.actor.email, subject: 'Listelerinizde 2 yenilik' })
    expect(mail?.text).toContain(dear.code)
    expect(mail?.text).toMatch(/80,00.*88,00/)
    expect(await enqueueListMails({ pool: db(), store }, new Date('2030-01-08T05:00:00Z'))).toBe(0)
    // The page has its own state: what was mailed is still marked there.
    await post(buyer, `lists/${id}/seen`)
    expect(await newsOf()).toEqual([null, null, null])
  })

  test('compares the dealer’s own prices: a rule that changes them is news', async () => {
    const ruled = await addProduct(db(), { stock: 5, price: 100 })
    const id = await make(buyer, { name: 'Kural', source: products([ruled, 1]) })
    await post(buyer, `lists/${id}/follow`, { isFollowed: true, hasEmails: false })
    await db().execute('UPDATE dealers SET discount = 10 WHERE id = $1', [buyer.actor.dealer?.id])
    const [line] = (await read(buyer, id)).lines
    expect(line?.news?.price).toEqual({ before: { value: 100, currency: 'TRY' }, now: { value: 90, currency: 'TRY' } })
    await db().execute('UPDATE dealers SET discount = 0 WHERE id = $1', [buyer.actor.dealer?.id])
    expect((await read(buyer, id)).lines[0]?.news).toBeNull()
  })

  test('does not repeat stock about which the user was mailed by a watch', async () => {
    const watched = await addProduct(db(), { stock: 0, price: 20 })
    const id = await make(colleague, { name: 'İzlenen', isShared: false, source: products([watched, 1]) })
    await post(colleague, `lists/${id}/follow`, { isFollowed: true, hasEmails: true })
    await setStock(db(), watched.id, 3)
    await db().execute('INSERT INTO stock_watches (user_id, product_id, notified_at) VALUES ($1, $2, now())', [
      colleague.actor.userId,
      watched.id,
    ])
    expect(await enqueueListMails({ pool: db(), store }, new Date('2030-02-07T05:00:00Z'))).toBe(0)
  })

  test('a user whose lists cannot be checked does not keep the others from their emails', async () => {
    const priced = await addProduct(db(), { stock: 5, price: 40 })
    for (const who of [buyer, colleague]) {
      const id = await make(who, { name: 'Sıradaki', isShared: false, source: products([priced, 1]) })
      await post(who, `lists/${id}/follow`, { isFollowed: true, hasEmails: true })
    }
    await enqueueListMails({ pool: db(), store }, new Date('2030-03-07T05:00:00Z'))
    await sentMails()
    await setPrice(db(), priced.unitId, 44)
    const [first, second] = [buyer, colleague].toSorted((a, b) => a.actor.userId - b.actor.userId)
    await db().execute(`
      CREATE FUNCTION fail_follow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'failed'; END $$;
      CREATE TRIGGER fail_follow BEFORE UPDATE ON list_follows FOR EACH ROW
        WHEN (OLD.user_id = ${first?.actor.userId}) EXECUTE FUNCTION fail_follow()`)
    const check = enqueueListMails({ pool: db(), store }, new Date('2030-03-08T05:00:00Z'))
    await expect(check).rejects.toThrow('Users whose lists could not be checked: 1')
    expect((await sentMails()).map(({ to }) => to)).toEqual([second?.actor.email])
    await db().execute('DROP FUNCTION fail_follow CASCADE')
    await enqueueListMails({ pool: db(), store }, new Date('2030-03-08T05:00:00Z'))
    expect((await sentMails()).map(({ to }) => to)).toEqual([first?.actor.email])
  })
})
