import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminText } from '#contract/admin/texts.ts'
import type { PublishedText } from '#contract/shop/texts.ts'
import { addPeople, type People } from '#testing/people.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let people: People
let admin: TestVisitor
let guest: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  admin = await shop.signedIn(people.admin)
  guest = await shop.guest()
})
beforeEach(() => shop.database.pool.execute('TRUNCATE text_versions CASCADE'))
afterAll(() => shop.close())

const publish = (html: string, version: number | null, htmlEn = '', by = admin) =>
  by.send('POST', '/yonetim/texts/privacy_notice', { body: { html, htmlEn, version } })
const read = (query = '', locale = 'tr') =>
  guest.send('GET', `/api/texts/privacy_notice${query}`, {
    headers: { 'accept-language': locale, 'x-requested-with': 'XMLHttpRequest' },
  })
const htmlOf = async (...args: Parameters<typeof read>) => ((await read(...args)).body as PublishedText).html

describe('a text', () => {
  test('exists for everybody once it is published', async () => {
    expect(codeOf(await read())).toBe('text_not_found')
    expect((await guest.send('GET', '/api/texts')).body).toEqual({ items: [] })
    await publish('<p>Bir</p>', null)
    expect((await read()).body).toMatchObject({ version: 1, html: '<p>Bir</p>', isCurrent: true })
    expect((await guest.send('GET', '/api/texts')).body).toMatchObject({
      items: [{ kind: 'privacy_notice', version: 1 }],
    })
  })

  test('keeps its earlier versions as they were', async () => {
    await publish('<p>Bir</p>', null)
    await publish('<p>İki</p>', 1)
    expect(await htmlOf()).toBe('<p>İki</p>')
    expect((await read('?version=1')).body).toMatchObject({ version: 1, html: '<p>Bir</p>', isCurrent: false })
    expect((await read('?version=3')).status).toBe(404)
    const { versions } = (await admin.send('GET', '/yonetim/texts/privacy_notice')).body as AdminText
    expect(versions.map(({ version, author }) => [version, author])).toEqual([
      [2, people.admin.name],
      [1, people.admin.name],
    ])
  })

  test('is shown in English where it is translated', async () => {
    await publish('<p>Bir</p>', null)
    expect(await htmlOf('', 'en')).toBe('<p>Bir</p>')
    await publish('<p>Bir</p>', 1, '<p>One</p>')
    expect([await htmlOf('', 'en'), await htmlOf('', 'tr')]).toEqual(['<p>One</p>', '<p>Bir</p>'])
  })

  test('keeps no script', async () => {
    await publish('<h2 onclick="a()">Metin</h2><script>alert(1)</script><img src=x onerror=a()>', null)
    expect(await htmlOf()).toBe('<h2>Metin</h2>')
  })

  test('of two administrators who publish, the second is refused', async () => {
    await publish('<p>Bir</p>', null)
    const answers = await Promise.all([publish('<p>İki</p>', 1), publish('<p>Üç</p>', 1)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(codeOf(await publish('<p>Dört</p>', 1))).toBe('text_changed')
    // Also if both have read the same version.
    const { pool } = shop.database
    const late = await pool.withClient(async (client) => {
      await client.query('BEGIN')
      await client.query("INSERT INTO text_versions (kind, version, html) VALUES ('privacy_notice', 3, 'Beş')")
      const publishing = publish('<p>Altı</p>', 2)
      const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      await expect.poll(async () => (await pool.query(waiting)).length, { timeout: 10_000 }).toBe(1)
      await client.query('COMMIT')
      return publishing
    })
    expect(codeOf(late)).toBe('text_changed')
  })

  test('that is empty, unchanged or too long is refused', async () => {
    expect(codeOf(await publish(' <p> </p> ', null))).toBe('text_empty')
    await publish('<p>Bir</p>', null)
    expect(codeOf(await publish('<p>Bir</p>', 1))).toBe('text_unchanged')
    expect([413, 422]).toContain((await publish('a'.repeat(2 ** 20), 1)).status)
  })

  test('of an unknown kind does not exist', async () => {
    expect([404, 422]).toContain((await guest.send('GET', '/api/texts/x')).status)
  })
})
