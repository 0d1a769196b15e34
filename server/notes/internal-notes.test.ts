import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dealerScopes } from '#contract/core/dealer-scopes.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { invoicesFilePath, offersFilePath, ordersFilePath, statementFilePath } from '#contract/core/record-paths.ts'
import { noteKinds } from '#domain/notes/note.ts'
import { dealerKeyEndpoints, visitorEndpoints } from '#testing/endpoints.ts'
import { addPeople, type People, refillCart } from '#testing/people.ts'
import { addDealerProgram, type Program } from '#testing/programs.ts'
import { requests, withToken } from '#testing/requests.ts'
import { type Method, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { pdf, postAsStore, sentMails, upload } from './test-notes.ts'

/** Words that occur nowhere else: of internal notes, of their files, and of a note that the dealer may read. */
const secrets = ['zurnacıbaşı', 'kirlihesap']
const open = 'merhababayi'

let shop: TestShop
let people: People
let dealer: TestVisitor
let admin: TestVisitor
let program: Program
let subjects: string[]
let file: string

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  await shop.settle()
  await shop.setSetting('storeEmail', 'satis@toptan.example')
  dealer = await shop.signedIn(people.dealer)
  admin = await shop.signedIn(people.admin)
  program = await addDealerProgram(shop, dealer, dealerScopes)
  const returned = await shop.database.pool.one<{ return_no: string }>(
    `INSERT INTO returns (return_no, order_id, dealer_id, user_id, state, reason, locale)
     SELECT 'R2026000001', id, dealer_id, user_id, 'requested', 'damaged', 'tr' FROM orders WHERE order_no = $1
     RETURNING return_no`,
    [people.orderNo],
  )
  subjects = [
    ...[`order/${people.orderNo}`, `offer/${people.offer.offerNo}`, `fault_report/${people.fault.reportNo}`],
    `return/${returned?.return_no}`,
  ]
  for (const subject of subjects) {
    const uploaded = await upload(admin, `${secrets[1]}.pdf`, pdf, '/yonetim/note-files')
    file = uploaded.file
    await postAsStore(admin, subject, { text: `Marj: ${secrets[0]}`, files: [file], isInternal: true })
    await postAsStore(admin, subject, { text: open })
  }
})
afterAll(() => shop.close())

/** Requests of calls that need more than the people of the tests have. */
const otherRequests: Record<string, () => string> = {
  'GET /api/catalog/notes/:kind/:number': () => `/api/catalog/notes/${subjects[0]}`,
}

const mention = (text: string) => secrets.filter((secret) => text.includes(secret))

test('every kind of thread is read by this test', () => {
  expect(subjects.map((subject) => subject.split('/')[0])).toEqual([...noteKinds])
})

test('the dealer reads the other notes, and the store reads all', async () => {
  for (const subject of subjects) {
    const own = await dealer.send('GET', `/api/catalog/notes/${subject}`)
    expect([own.text.includes(open), mention(own.text), own.text.includes(file)]).toEqual([true, [], false])
    const all = await admin.send('GET', `/yonetim/notes/${subject}`)
    expect(mention(all.text)).toEqual(secrets)
  }
})

const calls = [...visitorEndpoints].filter(([, { access }]) => access !== 'admin').map(([name]) => name)

/** Whether a call may have changed the rows that others need. */
let isChanged = true

test.each(calls)('%s answers a dealer without internal notes', async (name) => {
  if (isChanged) await refillCart(shop, people, 'dealer')
  const visitor = await shop.signedIn(people.dealer)
  const { url, ...sent } = requests[name]?.(people) ?? { url: '' }
  const answer = await visitor.send(
    name.split(' ')[0] as Method,
    otherRequests[name]?.() ?? url,
    withToken(name, visitor, sent),
  )
  isChanged = answer.status === 200 && !name.startsWith('GET ')
  expect(answer.status).toBeLessThan(500)
  expect(mention(JSON.stringify(answer.headers) + answer.text)).toEqual([])
})

test.each([...dealerKeyEndpoints])(
  '%s answers a dealer’s program without internal notes',
  async (_, { method, path }) => {
    const params = {
      orderNo: people.orderNo,
      offerNo: people.offer.offerNo,
      id: people.orderId,
      code: people.product.code,
    }
    const url = urlOf(path.replace('/api/dealer/v1', ''), params)
    const answer = await program.send(method, url, method === 'GET' ? {} : { body: {} })
    expect(answer.status).toBeLessThan(500)
    expect(mention(answer.text)).toEqual([])
  },
)

const files = [
  ...(['xlsx', 'csv'] as const).flatMap((format) => [
    ordersFilePath(format),
    offersFilePath(format),
    invoicesFilePath(format),
  ]),
  statementFilePath('xlsx'),
  statementFilePath('pdf'),
]

test.each(files)('the file %s contains no internal notes', async (url) => {
  // One of the calls above has ended the other sessions.
  const { cookies } = await shop.signedIn(people.dealer)
  const answer = await shop.app.inject({ url, cookies })
  expect(answer.statusCode).toBe(200)
  const text = url.endsWith('.xlsx')
    ? JSON.stringify(await readWorkbook(answer.rawPayload))
    : answer.rawPayload.toString('utf8')
  expect(mention(text)).toEqual([])
})

test('emails, events and messages of webhooks contain no internal notes', async () => {
  const mails = await sentMails(shop)
  expect(mails.filter(({ to }) => to === people.dealer.email)).toHaveLength(subjects.length)
  expect(mention(JSON.stringify(mails))).toEqual([])
  for (const table of ['events', 'webhook_deliveries', 'outbox']) {
    const rows = await shop.database.pool.query(`SELECT to_jsonb(r) AS row FROM ${table} r`)
    expect(mention(JSON.stringify(rows))).toEqual([])
  }
})

test('the file of an internal note is not served to the dealer', async () => {
  const visitor = await shop.signedIn(people.dealer)
  expect((await visitor.send('GET', `/account/notes/${file}`)).status).toBe(404)
})
