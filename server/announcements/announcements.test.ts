import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnnouncementDetail } from '#contract/admin/announcements.ts'
import type { Announcement, AnnouncementBanner } from '#contract/shop/announcements.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { addPeople, type People } from '#testing/people.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let people: People
let dealer: TestVisitor
let colleague: TestVisitor
let other: TestVisitor
let admin: TestVisitor
let dealerCode: string
const today = dayInTurkey(new Date())

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  dealer = await shop.signedIn(people.dealer)
  colleague = await shop.signedIn(people.noRight)
  other = await shop.signedIn(people.other)
  admin = await shop.signedIn(people.admin)
  const sql = 'SELECT code FROM dealers WHERE id = $1'
  dealerCode = (await shop.database.pool.one<{ code: string }>(sql, [people.dealer.dealer?.id]))?.code ?? ''
})
beforeEach(() => shop.database.pool.execute('DELETE FROM announcements'))
afterAll(() => shop.close())

const values = () => ({
  title: 'Bayram tatili',
  html: '<p>Cuma günü kapalıyız.</p>',
  isBanner: true,
  from: addDays(today, -1),
  until: null as string | null,
  audience: { isForAll: true, dealers: [] as string[] },
})
type Values = ReturnType<typeof values>

const save = (change: Partial<Values> = {}) =>
  admin.send('POST', '/yonetim/announcements', { body: { ...values(), ...change } })
async function created(change: Partial<Values> = {}): Promise<AnnouncementDetail> {
  const answer = await save(change)
  expect(answer.status).toBe(200)
  return answer.body as AnnouncementDetail
}
const detail = async (id: number) =>
  (await admin.send('GET', `/yonetim/announcements/${id}`)).body as AnnouncementDetail
const list = async (visitor: TestVisitor) =>
  ((await visitor.send('GET', '/api/account/announcements')).body as { items: Announcement[] }).items
const banners = async (visitor: TestVisitor) =>
  ((await visitor.send('GET', '/api/visitor')).body as { banners: AnnouncementBanner[] }).banners
const see = (visitor: TestVisitor, id: number, isClosed = false) =>
  visitor.send('POST', `/api/account/announcements/${id}/seen`, { body: { isClosed } })

describe('an announcement', () => {
  test('for all dealers is in every dealer’s list and banner; guests and administrators see none', async () => {
    await created()
    for (const visitor of [dealer, other]) {
      expect((await list(visitor)).map(({ title, isNew }) => [title, isNew])).toEqual([['Bayram tatili', true]])
      expect((await banners(visitor)).map(({ html }) => html)).toEqual(['<p>Cuma günü kapalıyız.</p>'])
    }
    expect(await banners(await shop.guest())).toEqual([])
    expect(await banners(admin)).toEqual([])
  })

  test('for chosen dealers exists for them alone', async () => {
    const { id } = await created({ audience: { isForAll: false, dealers: [dealerCode, dealerCode] } })
    expect(await list(dealer)).toHaveLength(1)
    expect([await list(other), await banners(other)]).toEqual([[], []])
    expect(codeOf(await see(other, id))).toBe('announcement_not_found')
    expect((await detail(id)).dealers.map(({ code }) => code)).toEqual([dealerCode])
  })

  test('leaves a dealer that is removed from it while it is open', async () => {
    const { id, revision } = await created()
    expect(await banners(dealer)).toHaveLength(1)
    const otherCode = await shop.database.pool.one<{ code: string }>('SELECT code FROM dealers WHERE id = $1', [
      people.other.dealer?.id,
    ])
    const audience = { isForAll: false, dealers: [otherCode?.code ?? ''] }
    const body = { ...values(), audience, revision }
    expect((await admin.send('PATCH', `/yonetim/announcements/${id}`, { body })).status).toBe(200)
    expect(codeOf(await see(dealer, id, true))).toBe('announcement_not_found')
    expect([await list(dealer), await banners(dealer)]).toEqual([[], []])
    expect(await banners(other)).toHaveLength(1)
  })

  test.each([
    ['begins tomorrow', { from: addDays(today, 1) }, 0],
    ['begins today', { from: today }, 1],
    ['ends today', { until: today }, 1],
    ['ended yesterday', { until: addDays(today, -1) }, 0],
  ])('that %s is shown to %#: %j', async (_, period, count) => {
    await created(period)
    expect([(await list(dealer)).length, (await banners(dealer)).length]).toEqual([count, count])
  })

  test('without banner is in the list only', async () => {
    await created({ isBanner: false })
    expect([(await list(dealer)).length, (await banners(dealer)).length]).toEqual([1, 0])
  })

  test('keeps no script of its text', async () => {
    const html =
      '<p onclick="a()">Metin<script>alert(1)</script><img src=x onerror=a()><a href="javascript:a()">x</a></p>'
    await created({ html })
    const [shown] = await list(dealer)
    expect(shown?.html).toContain('Metin')
    expect(shown?.html).not.toMatch(/script|onclick|onerror|<img/)
  })
})

describe('reading', () => {
  test('is recorded per user with its time, for administrators', async () => {
    const { id } = await created()
    await see(dealer, id)
    await see(dealer, id)
    expect((await list(dealer)).map(({ isNew }) => isNew)).toEqual([false])
    expect((await list(colleague)).map(({ isNew }) => isNew)).toEqual([true])
    const { readers, seenCount } = await detail(id)
    expect(seenCount).toBe(1)
    expect(readers).toMatchObject([{ dealerCode, closedAt: null, seenAt: expect.stringMatching(/^\d{4}-/) }])
  })

  test('a banner that a user closed stays closed for that user', async () => {
    const { id } = await created()
    await see(dealer, id, true)
    await see(dealer, id)
    expect([(await banners(dealer)).length, (await banners(colleague)).length]).toEqual([0, 1])
    expect(await list(dealer)).toHaveLength(1)
  })
})

test.each([
  ['an end before its beginning', { from: today, until: addDays(today, -1) }, 'period_reversed'],
  ['no dealer', { audience: { isForAll: false, dealers: [] } }, 'audience_empty'],
  ['an unknown dealer', { audience: { isForAll: false, dealers: ['YOK-1'] } }, 'audience_dealer_unknown'],
  ['an empty title', { title: ' \0 ' }, 'validation_failed'],
  ['a title of 121 characters', { title: 'a'.repeat(121) }, 'validation_failed'],
  ['no day', { from: '31.12.2026' }, 'validation_failed'],
])('an announcement with %s is refused with a sentence', async (_, change, code) => {
  const refused = await save(change)
  expect([refused.status, codeOf(refused), typeof sentenceOf(refused)]).toEqual([422, code, 'string'])
  const { items } = (await admin.send('GET', '/yonetim/announcements')).body as { items: unknown[] }
  expect(items).toEqual([])
})

test('of two administrators who change an announcement, the second is refused', async () => {
  const { id, revision } = await created()
  const change = (title: string) =>
    admin.send('PATCH', `/yonetim/announcements/${id}`, { body: { ...values(), title, revision } })
  const answers = await Promise.all([change('Bir'), change('İki')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a text of 1 MB is refused', async () => {
  expect([413, 422]).toContain((await save({ html: 'a'.repeat(2 ** 20) })).status)
})

test('a deleted announcement is gone, and the deletion is in the audit log', async () => {
  const { id } = await created()
  expect((await admin.send('DELETE', `/yonetim/announcements/${id}`)).status).toBe(200)
  expect((await admin.send('DELETE', `/yonetim/announcements/${id}`)).status).toBe(404)
  expect(await list(dealer)).toEqual([])
  const sql = "SELECT action FROM audit_log WHERE noun = 'announcement' AND noun_id = $1 ORDER BY id"
  expect(await shop.database.pool.query(sql, [String(id)])).toEqual([{ action: 'create' }, { action: 'remove' }])
})
