import { expect, test } from 'vitest'
import { logoExamples } from '#server/erp/adapters/fixtures/logo-examples.ts'
import { converse, failureOf, templateDocument } from '#server/erp/adapters/test-conversation.ts'
import { logo } from './logo.ts'

const { token, wrongPassword, refused, signedOut, unknownColumn, writtenOrder, savedOrder, orderBody, slipBody } =
  logoExamples
const settings = {
  url: 'https://logo.example:32001/',
  clientId: 'TOPTAN',
  clientSecret: 'gizli-istemci',
  username: 'LOGO',
  password: 'p&ş',
  firm: '7',
  period: '2',
  bankAccount: 'POS1',
}
const talk = (...replies: Parameters<typeof converse>[2]) => converse(logo, settings, replies)

test('sign-in is a form with the client in the header and encoded values', async () => {
  const { session, sent } = talk({ json: token }, { json: { items: [], count: 0 } })
  await session.find('order', 'S2026000017')
  expect(sent[0]).toMatchObject({ method: 'POST', path: '/api/v1/token' })
  expect(sent[0]?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('TOPTAN:gizli-istemci').toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(sent[0]?.body).toBe('grant_type=password&username=LOGO&password=p%26%C5%9F&firmno=7')
  expect(sent[1]?.headers['authorization']).toBe(`Bearer ${token.access_token}`)
})

test('an order has the documented fields, and its number is read back', async () => {
  const { session, sent } = talk({ json: token }, { json: writtenOrder }, { json: savedOrder })
  expect(await session.write(templateDocument(logo, 'order'))).toEqual({ documentNo: '0000000000000017' })
  expect(sent[1]).toMatchObject({ method: 'POST', path: '/api/v1/salesOrders' })
  expect(JSON.parse(sent[1]?.body ?? '')).toEqual(orderBody)
  expect(sent[2]).toMatchObject({ method: 'GET', path: '/api/v1/salesOrders/41?expandLevel=full' })
})

test('a card payment is a slip of type 70 with one line and its payment list; a refund one of type 71 on the other side', async () => {
  const { session, sent } = talk(
    { json: token },
    { json: writtenOrder },
    { json: savedOrder },
    { json: writtenOrder },
    { json: savedOrder },
  )
  await session.write(templateDocument(logo, 'payment'))
  expect(sent[1]).toMatchObject({ method: 'POST', path: '/api/v1/ArpSlips' })
  expect(JSON.parse(sent[1]?.body ?? '')).toEqual(slipBody)
  await session.write({ ...templateDocument(logo, 'refund'), number: '17' })
  expect(JSON.parse(sent[3]?.body ?? '')).toMatchObject({
    TYPE: 71,
    DOC_NUMBER: '17',
    TOTAL_DEBIT: 250.5,
    TRANSACTIONS: { items: [{ DEBIT: 250.5 }] },
  })
})

test('a long note goes on in the next fields, and a long number of ours becomes a short one', async () => {
  const { session, sent } = talk({ json: token }, { json: writtenOrder }, { json: savedOrder })
  const document = templateDocument(logo, 'order')
  await session.write({
    ...document,
    number: 'K7XQ2M9PLRTA4WVB8ZCD',
    head: { ...document.head, NOTES1: 'on harf uz '.repeat(40) },
  })
  const body = JSON.parse(sent[1]?.body ?? '') as Record<string, string>
  const notes = [1, 2, 3, 4, 5, 6].map((no) => body[`NOTES${no}`] ?? '')
  expect(notes.every((note) => note.length > 30 && note.length <= 50)).toBe(true)
  expect(notes[5]?.endsWith('…')).toBe(true)
  expect(body['DOC_NUMBER']).toMatch(/^[0-9A-Z]{16}$/)
})

test('a date that is stored with day and month swapped is noted', async () => {
  const swapped = { ...savedOrder, DATE: '2026-02-11T00:00:00' }
  const { session, notes } = talk({ json: token }, { json: writtenOrder }, { json: swapped })
  await session.write(templateDocument(logo, 'order'))
  expect(notes).toEqual(['Logo: 0000000000000017 has the date 2026-02-11 instead of 2026-11-22'])
})

test.each([
  ['the answer has no reference', [{ json: { NUMBER: '~' } }]],
  ['the answer is empty', [{ text: '' }]],
  ['the order cannot be read back', [{ json: writtenOrder }, new Error('socket hang up')]],
  ['the number is still "~"', [{ json: writtenOrder }, { json: { ...savedOrder, NUMBER: '~' } }]],
  ['the service restarts', [{ status: 503, text: '<html>Service Unavailable</html>' }]],
  ['a proxy answers', [{ text: '<html></html>' }]],
])('the outcome of a write is unknown when %s', async (_, replies) => {
  const { session } = talk({ json: token }, ...replies)
  expect((await failureOf(session.write(templateDocument(logo, 'order')))).reason).toBe('unknown')
})

test('errors keep the ERP’s own words, all of them', async () => {
  const { session } = talk({ json: token }, { status: 400, json: refused })
  const { reason, message } = await failureOf(session.write(templateDocument(logo, 'order')))
  expect([reason, message]).toEqual(['refused', 'Cari hesap kodu bulunamadı. Satır kaydedilemedi.'])
})

test('an expired session in an error of status 400 is renewed once', async () => {
  const { session, sent } = talk({ json: token }, { status: 400, json: signedOut }, { json: token }, { json: [] })
  expect(await session.find('order', 'S1')).toBeNull()
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/v1/token',
    '/api/v1/queries/unsafe',
    '/api/v1/token',
    '/api/v1/queries/unsafe',
  ])
})

test('rows come in a list or below items; queries name the tables of the firm and the period', async () => {
  const row = { LOGICALREF: 41, FICHENO: '0000000000000017' }
  for (const json of [[row], { items: [row], count: 1 }]) {
    const { session, sent } = talk({ json: token }, { json })
    expect(await session.find('order', "O'K")).toEqual({ documentNo: '0000000000000017' })
    expect(JSON.parse(sent[1]?.body ?? '')).toBe(
      "SELECT TOP 2 D.LOGICALREF, D.FICHENO FROM LG_007_02_ORFICHE D WHERE D.DOCODE = 'O''K' AND D.SPECODE = 'TOPTAN'" +
        ' AND D.TRCODE = 1 AND D.CANCELLED = 0 ORDER BY D.LOGICALREF',
    )
  }
})

test.each([
  ['a wrong password', { status: 400, json: wrongPassword }, 'settings', 'Kullanıcı adı veya şifre hatalı'],
  [
    'a full licence',
    { status: 400, json: { error: 'invalid_grant', error_description: 'Lisans kullanıcı sayısı aşıldı' } },
    'unavailable',
    'Lisans kullanıcı sayısı aşıldı',
  ],
  ['a service that is not there', new Error('connect ECONNREFUSED'), 'unavailable', 'connect ECONNREFUSED'],
  ['an error of the service', { status: 500, text: 'oops' }, 'unavailable', 'HTTP 500: no JSON'],
])('%s at sign-in', async (_, reply, reason, message) => {
  const failed = await failureOf(talk(reply).session.write(templateDocument(logo, 'order')))
  expect([failed.reason, failed.message]).toEqual([reason, message])
})

test('an unknown column or table is a matter of the settings', async () => {
  const { session } = talk({ json: token }, { status: 400, json: unknownColumn })
  const { reason, message } = await failureOf(session.check())
  expect([reason, message]).toEqual(['settings', "Invalid column name 'SPECODE9'."])
})

test('a firm that is not a number is found before anything is sent', () => {
  expect(() =>
    logo.open({ ...settings, firm: 'bir' }, { http: () => expect.fail(), now: () => new Date(), note() {} }),
  ).toThrow('firm: bir')
})
