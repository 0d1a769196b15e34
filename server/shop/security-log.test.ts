import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noteFilePath } from '#contract/core/note-paths.ts'
import { invoiceFilePath } from '#contract/core/record-paths.ts'
import { addPeople, password, type People } from '#testing/people.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
let people: People
const lines: string[] = []
beforeAll(async () => {
  shop = await openTestShop({ env: { LOG_LEVEL: 'info' }, logTo: { write: (line) => void lines.push(line) } })
  people = await addPeople(shop)
})
afterAll(() => shop.close())
beforeEach(() => void lines.splice(0))

type Line = { msg: string; time: number; reqId?: string } & Record<string, unknown>
const logged = (message: string) => lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === message)

test('logs each sign-in with its user, and each refused one without the typed name and password', async () => {
  const { email, userId } = people.dealer
  const guest = await shop.guest()
  await guest.send('POST', '/api/account/login', { body: { username: email, password: 'yanlış-parola' } })
  await guest.send('POST', '/api/account/login', { body: { username: 'kimse@example.com', password: 'yanlış-parola' } })
  expect(logged('A sign-in was refused.')).toMatchObject([{ code: 'wrong_credentials' }, { code: 'wrong_credentials' }])
  await guest.send('POST', '/api/account/login', { body: { username: email, password } })
  expect(logged('A user signed in.')).toMatchObject([{ userId, reqId: expect.any(String), time: expect.any(Number) }])
  for (const text of ['yanlış-parola', 'kimse@example.com', password]) expect(lines.join('')).not.toContain(text)
})

test('logs what a user was refused, and not that guests have to sign in', async () => {
  const dealer = await shop.signedIn(people.dealer)
  expect((await dealer.send('GET', '/yonetim/users')).status).toBe(403)
  const call = 'GET /yonetim/users'
  expect(logged('Access was refused.')).toMatchObject([{ code: 'forbidden', call, userId: people.dealer.userId }])
  await (await shop.guest()).send('GET', '/yonetim/users')
  expect(logged('Access was refused.')).toHaveLength(1)
})

test('logs who was refused which file and why, also of guests, and no address that is a secret', async () => {
  const dealer = await shop.signedIn(people.dealer)
  const file = 'a'.repeat(32)
  expect((await dealer.send('GET', noteFilePath(file))).status).toBe(404)
  const refused = { code: 'not_found', file: noteFilePath(':file'), params: { file } }
  expect(logged('A file was refused.')).toMatchObject([{ ...refused, userId: people.dealer.userId }])
  const guest = await shop.guest()
  expect((await guest.send('GET', invoiceFilePath(7, 'pdf'))).status).toBe(401)
  const dealersCsv = '/yonetim/bayiler.csv'
  expect((await dealer.send('GET', dealersCsv)).status).toBe(403)
  expect(logged('A file was refused.').slice(1)).toMatchObject([
    { code: 'not_signed_in', params: { id: '7' }, userId: null },
    { code: 'forbidden', file: dealersCsv, userId: people.dealer.userId },
  ])
  const token = 'x'.repeat(43)
  await guest.send('GET', `/feeds/${token}.csv`)
  expect(logged('A file was refused.').at(-1)).toMatchObject({ code: 'not_found', file: '/feeds/:file' })
  expect(JSON.stringify(logged('A file was refused.'))).not.toContain(token)
})

test('logs calls without a valid token', async () => {
  const dealer = await shop.signedIn(people.dealer)
  await dealer.send('POST', '/api/catalog/settings', { headers: { 'x-csrf-token': 'forged' } })
  expect(logged('A call without a valid token was refused.')).toMatchObject([{ code: 'csrf_failed' }])
})

test('keeps line breaks and control characters of requests within one line', async () => {
  await (await shop.guest()).send('GET', '/api/nothing?a=%0A%7B%22level%22%3A60%7D', {
    headers: { 'user-agent': 'x\u001b[31m' },
  })
  for (const line of lines) {
    for (const control of ['\n', '\r', '\u001b']) expect(line.trimEnd()).not.toContain(control)
    expect(() => JSON.parse(line) as unknown).not.toThrow()
  }
})
