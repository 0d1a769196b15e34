import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import type { listAcceptances } from '#contract/admin/texts.ts'
import type { TextToAccept } from '#contract/shop/texts.ts'
import { addPeople, type People, refillCart } from '#testing/people.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let people: People
let admin: TestVisitor
let owner: TestVisitor
let colleague: TestVisitor
let other: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  await shop.database.pool.execute('UPDATE users SET can_order = true WHERE id = $1', [people.noRight.userId])
  admin = await shop.signedIn(people.admin)
  owner = await shop.signedIn(people.dealer)
  colleague = await shop.signedIn(people.noRight)
  other = await shop.signedIn(people.other)
  await shop.settle()
})
beforeEach(() => shop.database.pool.execute('TRUNCATE text_versions CASCADE'))
afterAll(() => shop.close())

type Kind = 'dealer_contract' | 'privacy_notice' | 'cookies'
async function publish(kind: Kind, html: string, version: number | null, more: object = { mustAccept: true }) {
  const body = { html, htmlEn: '', version, ...more }
  expect((await admin.send('POST', `/yonetim/texts/${kind}`, { body })).status).toBe(200)
}
const pending = async (visitor: TestVisitor) =>
  ((await visitor.send('GET', '/api/account/texts')).body as { items: TextToAccept[] }).items
const kindsFor = async (visitor: TestVisitor) => (await pending(visitor)).map(({ kind }) => kind)
const accept = (visitor: TestVisitor, kind: Kind, version: number) =>
  visitor.send('POST', `/api/account/texts/${kind}`, { body: { version } })
const isAsked = async (visitor: TestVisitor) =>
  ((await visitor.send('GET', '/api/visitor')).body as { hasTextsToAccept: boolean }).hasTextsToAccept
const endGrace = () =>
  shop.database.pool.execute("UPDATE text_versions SET accept_until = now() - interval '1 second' WHERE must_accept")
async function order(visitor: TestVisitor, who: 'dealer' | 'noRight' | 'other') {
  await refillCart(shop, people, who)
  return visitor.send('POST', '/api/catalog/cart', { body: {} })
}
const rowsOf = async (query: string) =>
  ((await admin.send('GET', `/yonetim/text-acceptances?${query}`)).body as Reply<typeof listAcceptances>).items

describe('a version that dealers must accept', () => {
  test('is shown to every user with what has changed; one that is only published is not', async () => {
    await publish('privacy_notice', '<p>Bir</p><p>İki</p>', null, {})
    expect([await kindsFor(owner), await isAsked(owner)]).toEqual([[], false])
    await publish('privacy_notice', '<p>Bir</p><p>Üç</p>', 1, { mustAccept: true, summary: 'İki yerine üç' })
    expect(await isAsked(owner)).toBe(true)
    expect(await pending(owner)).toMatchObject([
      {
        kind: 'privacy_notice',
        version: 2,
        isLate: false,
        mayAccept: true,
        summary: 'İki yerine üç',
        html: '<p>Bir</p><p>Üç</p>',
        changes: [
          { kind: 'removed', text: 'İki' },
          { kind: 'added', text: 'Üç' },
        ],
      },
    ])
  })

  test('of the privacy notice is acknowledged by each user, once, with time and address', async () => {
    await publish('privacy_notice', '<p>Bir</p>', null)
    expect((await accept(owner, 'privacy_notice', 1)).body).toEqual({ items: [] })
    expect((await accept(owner, 'privacy_notice', 1)).status).toBe(200)
    expect([await isAsked(owner), await isAsked(colleague)]).toEqual([false, true])
    const rows = await shop.database.pool.query(
      "SELECT user_id, dealer_id, locale, address, accepted_at > now() - interval '1 minute' AS is_now FROM text_user_acceptances",
    )
    expect(rows).toEqual([
      {
        user_id: people.dealer.userId,
        dealer_id: people.dealer.dealer?.id,
        locale: 'tr',
        address: '127.0.0.1',
        is_now: true,
      },
    ])
  })

  test('of the contract is accepted by the owner for the whole dealer, and by no other user', async () => {
    await publish('dealer_contract', '<p>Bir</p>', null)
    expect(await pending(colleague)).toMatchObject([{ kind: 'dealer_contract', mayAccept: false }])
    expect(codeOf(await accept(colleague, 'dealer_contract', 1))).toBe('text_owner_only')
    await accept(owner, 'dealer_contract', 1)
    expect([await kindsFor(colleague), await kindsFor(owner)]).toEqual([[], []])
    expect(await kindsFor(other)).toEqual(['dealer_contract'])
  })

  test('is refused once a newer one is published, and an unknown one and the cookie text do not exist', async () => {
    await publish('privacy_notice', '<p>Bir</p>', null)
    await publish('privacy_notice', '<p>İki</p>', 1, {})
    expect(codeOf(await accept(owner, 'privacy_notice', 1))).toBe('text_changed')
    expect(await pending(owner)).toMatchObject([{ version: 2, html: '<p>İki</p>' }])
    expect((await accept(owner, 'privacy_notice', 2)).status).toBe(200)
    expect(await kindsFor(owner)).toEqual([])
    expect(codeOf(await accept(owner, 'privacy_notice', 9))).toBe('text_not_found')
    await publish('cookies', '<p>Çerez</p>', null)
    expect(await kindsFor(owner)).toEqual([])
    expect(codeOf(await accept(owner, 'cookies', 1))).toBe('text_not_found')
  })

  test('has to be accepted again when the next one must be', async () => {
    await publish('privacy_notice', '<p>Bir</p>', null)
    await accept(owner, 'privacy_notice', 1)
    await publish('privacy_notice', '<p>İki</p>', 1)
    expect(await kindsFor(owner)).toEqual(['privacy_notice'])
  })

  test('counts as accepted by the dealer whose application accepted it', async () => {
    await publish('dealer_contract', '<p>Bir</p>', null)
    await publish('privacy_notice', '<p>Bir</p>', null)
    const { pool } = shop.database
    await pool.execute(
      `WITH made AS (
         INSERT INTO applications (application_no, form, request_hash, token_hash, state, company, tax_office, tax_number, address,
                                   district, city, contact_name, email, phone, business, locale, network, decided_at, dealer_id)
         SELECT 'B2020000077', 'a form of this test', '', sha256('text'), 'approved', 'A', '', '1234567890', '', '', '', 'Ayşe',
                email, '', 'other', 'tr', '::', now(), dealer_id FROM users WHERE id = $1 RETURNING id)
       INSERT INTO text_acceptances (text_id, application_id, locale, address)
       SELECT t.id, made.id, 'tr', '127.0.0.1' FROM text_versions t, made`,
      [people.dealer.userId],
    )
    expect([await kindsFor(owner), await kindsFor(colleague), await kindsFor(other)]).toEqual([
      [],
      ['privacy_notice'],
      ['dealer_contract', 'privacy_notice'],
    ])
    await pool.execute("DELETE FROM applications WHERE application_no = 'B2020000077'")
  })

  test('is not accepted by an administrator who looks through the user’s eyes', async () => {
    await publish('privacy_notice', '<p>Bir</p>', null)
    const viewing = await shop.signedIn(people.admin)
    await viewing.send('POST', `/yonetim/users/${people.dealer.userId}/view`)
    expect([await kindsFor(viewing), await isAsked(viewing)]).toEqual([[], false])
    expect(codeOf(await accept(viewing, 'privacy_notice', 1))).toBe('viewing_only')
  })
})

describe('ordering', () => {
  test('goes on in the days of grace, is refused after them, and possible again once accepted', async () => {
    await publish('privacy_notice', '<p>Bir</p>', null)
    expect((await order(owner, 'dealer')).status).toBe(200)
    await endGrace()
    const refused = await order(owner, 'dealer')
    expect([refused.status, codeOf(refused)]).toEqual([403, 'texts_not_accepted'])
    expect((await owner.send('GET', '/api/catalog/cart/page')).status).toBe(200)
    await accept(owner, 'privacy_notice', 1)
    expect((await order(owner, 'dealer')).status).toBe(200)
  })

  test('names the contract, which the owner has to accept for all users of the dealer', async () => {
    await publish('dealer_contract', '<p>Bir</p>', null)
    await endGrace()
    expect(codeOf(await order(colleague, 'noRight'))).toBe('contract_not_accepted')
    await accept(owner, 'dealer_contract', 1)
    expect((await order(colleague, 'noRight')).status).toBe(200)
    expect(codeOf(await order(other, 'other'))).toBe('contract_not_accepted')
  })

  test('by card is refused like an order on account', async () => {
    await publish('privacy_notice', '<p>Bir</p>', null)
    await endGrace()
    await refillCart(shop, people, 'dealer')
    const start = await owner.send('POST', '/api/payment/start', {
      body: {
        kind: 'order',
        installment: 1,
        amount: '1',
        description: '',
        card: { number: '4111111111111111', month: '12', year: '40', cvc: '000', holder: 'Ayşe Demir' },
      },
    })
    expect(start.status).not.toBe(200)
  })
})

describe('the list of acceptances', () => {
  test('has who accepted which version and who still has to, with filters and as a file', async () => {
    await publish('privacy_notice', '<p>Bir</p>', null)
    await publish('dealer_contract', '<p>Bir</p>', null)
    await accept(owner, 'privacy_notice', 1)
    await accept(owner, 'dealer_contract', 1)
    const accepted = await rowsOf('show=accepted')
    expect(new Set(accepted.map(({ kind, version, userId }) => `${kind} ${version} ${userId}`))).toEqual(
      new Set([`dealer_contract 1 ${people.dealer.userId}`, `privacy_notice 1 ${people.dealer.userId}`]),
    )
    expect((await rowsOf('kind=privacy_notice&version=1')).length).toBe(1)
    expect(await rowsOf('version=2')).toEqual([])
    expect(await rowsOf('q=kimse-yok')).toEqual([])
    const waiting = await rowsOf('show=waiting&kind=privacy_notice')
    expect(waiting.map(({ userId }) => userId)).toEqual(
      expect.arrayContaining([people.noRight.userId, people.other.userId]),
    )
    expect(waiting.map(({ userId }) => userId)).not.toContain(people.dealer.userId)
    const csv = await admin.send('GET', '/yonetim/metinler/onaylar.csv?kind=privacy_notice')
    expect(csv.text.trim().split('\n')).toHaveLength(2)
  })
})
