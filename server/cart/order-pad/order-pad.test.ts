import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { CheckedRow, OrderDraft } from '#contract/shop/order-pad.ts'
import type { DraftLine } from '#domain/cart/draft-line.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { createStore, saveSetting, type Store } from '#server/settings/settings.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { type Actor, Calls } from '#server/visitor/visitor.ts'
import { registerCart } from '#server/cart/cart.ts'
import { addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'

let database: TestDatabase
let store: Store
let calls: Calls
let actor: Actor
let cable: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  const { pool } = database
  store = await createStore(pool, { pollMilliseconds: 3_600_000 })
  calls = new Calls()
  registerCart(calls, { pool, store })
  await addProduct(pool, { code: 'MKR-10', stock: 10, price: 50 })
  cable = await addProduct(pool, { code: 'KBL-7', stock: 100, price: 2, units: { KOLİ: 12 } })
  await pool.execute("UPDATE product_units SET barcode = '8690000000012' WHERE id = $1", [cable.units['KOLİ']])
  await addProduct(pool, { code: 'BOYASIZ', variantNames: ['Renk'] })
  await addProduct(pool, { code: 'FIYATSIZ', stock: 5, price: null })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})
beforeEach(async () => {
  actor = await addDealer(database.pool)
})

type Answer = { ok: boolean; code?: string; body?: unknown }
const as = (who: Actor | null) => ({
  async send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, key?: string): Promise<Answer> {
    const context = testContext({ actor: who, guestCart: who === null ? { token: 'guest', isStored: false } : null })
    const answer = await calls
      .find(method, `/api/catalog/${path}`)
      ?.run(body === undefined ? {} : { body }, { ...context, idempotencyKey: key })
    return answer as Answer
  },
})
const line = (code: string, quantity = '1', unit = ''): DraftLine => ({ code, quantity, unit })
const bodyOf = (answer: Answer): unknown => (answer.ok ? answer.body : expect.fail(JSON.stringify(answer)))
const draftOf = async (who = actor) => bodyOf(await as(who).send('GET', 'order-pad')) as OrderDraft
const save = (revision: number, lines: DraftLine[], who = actor) =>
  as(who).send('PATCH', 'order-pad', { revision, lines })
const check = async (lines: DraftLine[], who: Actor | null = actor) =>
  (bodyOf(await as(who).send('POST', 'order-pad/check', { lines })) as { rows: CheckedRow[] }).rows
const add = (revision: number, lines: DraftLine[], key?: string, who = actor) =>
  as(who).send('POST', 'order-pad/add', { revision, lines }, key)
const idOf = (number: number) => number.toString(16).padStart(32, '0')
const append = (lines: (DraftLine & { id: string })[], who = actor) =>
  as(who).send('POST', 'order-pad/lines', { lines })
const undo = (revision: number, who = actor) => as(who).send('POST', 'order-pad/undo', { revision })
const cart = async (who = actor) =>
  (bodyOf(await as(who).send('GET', 'cart')) as CartItem[]).map(({ product, productUnit, quantity }) => [
    product.code,
    productUnit.value,
    quantity,
  ])

describe('a draft', () => {
  test('is stored as typed, with what is no product, and belongs to its user', async () => {
    expect(await draftOf()).toEqual({ lines: [], revision: 0, undoable: 0 })
    const lines = [line('MKR-10', '2'), line('böyle kod yok <b>', 'beş', 'PALET'), line('', '3')]
    expect(bodyOf(await save(0, lines))).toEqual({ revision: 1 })
    expect(await draftOf()).toEqual({ lines, revision: 1, undoable: 0 })
    const colleague = await addDealer(database.pool)
    expect(await draftOf(colleague)).toEqual({ lines: [], revision: 0, undoable: 0 })
    expect(bodyOf(await save(0, [line('KBL-7')], colleague))).toEqual({ revision: 1 })
    expect((await draftOf()).lines).toEqual(lines)
  })

  test('of an older revision is refused and changes nothing', async () => {
    await save(0, [line('MKR-10')])
    await save(1, [line('MKR-10', '2')])
    for (const revision of [0, 1, 3]) {
      expect(await save(revision, [line('KBL-7')])).toMatchObject({ ok: false, code: 'draft_changed' })
    }
    expect(await draftOf()).toMatchObject({ lines: [line('MKR-10', '2')], revision: 2 })
  })

  test('of two windows that save at the same time, one is refused', async () => {
    await save(0, [line('A')])
    const answers = await Promise.all([save(1, [line('B')]), save(1, [line('C')])])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'draft_changed' })
  })

  test.each([
    ['2,001 lines', Array.from({ length: 2001 }, () => line('A'))],
    ['a code that is too long', [line('A'.repeat(101))]],
    ['a quantity that is too long', [line('A', '1'.repeat(21))]],
    ['a number', [{ code: 'A', quantity: 5, unit: '' }]],
  ])('with %s is refused', async (_name, lines) => {
    expect(await save(0, lines as DraftLine[])).toMatchObject({ ok: false, code: 'validation_failed' })
  })
})

describe('checked lines', () => {
  test('have product, unit, price and stock, or the reason why they cannot be added', async () => {
    const rows = await check([
      line('mkr-10', '2'),
      line('8690000000012', ''),
      line('KBL-7', '3 koli'),
      line('KBL-7', '1', 'PALET'),
      line('YOK'),
      line('KBL-7', 'beş'),
      line('FIYATSIZ'),
      line('BOYASIZ'),
      line('', '5'),
    ])
    expect(rows[0]).toMatchObject({
      code: 'MKR-10',
      unit: 'ADET',
      quantity: 2,
      price: { value: 50, currency: 'TRY' },
      stock: { isOutOfStock: false },
    })
    expect(rows.slice(1, 3).map(({ unit, quantity, price }) => [unit, quantity, price?.value])).toEqual([
      ['KOLİ', 1, 24],
      ['KOLİ', 3, 24],
    ])
    expect(rows.map(({ error }) => error?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      'unit_not_found',
      'product_not_found',
      'quantity_invalid',
      'price_unknown',
      'variant_not_chosen',
      'product_not_found',
    ])
  })

  test('of one product count together for stock', async () => {
    const rows = await check([line('MKR-10', '6'), line('MKR-10', '5'), line('MKR-10', '4')])
    expect(rows.map(({ error }) => error?.code)).toEqual([undefined, 'insufficient_stock', undefined])
    expect(rows[1]?.error?.facts).toMatchObject({ fits: 4 })
  })

  test('leave no trace, and do not count what is in the cart', async () => {
    const before = await database.pool.one<{ carts: number }>('SELECT count(*)::integer AS carts FROM carts')
    await check([line('MKR-10', '99')])
    expect(await database.pool.one('SELECT count(*)::integer AS carts FROM carts')).toEqual(before)
  })

  test('show no price and no stock to a guest who may not see them', async () => {
    await saveSetting(database.pool, 'guestCarts', '1')
    await store.refresh()
    const [row, short] = await check([line('MKR-10', '2'), line('MKR-10', '999')], null)
    await saveSetting(database.pool, 'guestCarts', '0')
    await store.refresh()
    expect(row?.name).toBe('MKR-10')
    expect([row?.price, row?.stock?.quantity, row?.stock?.moreThan]).toEqual([undefined, undefined, undefined])
    expect(short?.error?.facts?.['fits']).toBeUndefined()
  })

  test('take as many statements as one line', async () => {
    const count = async (lines: DraftLine[]) => {
      const { pool } = database
      let statements = 0
      const query = pool.query.bind(pool)
      pool.query = (...args) => {
        statements += 1
        return query(...args)
      }
      await check(lines)
      pool.query = query
      return statements
    }
    const one = await count([line('MKR-10')])
    expect(one).toBeGreaterThan(1)
    expect(await count(Array.from({ length: 500 }, (_, i) => line(i % 2 === 0 ? 'MKR-10' : 'KBL-7')))).toBe(one)
  })
})

describe('a save', () => {
  test('whose answer was lost is told that it was stored, also after another window has saved', async () => {
    const send = (revision: number, lines: DraftLine[], id: string) =>
      as(actor).send('PATCH', 'order-pad', { revision, lines, save: id })
    await send(0, [line('MKR-10')], idOf(1))
    await send(1, [line('MKR-10'), line('KBL-7')], idOf(2))
    expect(await send(0, [line('MKR-10')], idOf(1))).toMatchObject({ code: 'draft_changed', facts: { isSaved: 1 } })
    const other = await send(0, [line('MKR-10')], idOf(3))
    expect(other).toMatchObject({ code: 'draft_changed' })
    expect(other).not.toHaveProperty('facts')
    expect((await draftOf()).lines).toEqual([line('MKR-10'), line('KBL-7')])
  })
})

describe('lines of a phone', () => {
  test('are appended once each, however often and at the same time they are sent', async () => {
    await save(0, [line('MKR-10'), line('', '')])
    const lines = [
      { id: idOf(1), ...line('KBL-7', '2') },
      { id: idOf(2), ...line('KBL-7', '2') },
      { id: idOf(1), ...line('KBL-7', '9') },
    ]
    const answers = (await Promise.all([append(lines), append(lines), append(lines)])).map(bodyOf)
    const counts = answers.map((answer) => (answer as { appendedCount: number }).appendedCount)
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 2])
    expect(await draftOf()).toEqual({
      lines: [line('MKR-10'), line('KBL-7', '2'), line('KBL-7', '2')],
      revision: 2,
      undoable: 0,
    })
  })

  test('of two phones both arrive, also as the first of a draft and at the same time', async () => {
    await Promise.all([append([{ id: idOf(1), ...line('MKR-10') }]), append([{ id: idOf(2), ...line('KBL-7') }])])
    const { lines, revision } = await draftOf()
    expect(lines.map(({ code }) => code).toSorted()).toEqual(['KBL-7', 'MKR-10'])
    expect(revision).toBe(2)
    // A window that has not noticed overwrites nothing.
    expect(await save(0, [line('A')])).toMatchObject({ code: 'draft_changed' })
  })

  test('belong to who sends them: ids of another user hide nothing', async () => {
    const other = await addDealer(database.pool)
    await append([{ id: idOf(1), ...line('MKR-10') }], other)
    await append([{ id: idOf(1), ...line('KBL-7') }])
    expect((await draftOf()).lines).toEqual([line('KBL-7')])
    expect((await draftOf(other)).lines).toEqual([line('MKR-10')])
  })

  test('that do not fit stay on the phone as a whole, and fit later', async () => {
    await save(
      0,
      Array.from({ length: 1999 }, (_, i) => line(`A${i}`)),
    )
    const lines = [
      { id: idOf(1), ...line('MKR-10') },
      { id: idOf(2), ...line('KBL-7') },
    ]
    expect(await append(lines)).toMatchObject({ ok: false, code: 'draft_full' })
    expect((await draftOf()).lines).toHaveLength(1999)
    await save(1, [])
    expect(bodyOf(await append(lines))).toMatchObject({ appendedCount: 2 })
  })

  test.each([
    ['an id that is none', [{ id: 'x', ...line('A') }]],
    ['no line', []],
    ['a price', [{ id: idOf(1), ...line('A'), price: 1 }]],
  ])('with %s are refused', async (_name, lines) => {
    expect(await append(lines)).toMatchObject({ ok: false, code: 'validation_failed' })
  })
})

describe('a barcode of two products', () => {
  test('is not guessed: the row names both with the unit of the barcode, and nothing is added', async () => {
    const { pool } = database
    const [one, two] = [
      await addProduct(pool, { code: 'IKIZ-1', stock: 5 }),
      await addProduct(pool, { code: 'IKIZ-2', stock: 5 }),
    ]
    const barcode = '8690000000036'
    await pool.execute(
      "UPDATE product_units SET barcode = $2 WHERE product_id = ANY ($1::integer[]) AND name = 'ADET'",
      [[one.id, two.id], barcode],
    )
    const [row] = await check([line(barcode)])
    expect(row).toMatchObject({ code: barcode, error: { code: 'barcode_ambiguous' } })
    expect(row?.variants).toEqual([
      { code: 'IKIZ-1', name: 'IKIZ-1', unit: 'ADET' },
      { code: 'IKIZ-2', name: 'IKIZ-2', unit: 'ADET' },
    ])
    expect(bodyOf(await add(0, [line(barcode)]))).toMatchObject({ addedCount: 0 })
    expect(await cart()).toEqual([])
    // Of which one is no longer sold, the other is meant.
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [one.id])
    expect((await check([line(barcode)]))[0]).toMatchObject({ code: 'IKIZ-2' })
  })
})

describe('adding a draft', () => {
  test('puts valid lines into the cart and leaves the others as typed', async () => {
    await save(0, [line('MKR-10')])
    const others = [line('YOK', '2'), line('KBL-7', 'beş'), line('MKR-10', '9')]
    const lines = [
      line('MKR-10', '2'),
      others[0],
      line('KBL-7', '1', 'koli'),
      line('', ''),
      ...others.slice(1),
    ] as DraftLine[]
    expect(bodyOf(await add(1, lines))).toEqual({
      addedCount: 2,
      draft: { lines: others, revision: 2, undoable: 2 },
    })
    expect(await cart()).toEqual([
      ['MKR-10', 'ADET', 2],
      ['KBL-7', 'KOLİ', 1],
    ])
    expect((await draftOf()).lines).toEqual(others)
  })

  test('with the same key happens once, also when both requests come at the same time', async () => {
    const lines = [line('KBL-7', '3'), line('YOK')]
    const answers = await Promise.all([add(0, lines, 'a-key-of-a-press'), add(0, lines, 'a-key-of-a-press')])
    answers.push(await add(0, lines, 'a-key-of-a-press'))
    for (const answer of answers) expect(bodyOf(answer)).toMatchObject({ addedCount: 1 })
    expect(await cart()).toEqual([['KBL-7', 'ADET', 3]])
    expect(await add(0, [line('KBL-7', '4')], 'a-key-of-a-press')).toMatchObject({ code: 'idempotency_mismatch' })
  })

  test('of an older revision adds nothing', async () => {
    await save(0, [line('MKR-10')])
    expect(await add(0, [line('MKR-10')])).toMatchObject({ ok: false, code: 'draft_changed' })
    expect(await cart()).toEqual([])
  })

  test('where no line is valid leaves all', async () => {
    expect(bodyOf(await add(0, [line('YOK')]))).toMatchObject({
      addedCount: 0,
      draft: { lines: [line('YOK')], undoable: 0 },
    })
    expect(await undo(1)).toMatchObject({ ok: false, code: 'addition_not_found' })
  })
})

describe('undoing an addition', () => {
  test('takes the lines out of the cart and puts them back as typed, once', async () => {
    await add(0, [line('KBL-7', '5'), line('MKR-10', '1')])
    const lines = [line('kbl-7', '3'), line('8690000000012', ''), line('YOK')]
    await add(1, lines)
    expect(await cart()).toEqual([
      ['KBL-7', 'ADET', 8],
      ['MKR-10', 'ADET', 1],
      ['KBL-7', 'KOLİ', 1],
    ])
    expect(bodyOf(await undo(2))).toEqual({ lines, revision: 3, undoable: 0 })
    expect(await cart()).toEqual([
      ['KBL-7', 'ADET', 5],
      ['MKR-10', 'ADET', 1],
    ])
    expect(await undo(3)).toMatchObject({ ok: false, code: 'addition_not_found' })
  })

  test('is refused where the cart no longer has all of it', async () => {
    await add(0, [line('KBL-7', '5'), line('MKR-10', '2')])
    await database.pool.execute(
      'UPDATE cart_lines l SET quantity = 4 FROM carts c WHERE c.id = l.cart_id AND c.user_id = $1 AND l.quantity = 5',
      [actor.userId],
    )
    expect(await undo(1)).toMatchObject({ ok: false, code: 'addition_changed' })
    expect(await cart()).toEqual([
      ['KBL-7', 'ADET', 4],
      ['MKR-10', 'ADET', 2],
    ])
  })

  test('is not possible for another user, nor after ten minutes', async () => {
    await add(0, [line('KBL-7', '5')])
    const other = await addDealer(database.pool)
    expect(await undo(0, other)).toMatchObject({ ok: false, code: 'addition_not_found' })
    await database.pool.execute("UPDATE order_drafts SET added_at = now() - interval '11 minutes' WHERE user_id = $1", [
      actor.userId,
    ])
    expect(await undo(1)).toMatchObject({ ok: false, code: 'addition_not_found' })
    expect(await cart()).toEqual([['KBL-7', 'ADET', 5]])
  })
})
