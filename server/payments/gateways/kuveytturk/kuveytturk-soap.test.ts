import { describe, expect, it } from 'vitest'
import type { BankHttp } from '#server/payments/gateways/gateway.ts'
import { charge } from '#server/payments/gateways/test-bank.ts'
import { opened } from '#server/payments/gateways/test-bank-visit.ts'
import { answering, expectDoubt } from '#server/payments/gateways/test-damaged-xml.ts'
import {
  answered,
  failed,
  fault,
  orderRow,
  orders,
  receipt,
  signature,
  soap,
  terms,
} from './test-kuveytturk-answers.ts'

const at = (text: string, status?: number) => opened({ terms, http: answering(text, status) })

describe('an inquiry at Kuveyt Türk', () => {
  const found = { kind: 'captured', amount: '1234.50', refunded: '0.00', receipt }

  it.each([
    ['a payment', orders(orderRow()), found],
    ['a void', orders(orderRow({ LastOrderStatus: '6', CancelAmount: '1234.50' })), { ...found, refunded: '1234.50' }],
    [
      'a refund',
      orders(orderRow({ LastOrderStatus: '4', DrawbackAmount: '1234.50' })),
      { ...found, refunded: '1234.50' },
    ],
    [
      'a refund in part',
      orders(orderRow({ LastOrderStatus: '5', DrawbackAmount: '34.50' })),
      { ...found, refunded: '34.50' },
    ],
    [
      'a refused attempt before it',
      orders(orderRow({ OrderId: '1', TransactionStatus: '2', ResponseCode: '51' }), orderRow()),
      found,
    ],
    [
      'a row of its void',
      orders(
        orderRow({ LastOrderStatus: '6', CancelAmount: '1234.50' }),
        orderRow({ OrderStatus: '6', LastOrderStatus: '6' }),
      ),
      { ...found, refunded: '1234.50' },
    ],
    ['nothing', orders(), { kind: 'none' }],
    [
      'no provision yet',
      orders(orderRow({ TransactionStatus: '0', ResponseCode: '', ProvNumber: '', RRN: '' })),
      { kind: 'none' },
    ],
    [
      'a decline',
      orders(
        orderRow({ TransactionStatus: '2', ResponseCode: '51', ResponseExplain: 'Limit Yetersiz.', ProvNumber: '' }),
      ),
      { kind: 'declined', code: '51', text: 'Limit Yetersiz.' },
    ],
  ])('finds %s', async (_, text, expected) => {
    expect(await at(text).inquire(charge, null)).toEqual(expected)
  })

  it.each([
    ['a wrong hash', failed('GetMerchantOrderDetail', ['HashDataError', 'Hashdata uyuşmamaktadır.', 'BusinessError'])],
    ['a fault', fault],
    ['a page', '<html/>'],
    ['no authorisation yet', orders(orderRow({ ProvNumber: '' }))],
    ['an unknown state', orders(orderRow({ LastOrderStatus: '9' }))],
    ['a refund without its amount', orders(orderRow({ LastOrderStatus: '5' }))],
    ['an unreadable amount', orders(orderRow({ FirstAmount: '1.234,50' }))],
    ['another currency', orders(orderRow({ FEC: '0840' }))],
    ['another order', orders(orderRow({ MerchantOrderId: 'ZZ12CD34EF56GH78JK90' }))],
    ['two sales', orders(orderRow(), orderRow({ OrderId: '155801235' }))],
    ['no answer of the issuing bank', orders(orderRow({ TransactionStatus: '2', ResponseCode: '91', ProvNumber: '' }))],
  ])('is pending with %s', async (_, text) => {
    expect((await at(text).inquire(charge, null)).kind).toBe('pending')
  })

  it('is pending if the answer is cut off, or a field is missing or doubled', async () => {
    const needed = [
      'Success',
      'FirstAmount',
      'CancelAmount',
      'DrawbackAmount',
      'LastOrderStatus',
      'ResponseCode',
      'FEC',
    ]
    await expectDoubt(orders(orderRow()), [...needed, 'TransactionStatus', 'ProvNumber'], async (text) => {
      return (await at(text).inquire(charge, null)).kind !== 'pending'
    })
  })
})

describe('a refund at Kuveyt Türk', () => {
  const refund = (text: string, amount: string) => at(text).refund(charge, receipt, amount)

  it('is DrawBack for the whole amount, PartialDrawback for a part, and SaleReversal on the same day', async () => {
    const sent: [operation: string, body: string][] = []
    const http: BankHttp = ({ headers = {}, body = '' }) => {
      const operation = /IVirtualPosService\/(\w+)"$/.exec(headers['soapaction'] ?? '')?.[1] ?? ''
      sent.push([operation, body])
      const text = answered(operation, '00', 'OTORİZASYON VERİLDİ')
      return Promise.resolve({ ok: true, status: 200, text, contentType: 'text/xml' })
    }
    const gateway = opened({ terms, http })
    expect(await gateway.void(charge, receipt)).toEqual({ kind: 'done', code: '00' })
    expect(await gateway.refund(charge, receipt, '1234.50')).toEqual({ kind: 'done', code: '00' })
    expect(await gateway.refund(charge, receipt, '34.50')).toEqual({ kind: 'done', code: '00' })
    expect(sent.map(([operation]) => operation)).toEqual(['SaleReversal', 'DrawBack', 'PartialDrawback'])
    const hash = signature('57902', charge.reference, '3450', 'toptanapi')
    const sale =
      '<OrderId>155801234</OrderId><RRN>632519539222</RRN><Stan>539222</Stan><ProvisionNumber>050560</ProvisionNumber>'
    for (const part of [sale, `<HashData>${hash}</HashData>`, '<CancelAmount>3450</CancelAmount>'])
      expect(sent[2]?.[1]).toContain(part)
  })

  it.each([
    ['21', failed('DrawBack', ['21', 'İşlem daha önce iptal edilmiştir.', 'BusinessError'])],
    [
      '21',
      failed(
        'DrawBack',
        ['21', 'İşlem daha önce iptal edilmiştir.', 'Error'],
        ['IntegrationFatalException', '…', 'Error'],
      ),
    ],
    [
      'InvalidRequestError',
      failed('DrawBack', ['InvalidRequestError', 'Geçmiş tarihli işlem için iade yapınız.', 'BusinessError']),
    ],
    [
      'DbLayerError',
      failed('DrawBack', ['', 'Kısmi iade, satışla aynı gün tutarın tamamı için yapılamaz.', 'BusinessError']),
    ],
    [
      'TransactionAmountMismatchException',
      failed('DrawBack', [
        'TransactionAmountMismatchException',
        'Satış tutarı ile iade tutarı eşleşmemektedir.',
        'Error',
      ]),
    ],
    ['28', answered('DrawBack', '28', 'İptal Edilen İşlem İade Yapılamaz')],
  ])('is refused with the code %s', async (code, text) => {
    expect(await refund(text, '1234.50')).toMatchObject({ kind: 'refused', code })
  })

  it.each([
    ['a fault', fault],
    ['a system error', failed('DrawBack', ['IntegrationFatalException', 'Lütfen daha sonra deneyiniz.', 'Error'])],
    [
      'no answer of the bank’s own system',
      failed('DrawBack', ['ServiceUnavailable', 'IsoProxyFactoryServiceResponseWasNull', 'BusinessError']),
    ],
    ['no code', soap('DrawBack', '<Results/><Success>true</Success><Value><OrderId>0</OrderId></Value>')],
    ['no answer of the issuing bank', answered('DrawBack', '91', 'Yanıt yok')],
    ['the answer to another operation', answered('PartialDrawback', '00', 'OTORİZASYON VERİLDİ')],
    ['a page', '<html/>'],
  ])('is unknown with %s', async (_, text) => {
    expect((await refund(text, '1234.50')).kind).toBe('unknown')
  })

  it('is unknown if the answer is cut off, or a field is missing or doubled', async () => {
    const done = answered('DrawBack', '00', 'OTORİZASYON VERİLDİ')
    await expectDoubt(done, ['ResponseCode', 'MerchantOrderId'], async (text) => {
      return (await refund(text, '1234.50')).kind !== 'unknown'
    })
  })
})
