import { describe, expect, it } from 'vitest'
import type { BankHttp, Callback } from '#server/payments/gateways/gateway.ts'
import { card, charge, posted } from '#server/payments/gateways/test-bank.ts'
import { opened, visitBank } from '#server/payments/gateways/test-bank-visit.ts'
import { answering, expectDoubt } from '#server/payments/gateways/test-damaged-xml.ts'
import { expectForged, withValue, without } from '#server/payments/gateways/test-forged-callbacks.ts'
import { vakifkatilim } from '#server/sandbox-bank/dialects/vakifkatilim/vakifkatilim.ts'
import { testDialectBank } from '#server/sandbox-bank/dialects/test-dialect-bank.ts'
import {
  answered,
  callbackFields,
  failed,
  orderRow,
  orders,
  proof,
  receipt,
  refusalPage,
  signature,
  terms,
} from './test-vakifkatilim-answers.ts'

const at = (text: string) => opened({ terms, http: answering(text) })
const read = (fields: Callback['fields'], of = {}) => at('').readCallback(posted(fields), { ...charge, ...of })

/** A bank that answers with one text, and the requests that it got. */
function recording(text: string) {
  const sent: string[] = []
  const http: BankHttp = ({ url, body = '' }) => {
    sent.push(`${url} ${body}`)
    return Promise.resolve({ ok: true, status: 200, text, contentType: 'text/xml' })
  }
  return { sent, gateway: opened({ terms, http }) }
}

const server = 'https://boa.vakifkatilim.com.tr/VirtualPOS.Gateway/Home'

describe('starting at Vakıf Katılım', () => {
  it('sends the amount in kuruş, the currency and the hashes, and reports why the bank refuses', async () => {
    const { gateway, sent } = recording(refusalPage)
    expect(await gateway.start({ ...charge, currency: 'EUR' }, card)).toEqual({
      ok: false,
      kind: 'declined',
      code: '3D-CardNotEnrolled',
      text: 'Card 3D Secure kayitli degil.',
    })
    const url = charge.callbackUrl
    for (const part of [
      `${server}/ThreeDModelPayGate <?xml version="1.0" encoding="UTF-8"?><VPosMessageContract>`,
      `<HashData>${signature('3071', charge.reference, '123450', url, url, 'toptanapi')}</HashData>`,
      '<InstallmentCount>3</InstallmentCount><Amount>123450</Amount><FECCurrencyCode>0978</FECCurrencyCode>',
    ]) {
      expect(sent[0]).toContain(part)
    }
  })
})

describe('a callback of Vakıf Katılım', () => {
  it.each(['1', '0'])('of the sandbox bank is forged if it is changed (mdStatus %s)', async (mdStatus) => {
    await expectForged(
      await visitBank(testDialectBank(vakifkatilim, 'own_form'), mdStatus),
      ['ResponseCode', 'MerchantOrderId', 'OrderId', 'RRN', 'HashData'],
      false,
    )
  })

  it('proves the MD, and is declined with the bank’s code', async () => {
    expect(await read(callbackFields())).toEqual({ kind: 'authenticated', proof })
    const refused = { kind: 'declined', code: '3D-MPIAuthenticationStatusN', text: '(N)Isleminiz gerceklestirelemedi.' }
    expect(await read(callbackFields('MPIAuthenticationStatusN', '0'))).toEqual(refused)
  })

  it('is forged if a signed field is changed, removed or repeated, or for another order', async () => {
    for (const name of ['ResponseCode', 'MerchantOrderId', 'OrderId', 'HashData']) {
      for (const fields of [
        withValue(name, '1')(callbackFields()),
        without(name)(callbackFields()),
        [...callbackFields(), [name.toLowerCase(), '1'] as const],
      ]) {
        expect([name, (await read(fields)).kind]).toEqual([name, 'forged'])
      }
    }
    expect((await read(without('MD')(callbackFields()))).kind).toBe('forged')
    expect((await read(callbackFields(), { reference: 'ZZ12CD34EF56GH78JK90' })).kind).toBe('forged')
  })

  it('is forged if its values are split differently', async () => {
    const fields = [...withValue('RRN', '5')(callbackFields('00', '6401234'))]
    const signed = withValue('HashData', signature(charge.reference, '5', '00', '6401234'))(fields)
    expect(await read(signed)).toEqual({ kind: 'forged', reason: 'RRN' })
  })

  it('that is not signed proves nothing', async () => {
    const fields = withValue('HashData', '')(callbackFields('HashDataError', '0'))
    const reason = 'not signed: HashDataError (N)Isleminiz gerceklestirelemedi.'
    expect(await read(fields)).toEqual({ kind: 'forged', reason })
  })
})

describe('a capture at Vakıf Katılım', () => {
  it('sends the stored amount and the MD, and is captured by a signed answer', async () => {
    const { gateway, sent } = recording(answered('00', 'İşlem onaylandı'))
    const { cardFirst6: _first, cardLast4: _last, ...proven } = receipt
    expect(await gateway.capture(charge, proof)).toEqual({ kind: 'captured', receipt: proven })
    expect(sent[0]).toContain(`${server}/ThreeDModelProvisionGate`)
    expect(sent[0]).toContain('<VPosAdditionalData><Key>MD</Key><Data>/6auNEWM9TvyMZAuoM5Tjw==</Data>')
    expect(sent[0]).toContain('<Amount>123450</Amount>')
    const needed = ['ResponseCode', 'ProvisionNumber', 'RRN', 'MerchantOrderId', 'Amount']
    await expectDoubt(answered('00', 'İşlem onaylandı'), needed, async (text) => {
      return (await at(text).capture(charge, proof)).kind !== 'unknown'
    })
  })

  it('is declined by the code of the issuing bank, and unknown without one', async () => {
    const limit = { kind: 'declined', code: '51', text: 'Limit Yetersiz.' }
    expect(await at(answered('51', 'Limit Yetersiz.')).capture(charge, proof)).toEqual(limit)
    for (const text of [answered('96', 'Sistem'), answered('SystemError', ''), '<html/>', ''])
      expect((await at(text).capture(charge, proof)).kind).toBe('unknown')
  })
})

describe('an inquiry at Vakıf Katılım', () => {
  it.each([
    ['a payment', orders(orderRow()), { kind: 'captured', amount: '1234.50', refunded: '0.00', receipt }],
    [
      'a void',
      orders(orderRow({ LastOrderStatus: '6', CancelAmount: '1234.50' })),
      { kind: 'captured', amount: '1234.50', refunded: '1234.50', receipt },
    ],
    ['nothing', failed('NonResult', 'Kriterlere uygun sonuc bulunmamaktadir.'), { kind: 'none' }],
    [
      'a decline',
      orders(orderRow({ TransactionStatus: '2', ResponseCode: '58', ProvNumber: '', ResponseExplain: 'Yetkisiz' })),
      { kind: 'declined', code: '58', text: 'Yetkisiz' },
    ],
    [
      'no provision yet',
      orders(orderRow({ TransactionStatus: '0', ResponseCode: '', ProvNumber: '', RRN: '', Stan: '' })),
      { kind: 'none' },
    ],
  ])('finds %s', async (_, text, expected) => {
    expect(await at(text).inquire(charge, null)).toEqual(expected)
  })

  it.each([
    ['an unknown user', failed('MerchantNotDefined', 'Uye isyeri kullanici tanimi bulunamadi.')],
    ['no rows', orders()],
    ['a page', '<html/>'],
  ])('is pending with %s', async (_, text) => {
    expect((await at(text).inquire(charge, null)).kind).toBe('pending')
  })
})

describe('a refund at Vakıf Katılım', () => {
  it('is DrawBack for the whole amount, PartialDrawBack for a part, and SaleReversal on the same day', async () => {
    const { gateway, sent } = recording(answered('00', ''))
    const done = { kind: 'done', code: '00' }
    expect(await gateway.void(charge, receipt)).toEqual(done)
    expect(await gateway.refund(charge, receipt, '1234.50')).toEqual(done)
    expect(await gateway.refund(charge, receipt, '34.50')).toEqual(done)
    expect(sent.map((each) => /Home\/(\w+) /.exec(each)?.[1])).toEqual(['SaleReversal', 'DrawBack', 'PartialDrawBack'])
    expect(sent[0]).toContain(signature('3071', charge.reference, '123450', 'toptanapi'))
    expect(sent[1]).toContain(signature('3071', charge.reference, 'toptanapi'))
    expect(sent[1]).not.toContain('<Amount>')
    expect(sent[2]).toContain('<OrderId>6401234</OrderId><PaymentType>1</PaymentType><Amount>3450</Amount>')
  })

  it('is refused with the bank’s code, and unknown if the answer does not prove it', async () => {
    const refund = (text: string) => at(text).refund(charge, receipt, '34.50')
    const missing = answered('OrderDataNotFound', 'islem bilgisi bulunamadi.')
    expect(await refund(missing)).toMatchObject({ kind: 'refused', code: 'OrderDataNotFound' })
    expect(await refund(answered('58', 'Yetkisiz'))).toMatchObject({ kind: 'refused', code: '58' })
    for (const text of [answered('91', ''), answered('SystemError', ''), failed('00', ''), '<html/>'])
      expect((await refund(text)).kind).toBe('unknown')
    await expectDoubt(answered('00', ''), ['ResponseCode', 'MerchantOrderId'], async (text) => {
      return (await refund(text)).kind !== 'unknown'
    })
  })
})

describe('the list of Vakıf Katılım', () => {
  const day = '2026-11-20'
  const list = (...rows: string[]) => at(orders(...rows)).transactions?.(day)

  it('has sales, refunds and each void once, of this day', async () => {
    const voided = orderRow({ OrderStatus: '6', Stan: '434830', OrderDate: '2026-11-20T15:22:24.463' })
    const rows = [
      orderRow(),
      voided,
      voided.replace('434830', '434831'),
      orderRow({ OrderStatus: '5', OrderId: '6401000', TranAmount: '34.50', Stan: '434840' }),
      orderRow({ TransactionStatus: '2', ResponseCode: '58', OrderId: '6401001' }),
      orderRow({ TransactionStatus: '0', ResponseCode: '', OrderId: '6401002' }),
      orderRow({ OrderDate: '2026-11-21T00:00:01', OrderId: '6401003' }),
    ]
    const read = await list(...rows)
    expect(read).toMatchObject({ ok: true })
    const transactions = read?.ok === true ? read.transactions : []
    expect(transactions.map(({ id, kind, amount }) => [id, kind, amount])).toEqual([
      ['1:6401234', 'sale', '1234.50'],
      ['6:6401234', 'refund', '1234.50'],
      ['5:6401000:434840', 'refund', '34.50'],
    ])
    expect(transactions[0]).toMatchObject({
      reference: charge.reference,
      currency: 'TRY',
      at: new Date('2026-11-20T15:21:00+03:00'),
      receipt,
    })
  })

  it('is read page by page, and not in part', async () => {
    const page = Array.from({ length: 100 }, (_, i) => orderRow({ OrderId: String(7_000_000 + i) }))
    const asked: string[] = []
    const http: BankHttp = ({ body = '' }) => {
      asked.push(/<LowerLimit>\d+<\/LowerLimit><UpperLimit>\d+/.exec(body)?.[0] ?? '')
      const text = asked.length === 1 ? orders(...page) : failed('NonResult', '')
      return Promise.resolve({ ok: true, status: 200, text, contentType: 'text/xml' })
    }
    const read = await opened({ terms, http }).transactions?.(day)
    expect(read?.ok === true && read.transactions.length).toBe(100)
    expect(asked).toEqual(['<LowerLimit>0</LowerLimit><UpperLimit>100', '<LowerLimit>100</LowerLimit><UpperLimit>100'])
    expect(await list(orderRow(), orderRow({ FirstAmount: '1.234,50' }))).toEqual({ ok: false, text: 'unreadable' })
    expect(await at(failed('MerchantNotDefined', '')).transactions?.(day)).toMatchObject({ ok: false })
    expect(await at('<html/>').transactions?.(day)).toMatchObject({ ok: false })
  })
})
