import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveSetting } from '#server/settings/settings.ts'
import { addPeople, type People } from '#testing/people.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { notesOf, post, postAsStore, sentMails } from './test-notes.ts'

let shop: TestShop
let people: People
let dealer: TestVisitor
let admin: TestVisitor
let order: string

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  await shop.settle()
  order = `order/${people.orderNo}`
  dealer = await shop.signedIn(people.dealer)
  admin = await shop.signedIn(people.admin)
})
beforeEach(async () => {
  await shop.setSetting('storeEmail', 'satis@toptan.example')
  await shop.database.pool.execute('DELETE FROM note_threads')
})
afterAll(() => shop.close())

test('several notes are one email to the other side, sent once', async () => {
  await post(dealer, order, { text: 'İlk soru' })
  await post(dealer, order, { text: 'İkinci <b>soru</b>' })
  expect(await sentMails(shop, 3600)).toEqual([])
  const mails = await sentMails(shop)
  expect(mails.map(({ to }) => to)).toEqual(['satis@toptan.example'])
  expect(mails[0]?.text).toMatch(/İlk soru[^]*İkinci <b>soru<\/b>/)
  expect(mails[0]?.html).toContain('İkinci &lt;b&gt;soru&lt;/b&gt;')
  expect(mails[0]?.text).toContain(`https://toptan.example/yonetim/siparisler/${people.orderId}`)
  expect(await sentMails(shop)).toEqual([])
})

test('a thread that goes on is emailed after ten minutes at the latest', async () => {
  await post(dealer, order, { text: 'eski' })
  await shop.database.pool.execute("UPDATE notes SET created_at = now() - interval '11 minutes'")
  await post(dealer, order, { text: 'yeni' })
  expect(await sentMails(shop, 3600)).toHaveLength(1)
})

test('the dealer’s email goes to the user of the order, without internal notes and names of staff', async () => {
  await postAsStore(admin, order, { text: 'Kargoya verildi' })
  await postAsStore(admin, order, { text: 'zımbırtı marjı', isInternal: true })
  const [mail, ...more] = await sentMails(shop)
  expect(more).toEqual([])
  expect(mail?.to).toBe(people.dealer.email)
  expect(mail?.text).toContain('Kargoya verildi')
  expect(`${mail?.text}${mail?.html}`).not.toContain('zımbırtı')
  expect(`${mail?.text}${mail?.html}`).not.toContain(people.admin.email)
})

test('internal notes alone send no email', async () => {
  await postAsStore(admin, order, { text: 'a', isInternal: true })
  expect(await sentMails(shop)).toEqual([])
})

test('a note that was opened before its email is not emailed', async () => {
  await postAsStore(admin, order, { text: 'a' })
  const [note] = await notesOf(dealer, order)
  await dealer.send('POST', `/api/catalog/notes/${order}/read`, { body: { last: note?.id } })
  expect(await sentMails(shop)).toEqual([])
})

test.each([
  ['noteMailStore', () => post(dealer, order, { text: 'a' })],
  ['noteMailDealer', () => postAsStore(admin, order, { text: 'a' })],
] as const)('%s switches the emails off, also those of notes written meanwhile', async (setting, write) => {
  const { pool } = shop.database
  await saveSetting(pool, setting, '0')
  await write()
  expect(await sentMails(shop)).toEqual([])
  await saveSetting(pool, setting, '1')
  expect(await sentMails(shop)).toEqual([])
  await write()
  expect(await sentMails(shop)).toHaveLength(1)
})
