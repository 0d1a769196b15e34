import { expect, test } from 'vitest'
import { mikroExamples } from '#server/erp/adapters/fixtures/mikro-examples.ts'
import { converse, failureOf, templateDocument } from '#server/erp/adapters/test-conversation.ts'
import { dailyPasswords } from './daily-password.ts'
import { mikro } from './mikro.ts'

const { passwordOfTheDay, passwordOfTheDayBefore, done, rows, signIn } = mikroExamples
const settings = {
  url: 'http://mikro.example:8094',
  company: 'FIRMA',
  year: '2026',
  apiKey: 'anahtar',
  username: 'SRV',
  password: 'gizli',
  cashCode: 'KK',
}
const talk = (...replies: Parameters<typeof converse>[2]) => converse(mikro, settings, replies)
const vat = {
  json: rows([Object.fromEntries([0, 0, 1, 10, 20, 8, 18, 0, 0, 0, 0].map((percent, no) => [`V${no}`, percent]))]),
}
const found = (series: string) => ({ json: rows([{ SERI: series, SIRA: 10 }]) })
const mikroOf = (body: string | undefined) => (JSON.parse(body ?? '{}') as { Mikro: Record<string, unknown> }).Mikro

test('every request carries company, year, user and the password of the day; queries are beside them', async () => {
  const { session, sent } = talk(found('WEB'))
  expect(await session.find('order', 'S2026000017')).toEqual({ documentNo: 'WEB-10' })
  expect(sent[0]).toMatchObject({ method: 'POST', path: '/Api/apiMethods/SqlVeriOkuV2' })
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    Mikro: { ...signIn, Sifre: passwordOfTheDay },
    SQLSorgu:
      "SELECT TOP 1 S.sip_evrakno_seri AS SERI, S.sip_evrakno_sira AS SIRA FROM SIPARISLER S WHERE S.sip_belgeno = 'S2026000017'" +
      " AND S.sip_evrakno_seri = 'WEB' AND S.sip_tip = 0 AND S.sip_iptal = 0 ORDER BY S.sip_evrakno_sira",
  })
})

test('an order has the documented fields, the VAT rate as its index, and is read back', async () => {
  const { session, sent } = talk(vat, { json: done }, found('WEB'))
  expect(await session.write(templateDocument(mikro, 'order'))).toEqual({ documentNo: 'WEB-10' })
  expect(sent[1]?.path).toBe('/Api/apiMethods/SiparisKaydetV2')
  expect(mikroOf(sent[1]?.body)).toEqual({
    ...signIn,
    Sifre: passwordOfTheDay,
    FirmaNo: 0,
    SubeNo: 0,
    evraklar: [mikroExamples.orderDocument],
  })
})

test('a VAT rate that the ERP does not have is refused', async () => {
  const document = templateDocument(mikro, 'order')
  const { reason, message } = await failureOf(
    talk(vat).session.write({ ...document, lines: [{ ...document.lines[0], sip_vergi_yuzde: '17' }] }),
  )
  expect([reason, message]).toEqual(['refused', 'sip_vergi_yuzde: 17'])
})

test('an order that is accepted but not found is of unknown outcome', async () => {
  const { session, sent } = talk(vat, { json: done }, { json: rows([]) }, { json: rows([]) }, { json: rows([]) })
  expect((await failureOf(session.write(templateDocument(mikro, 'order')))).reason).toBe('unknown')
  expect(sent).toHaveLength(5)
})

test('a cancellation deletes the order by series and sequence', async () => {
  const { session, sent } = talk(found('WEB'), { json: done })
  await session.write(templateDocument(mikro, 'cancellation'))
  expect(sent[1]?.path).toBe('/Api/apiMethods/SiparisSilV2')
  expect(mikroOf(sent[1]?.body)['evraklar']).toEqual([mikroExamples.deletion])
})

test('a card payment is a credit, a refund a debit', async () => {
  const { session, sent } = talk({ json: done }, found('WEP'), { json: done }, found('WER'))
  expect(await session.write(templateDocument(mikro, 'payment'))).toEqual({ documentNo: 'WEP-10' })
  expect(sent[0]?.path).toBe('/Api/apiMethods/TahsilatTediyeKaydetV2')
  expect(mikroOf(sent[0]?.body)['evraklar']).toEqual([mikroExamples.slipDocument])
  await session.write({ ...templateDocument(mikro, 'refund'), number: '17' })
  expect(mikroOf(sent[2]?.body)['evraklar']).toMatchObject([
    { satirlar: [{ cha_tip: 0, cha_evrakno_seri: 'WER', cha_belge_no: '17', cha_meblag: 250.5 }] },
  ])
})

test.each([
  ['an error of status 200', { json: mikroExamples.refused }, 'refused', 'Stok kodu bulunamadı'],
  ['an error of a newer method', { json: mikroExamples.refusedByNewMethod }, 'refused', 'Evrak bulunamadı'],
  ['no result', { json: mikroExamples.replaced }, 'unknown', 'HTTP 200: no result'],
  ['a page', { status: 403, text: '<html></html>' }, 'unknown', 'HTTP 403: HTML'],
])('a write that is answered with %s', async (_, reply, reason, message) => {
  const failed = await failureOf(talk(reply).session.write(templateDocument(mikro, 'payment')))
  expect([failed.reason, failed.message]).toEqual([reason, message])
})

test('far from midnight a refused password is a matter of the settings, without another attempt', async () => {
  const { session, sent } = talk({ json: mikroExamples.wrongPassword })
  const { reason, message } = await failureOf(session.find('order', 'S1'))
  expect([reason, message]).toEqual(['settings', 'Kullanıcı şifresi hatalı'])
  expect(sent).toHaveLength(1)
})

test('near midnight in Turkey the password of the other day is tried, and kept for the next requests', async () => {
  const replies = [{ json: mikroExamples.wrongPassword }, found('WEB'), found('WEB')]
  const { session, sent } = converse(mikro, settings, replies, '2026-11-21T21:10:00Z')
  await session.find('order', 'S1')
  await session.find('order', 'S1')
  expect(sent.map(({ body }) => mikroOf(body)['Sifre'])).toEqual([
    passwordOfTheDay,
    passwordOfTheDayBefore,
    passwordOfTheDayBefore,
  ])
})

test('the password of the day is of the day in Turkey', () => {
  expect(dailyPasswords('gizli', new Date('2026-11-21T22:00:00Z'))).toEqual([passwordOfTheDay])
  expect(dailyPasswords('gizli', new Date('2026-11-21T12:00:00Z'))).toEqual([passwordOfTheDayBefore])
  expect(dailyPasswords('gizli', new Date('2026-11-21T20:50:00Z'))).toEqual([passwordOfTheDayBefore, passwordOfTheDay])
})
