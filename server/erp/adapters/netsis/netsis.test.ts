import { expect, test } from 'vitest'
import { netsisExamples } from '#server/erp/adapters/fixtures/netsis-examples.ts'
import { converse, failureOf, templateDocument } from '#server/erp/adapters/test-conversation.ts'
import { netsis } from './netsis.ts'

const {
  token,
  wrongPassword,
  noSeat,
  wrongNumber,
  exists,
  written,
  rows,
  noRows,
  signInForm,
  orderBody,
  deletion,
  cashBody,
} = netsisExamples
const settings = {
  url: 'http://netsis.example:7070',
  username: 'NETSIS',
  password: 'p&ş',
  database: 'SIRKET2026',
  cashCode: 'KK',
}
const talk = (...replies: Parameters<typeof converse>[2]) => converse(netsis, settings, replies)

test('sign-in is a form with all fields; the setting leaves the database type out', async () => {
  const { session, sent } = talk({ json: token }, { json: noRows })
  await session.find('order', 'S2026000017')
  expect(sent[0]).toMatchObject({ method: 'POST', path: '/api/v2/token' })
  expect(sent[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual(signInForm)
  const other = converse(netsis, { ...settings, dbType: 'none' }, [{ json: token }, { json: noRows }])
  await other.session.find('order', 'S2026000017')
  expect(other.sent[0]?.body).not.toContain('dbtype')
})

test('an order has the documented fields and a number of exactly 15', async () => {
  const { session, sent } = talk({ json: token }, { json: written })
  expect(await session.write(templateDocument(netsis, 'order'))).toEqual({ documentNo: 'WEB002026000017' })
  expect(sent[1]).toMatchObject({ method: 'POST', path: '/api/v2/ItemSlips' })
  expect(JSON.parse(sent[1]?.body ?? '')).toEqual(orderBody)
})

test('queries ask for more rows than the service gives by default', async () => {
  const { session, sent } = talk({ json: token }, { json: rows })
  expect(await session.find('order', 'S2026000017')).toEqual({ documentNo: 'WEB002026000017' })
  expect(sent[1]).toMatchObject({ method: 'POST', path: '/api/v2/Queries?limit=20000&offset=0' })
  expect(JSON.parse(sent[1]?.body ?? '')).toEqual({
    TSql: "SELECT TOP 1 A.FATIRS_NO, A.CARI_KODU FROM TBLSIPAMAS A WHERE A.FATIRS_NO = 'WEB002026000017' AND A.FTIRSIP = '6'",
  })
})

test('an order that exists with the same account is ours; with another account the number is taken', async () => {
  const own = talk({ json: token }, { json: exists }, { json: rows })
  expect(await own.session.write(templateDocument(netsis, 'order'))).toEqual({ documentNo: 'WEB002026000017' })
  const foreign = { ...rows, data: [{ Fatirs_No: 'WEB002026000017', Cari_Kodu: '120.99' }] }
  const taken = talk({ json: token }, { json: exists }, { json: foreign })
  const { reason, message } = await failureOf(taken.session.write(templateDocument(netsis, 'order')))
  expect([reason, message]).toEqual(['refused', '101 WEB002026000017 numaralı belge zaten mevcut'])
})

test('a cancellation deletes the order of the account that it is written on', async () => {
  const { session, sent } = talk({ json: token }, { json: rows }, { json: { IsSuccessful: true, Data: null } })
  await session.write(templateDocument(netsis, 'cancellation'))
  expect(sent[2]).toMatchObject({ method: 'POST', path: '/api/v2/ItemSlips/Delete' })
  expect(JSON.parse(sent[2]?.body ?? '')).toEqual(deletion)
})

test('a card payment is money in at the cash account, a refund money out', async () => {
  const { session, sent } = talk({ json: token }, { json: written }, { json: written })
  expect(await session.write(templateDocument(netsis, 'payment'))).toEqual({ documentNo: 'WEP002026000017' })
  expect(sent[1]).toMatchObject({ method: 'POST', path: '/api/v2/SafeDeposits' })
  expect(JSON.parse(sent[1]?.body ?? '')).toEqual(cashBody)
  const reference = 'K7XQ2M9PLRTA4WVB8ZCD'
  const { documentNo } = await session.write({ ...templateDocument(netsis, 'refund'), number: reference })
  expect(documentNo).toMatch(/^WER[0-9A-Z]{12}$/)
  expect(JSON.parse(sent[2]?.body ?? '')).toMatchObject({ IO: 'C', Fisno: documentNo, Tutar: 250.5 })
})

test.each([
  ['an error of status 200', { json: wrongNumber }, 'refused', '204 Belge numarası 15 karakter olmalıdır at NetOpenX'],
  ['null', { text: 'null' }, 'unknown', 'HTTP 200: no JSON'],
  ['a page', { text: '<html></html>' }, 'unknown', 'HTTP 200: HTML'],
  ['an unknown shape', { json: { Data: [] } }, 'unknown', 'HTTP 200: no IsSuccessful'],
  ['an error of the service', { status: 502, text: '' }, 'unknown', 'HTTP 502'],
  ['a cut connection', new Error('socket hang up'), 'unknown', 'socket hang up'],
])('a write that is answered with %s', async (_, reply, reason, message) => {
  const failed = await failureOf(talk({ json: token }, reply).session.write(templateDocument(netsis, 'order')))
  expect([failed.reason, failed.message]).toEqual([reason, message])
})

test.each([
  [
    'a wrong password, without the words of the service',
    { status: 400, json: wrongPassword },
    'settings',
    'invalid_grant',
  ],
  ['a full licence', { status: 400, json: noSeat }, 'unavailable', 'SsoMaxUserCountExceeded'],
  ['a sign-in beside another one', { status: 401, json: {} }, 'unavailable', 'HTTP 401 at sign-in'],
])('%s', async (_, reply, reason, message) => {
  const failed = await failureOf(talk(reply).session.check())
  expect([failed.reason, failed.message]).toEqual([reason, message])
})

test('a series that would not leave our number its digits is a matter of the settings', () => {
  const tools = { http: () => expect.fail(), now: () => new Date(), note() {} }
  expect(() => netsis.open({ ...settings, orderSeries: 'WEBSIPARIS' }, tools)).toThrow('orderSeries: WEBSIPARIS')
})
