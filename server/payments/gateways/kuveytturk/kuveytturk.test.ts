import { describe, expect, it } from 'vitest'
import type { BankHttp } from '#server/payments/gateways/gateway.ts'
import { card, charge, posted } from '#server/payments/gateways/test-bank.ts'
import { opened, visitBank } from '#server/payments/gateways/test-bank-visit.ts'
import { answering, expectDoubt } from '#server/payments/gateways/test-damaged-xml.ts'
import { expectForged } from '#server/payments/gateways/test-forged-callbacks.ts'
import { kuveytturk } from '#server/sandbox-bank/dialects/kuveytturk/kuveytturk.ts'
import { testDialectBank } from '#server/sandbox-bank/dialects/test-dialect-bank.ts'
import {
  authenticated,
  captured,
  declined,
  proof,
  receipt,
  refusalPage,
  refused,
  rejected,
  returned,
  securePage,
  signature,
  terms,
} from './test-kuveytturk-answers.ts'

const at = (text: string, status?: number) => opened({ terms, http: answering(text, status) })
const silent = opened({ terms, http: () => Promise.resolve({ ok: false, reason: 'timeout' }) })
const read = (xml: string, of = {}) => silent.readCallback(returned(xml), { ...charge, ...of })

/** Without the copy of the order number in VPosMessage. */
const withoutEcho = (xml: string) =>
  xml.replace(`<MerchantOrderId>${charge.reference}</MerchantOrderId><OrderStatus`, '<OrderStatus')

describe('starting at Kuveyt Türk', () => {
  it('posts the form of the bank’s page, without its button, in the whole window', async () => {
    const step = {
      kind: 'form',
      window: 'top',
      action: 'https://tds.example/resultFlow',
      fields: [
        ['threeDSServerWebFlowStart', 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln'],
        ['browserColorDepth', ''],
      ],
    }
    expect(await at(securePage('https://tds.example/resultFlow')).start(charge, card)).toEqual({ ok: true, step })
    expect(await at(securePage('http://tds.example/x')).start(charge, card)).toMatchObject({ kind: 'unreachable' })
  })

  it('sends the card, the amount in kuruş, the currency with four digits and the hash of both addresses', async () => {
    const bodies: string[] = []
    const http: BankHttp = ({ url, body = '' }) => {
      bodies.push(`${url} ${body}`)
      return Promise.resolve({ ok: true, status: 200, text: '', contentType: '' })
    }
    const url = charge.callbackUrl
    await opened({ terms, http }).start({ ...charge, currency: 'USD', installment: 1 }, card)
    const hash = signature('57902', charge.reference, '123450', url, url, 'toptanapi')
    await opened({ terms, http }).start({ ...charge, address: '2001:db8::1' }, { ...card, holder: 'Ş'.repeat(60) })
    expect(bodies[0]).toContain('<ClientIP>203.0.113.7</ClientIP>')
    expect(bodies[1]).toContain('<ClientIP>127.0.0.1</ClientIP>')
    expect(bodies[1]).toContain(`<CardHolderName>${'&#350;'.repeat(45)}</CardHolderName>`)
    for (const part of [
      'https://boatest.kuveytturk.com.tr/boa.virtualpos.services/Home/ThreeDModelPayGate ',
      `<KuveytTurkVPosMessage><APIVersion>TDV2.0.0</APIVersion><OkUrl>${url}</OkUrl><FailUrl>${url}</FailUrl><HashData>${hash}</HashData>`,
      '<MerchantId>57902</MerchantId><CustomerId>9450117</CustomerId><UserName>toptanapi</UserName>',
      '<InstallmentCount>0</InstallmentCount><Amount>123450</Amount><DisplayAmount>123450</DisplayAmount><CurrencyCode>0840</CurrencyCode>',
      `<CardNumber>${card.number}</CardNumber><CardExpireDateYear>30</CardExpireDateYear><CardExpireDateMonth>12</CardExpireDateMonth>`,
    ]) {
      expect(bodies[0]).toContain(part)
    }
  })

  it('reports the reason of a refused request, and a refused card as declined', async () => {
    const wrongHash = rejected('HashDataError', 'Şifrelenen veriler (Hashdata) uyuşmamaktadır.')
    expect(await at(refusalPage(wrongHash)).start(charge, card)).toEqual({
      ok: false,
      kind: 'unreachable',
      text: 'HashDataError Şifrelenen veriler (Hashdata) uyuşmamaktadır.',
    })
    const stolen = refusalPage(rejected('14', 'Geçersiz kart numarası'))
    expect(await at(stolen).start(charge, card)).toMatchObject({ kind: 'declined', code: '14' })
    const wrong = refusalPage(rejected('InvalidCardNumber', 'Kart numarası geçersizdir.'))
    expect(await at(wrong).start(charge, card)).toMatchObject({ kind: 'declined', code: 'InvalidCardNumber' })
    for (const code of ['CardNotEnrolled', 'IssuerException', '999']) {
      const page = refusalPage(rejected(code, 'Kart doğrulaması yapılamadı.'))
      expect(await at(page).start(charge, card)).toMatchObject({ kind: 'declined', code: `3D-${code}` })
    }
  })

  it.each([
    ['another status', securePage('https://tds.example/x'), 503],
    ['no page', 'Service Unavailable', 200],
    ['an unreadable refusal', refusalPage('<html/>'), 200],
  ])('is unreachable with %s', async (_, text, status) => {
    expect(await at(text, status).start(charge, card)).toMatchObject({ ok: false, kind: 'unreachable' })
  })
})

describe('a callback of Kuveyt Türk', () => {
  it.each(['1', '0'])('of the sandbox bank is forged if it is changed (mdStatus %s)', async (mdStatus) => {
    await expectForged(
      await visitBank(testDialectBank(kuveytturk, 'own_form'), mdStatus),
      ['AuthenticationResponse'],
      false,
    )
  })

  it('proves the MD that the capture sends', async () => {
    expect(await read(authenticated)).toEqual({ kind: 'authenticated', proof })
  })

  it('is forged if a signed or compared field is changed, removed or doubled, or if it is cut off', async () => {
    const needed = ['ResponseCode', 'OrderId', 'MerchantOrderId', 'HashData', 'MD', 'Amount', 'CurrencyCode']
    const inMessage = authenticated.replace('<OrderId>155801234</OrderId><OkUrl>', '<OkUrl>')
    await expectDoubt(inMessage, [...needed, 'InstallmentCount', 'MerchantId'], async (text) => {
      return (await read(text)).kind !== 'forged'
    })
    for (const [from, to] of [
      ['<Amount>123450', '<Amount>123451'],
      ['<CurrencyCode>949', '<CurrencyCode>840'],
      ['<InstallmentCount>3', '<InstallmentCount>0'],
      ['<MerchantId>57902', '<MerchantId>57903'],
      ['<ResponseCode>00', '<ResponseCode>05'],
      [charge.reference, 'ZZ12CD34EF56GH78JK90'],
    ] as const) {
      expect([to, (await read(authenticated.replaceAll(from, to))).kind]).toEqual([to, 'forged'])
    }
  })

  it('is forged for another order, amount, currency or installment', async () => {
    for (const of of [{ reference: 'X' }, { amount: '1234.51' }, { currency: 'EUR' }, { installment: 6 }])
      expect((await read(authenticated, of)).kind).toBe('forged')
  })

  it('is forged if its values are split differently', async () => {
    // A refusal with the code 5 and the order 00155801234, split so that it reads as approved.
    const text = authenticated
      .replace('<ResponseCode>00', '<RRN>5</RRN><ResponseCode>00')
      .replace(/<HashData>[^<]*/, `<HashData>${signature(charge.reference, '5', '00155801234')}`)
    expect(await read(text)).toEqual({ kind: 'forged', reason: 'RRN' })
  })

  it('is declined with the bank’s code if the cardholder was not authenticated', async () => {
    expect(await read(refused('MPIAuthenticationStatusN', 'Isleminiz gerceklestirelemedi.'))).toEqual({
      kind: 'declined',
      code: '3D-MPIAuthenticationStatusN',
      text: 'Isleminiz gerceklestirelemedi.',
    })
  })

  it('that is not signed proves nothing, and its text is for staff', async () => {
    const text = 'PosMerchantIPError IP adresi tanımlı değildir.'
    expect(await read(rejected('PosMerchantIPError', 'IP adresi tanımlı değildir.'))).toEqual({
      kind: 'forged',
      reason: `not signed: ${text}`,
    })
  })

  it.each([
    ['no field', posted([['MD', 'x']])],
    ['broken encoding', posted([['AuthenticationResponse', '%3c%zz']])],
    ['the field twice', posted([...returned(authenticated).fields, ...returned(authenticated).fields])],
  ])('is forged with %s', async (_, callback) => {
    expect((await silent.readCallback(callback, charge)).kind).toBe('forged')
  })
})

describe('a capture at Kuveyt Türk', () => {
  it('is captured by a signed answer for this order and amount only', async () => {
    expect(await at(captured).capture(charge, proof)).toEqual({ kind: 'captured', receipt })
    const needed = ['ResponseCode', 'MerchantOrderId', 'HashData', 'ProvisionNumber', 'RRN', 'Amount']
    await expectDoubt(
      withoutEcho(captured),
      needed,
      async (text) => (await at(text).capture(charge, proof)).kind !== 'unknown',
    )
    for (const of of [{ reference: 'X' }, { amount: '1234.51' }, { currency: 'EUR' as const }])
      expect((await at(captured).capture({ ...charge, ...of }, proof)).kind).toBe('unknown')
  })

  it('is declined by the code of the issuing bank, or of a request that the bank rejects', async () => {
    const poor = declined('51', 'Limit Yetersiz.')
    expect(await at(poor).capture(charge, proof)).toEqual({ kind: 'declined', code: '51', text: 'Limit Yetersiz.' })
    await expectDoubt(withoutEcho(poor), ['ResponseCode', 'MerchantOrderId'], async (text) => {
      return (await at(text).capture(charge, proof)).kind !== 'unknown'
    })
    const wrongHash = rejected('HashDataError', 'Şifrelenen veriler (Hashdata) uyuşmamaktadır.', '')
    expect(await at(wrongHash).capture(charge, proof)).toMatchObject({ kind: 'declined', code: 'HashDataError' })
  })

  it.each([
    ['an unknown MD, which a payment that was taken has as well', rejected('MetaDataNotFound', 'Bulunamadı.', '')],
    ['an MD that was used, which is called empty', rejected('EmptyMDException', 'Geçerli bir MD değeri giriniz.', '')],
    ['an order that was paid before', rejected('OrderIsProcessedBefore', 'İşlem sonlanmıştır.')],
    ['no answer of the issuing bank', declined('91', 'Banka yanıt vermedi')],
    ['a code in words', declined('SystemError', 'Sistem hatası')],
    ['a page', '<html><body>Hata</body></html>'],
    ['nothing', ''],
  ])('is unknown with %s', async (_, text) => {
    expect((await at(text).capture(charge, proof)).kind).toBe('unknown')
  })

  it('is unknown without an answer or with another status', async () => {
    expect(await silent.capture(charge, proof)).toEqual({ kind: 'unknown', text: 'timeout' })
    expect(await at(captured, 500).capture(charge, proof)).toEqual({ kind: 'unknown', text: 'HTTP 500' })
  })
})
