import { describe, expect, it } from 'vitest'
import type { BankHttp, Charge, PosTerms } from '#server/payments/gateways/gateway.ts'
import { openGateway } from '#server/payments/gateways/gateways.ts'
import { charge as newCharge, posted } from '#server/payments/gateways/test-bank.ts'
import { outcomeOf, visitBank } from '#server/payments/gateways/test-bank-visit.ts'
import { cutOff, withoutFields } from '#server/payments/gateways/test-damaged-answers.ts'
import { withValue } from '#server/payments/gateways/test-forged-callbacks.ts'
import { payflexDialect } from '#server/sandbox-bank/dialects/payflex/payflex-dialect.ts'
import { testDialectBank } from '#server/sandbox-bank/dialects/test-dialect-bank.ts'
import recorded from './test-answers.json' with { type: 'json' }

const token = 'b35a56bf37334872a945afc0016d5aaa'
const transaction = '3ee068d5b5a747ada65dafc0016d5bbb'
const charge: Charge = { ...newCharge, bankReference: token }
const receipt = { authCode: '735879', bankReference: '306822971283', transaction }
const terms: PosTerms = {
  id: 1,
  adapter: 'payflex',
  mode: 'hosted',
  environment: 'test',
  settings: {
    gateway: 'https://cp.example/CommonPayment',
    api: 'https://pos.example:4443',
    merchantId: '000100000099999',
    terminalId: 'VP999999',
  },
  secrets: { password: 'shop-password' },
}

function answerOf(id: string): string {
  const found = recorded.find((each) => each.id === id)
  if (found === undefined) throw new Error(`No answer ${id}`)
  return JSON.stringify(found.answer)
}

/** A gateway whose requests are answered in order; `sent` has the requests. */
function answering(texts: string[], status = 200) {
  const sent: Parameters<BankHttp>[0][] = []
  const http: BankHttp = (request) => {
    const text = texts[sent.push(request) - 1]
    return Promise.resolve(
      text === undefined ? { ok: false, reason: 'timeout' } : { ok: true, status, text, contentType: 'text/xml' },
    )
  }
  return { gateway: openGateway(terms, http, () => new Date('2026-11-20T12:00:00Z')), sent }
}

/** mewebstudio/pos@a4c454a5 (MIT) tests/Unit/DataMapper/ResponseDataMapper/PayFlexV4PosResponseDataMapperTest.php, success_pay, with own numbers. */
const found = `<?xml version="1.0" encoding="UTF-8"?>
<SearchResponse><ResponseInfo><Status>Success</Status><ResponseCode>0000</ResponseCode><ResponseMessage>Succeeded.</ResponseMessage>
<ResponseDateTime>2026-11-20T13:58:53.0340773+03:00</ResponseDateTime><IsIdempotent>false</IsIdempotent></ResponseInfo>
<PageIndex>1</PageIndex><PageSize>10</PageSize><TotalItemCount>1</TotalItemCount>
<TransactionSearchResultInfo><TransactionSearchResultInfo><MerchantId>000100000099999</MerchantId><TransactionType>Sale</TransactionType>
<TransactionId>${transaction}</TransactionId><OrderId>${charge.reference}</OrderId><ResultCode>0000</ResultCode>
<ResponseMessage>İŞLEM BAŞARILI</ResponseMessage><HostResultCode>000</HostResultCode><AuthCode>735879</AuthCode><HostDate>1120145930</HostDate>
<Rrn>306822971283</Rrn><CurrencyAmount>1234.50</CurrencyAmount><AmountCode>949</AmountCode><CurrencyCode></CurrencyCode>
<ThreeDSecureType>2</ThreeDSecureType><SurchargeAmount>0.00</SurchargeAmount><IsReversed>false</IsReversed><IsCanceled>false</IsCanceled>
<IsRefunded>false</IsRefunded></TransactionSearchResultInfo></TransactionSearchResultInfo></SearchResponse>`

/** The recorded answer to a merchant that the bank does not know, from the same file. */
const notFound = `<SearchResponse><ResponseInfo><Status>Error</Status><ResponseCode>9065</ResponseCode>
<ResponseMessage>Üye isyeri bulunamadi</ResponseMessage></ResponseInfo></SearchResponse>`

const without = (name: string) => found.replace(new RegExp(`<${name}>[^<]*</${name}>`), '')
const withText = (name: string, text: string) =>
  found.replace(new RegExp(`<${name}>[^<]*</${name}>`), `<${name}>${text}</${name}>`)
const inquire = (search: string, page?: string, of: Partial<Charge> = {}) =>
  answering([search, ...(page === undefined ? [] : [page])]).gateway.inquire({ ...charge, ...of }, null)

describe('the start of a payment at PayFlex', () => {
  it('registers the charge for cards with 3-D Secure only, and opens the page with its token', async () => {
    const { gateway, sent } = answering([answerOf('registered')])
    const url = `https://cptest.vakifbank.com.tr/CommonPayment/SecurePayment?Ptkn=${token}`
    expect(await gateway.start(newCharge, null)).toEqual({
      ok: true,
      step: { kind: 'redirect', url },
      bankReference: token,
    })
    expect(sent[0]?.url).toBe('https://cp.example/CommonPayment/api/RegisterTransaction')
    const fields = new URLSearchParams(sent[0]?.body)
    expect(Object.fromEntries(fields)).toMatchObject({
      HostMerchantId: '000100000099999',
      HostTerminalId: 'VP999999',
      Amount: '1234.50',
      AmountCode: '949',
      OrderID: charge.reference,
      InstallmentCount: '3',
      IsSecure: 'true',
      AllowNotEnrolledCard: 'false',
      SuccessUrl: charge.callbackUrl,
    })
    expect([...fields.keys()].filter((name) => /pan|cvv|expire/i.test(name))).toEqual([])
  })

  it('sends no number of installments for a single payment, and the code of a foreign currency', async () => {
    const { gateway, sent } = answering([])
    await gateway.start({ ...newCharge, installment: 1, currency: 'EUR' }, null)
    const fields = new URLSearchParams(sent[0]?.body)
    expect([fields.has('InstallmentCount'), fields.get('AmountCode')]).toEqual([false, '978'])
  })

  it('fails without a page and a token', async () => {
    const start = (text: string) => answering([text]).gateway.start(newCharge, null)
    expect(await start(answerOf('not-registered'))).toEqual({
      ok: false,
      kind: 'unreachable',
      text: '5007 Güvenlik Numarası Hatalı',
    })
    const registered = answerOf('registered')
    const damaged = [...cutOff(registered), registered.replace(token, 'x'), registered.replace('https://', 'http://')]
    for (const text of [...damaged, '<html>Request Rejected</html>'])
      expect(await start(text)).toMatchObject({ ok: false, kind: 'unreachable' })
  })
})

describe('a return from PayFlex', () => {
  it('is not believed: it only leads to an inquiry, and must contain the token of the start', async () => {
    const visit = await visitBank(testDialectBank(payflexDialect, 'hosted'), '0')
    expect(visit.result).toEqual({ kind: 'returned', ask: true })
    const claimed = await visit.read(posted(withValue('Rc', '0000')(visit.callback.fields)))
    expect(claimed).toEqual({ kind: 'returned', ask: true })
    expect(await outcomeOf({ ...visit, result: claimed })).toMatchObject({ kind: 'declined', code: '3D-2053' })
    const foreign = posted(withValue('PaymentToken', token)(visit.callback.fields))
    expect(await visit.read(foreign)).toEqual({ kind: 'forged', reason: 'PaymentToken' })
    const twice = posted([...visit.callback.fields, ['PAYMENTTOKEN', token]])
    expect(await visit.read(twice)).toMatchObject({ kind: 'forged' })
    // The token was replaced by the reference of the money.
    const settled = { ...visit.charge, bankReference: receipt.bankReference }
    expect(await visit.gateway.readCallback(visit.callback, settled)).toMatchObject({ kind: 'returned' })
  })
})

describe('an inquiry at PayFlex', () => {
  it('finds the sale by order number, and its card by the token', async () => {
    const captured = { kind: 'captured', amount: '1234.50', refunded: '0.00' }
    const card = { cardFirst6: '450803', cardLast4: '4509' }
    expect(await inquire(found, answerOf('page-result'))).toEqual({ ...captured, receipt: { ...receipt, ...card } })
    expect(await inquire(found)).toEqual({ ...captured, receipt })
    const { gateway, sent } = answering([found])
    await gateway.inquire({ ...charge, bankReference: receipt.bankReference }, receipt)
    expect(sent.map(({ url }) => url)).toEqual(['https://pos.example:4443/UIService/Search.aspx'])
    const xml = new URLSearchParams(sent[0]?.body).get('prmstr') ?? ''
    expect(xml).toContain(`<OrderId>${charge.reference}</OrderId>`)
    expect(xml).toContain('<MerchantPassword>shop-password</MerchantPassword>')
  })

  it('marks money as unwanted that was taken without 3-D Secure or in other installments', async () => {
    const page = answerOf('page-result')
    expect(await inquire(found, page.replace('"True"', '"False"'))).toMatchObject({ unwanted: 'not 3-D Secure' })
    const other = page.replace('"InstallmentCount":"3"', '"InstallmentCount":""')
    expect(await inquire(found, other)).toMatchObject({ unwanted: 'installments 1' })
    expect(await inquire(found, other, { installment: 1 })).not.toHaveProperty('unwanted')
    for (const text of [...cutOff(page), page.replace('"OrderID":"AB', '"OrderID":"BA')])
      expect(await inquire(found, text)).not.toHaveProperty('unwanted')
  })

  it('finds a voided sale, a declined one, and none', async () => {
    for (const name of ['IsCanceled', 'IsReversed'])
      expect(await inquire(withText(name, 'true'))).toMatchObject({ kind: 'captured', refunded: '1234.50' })
    const declined = withText('ResultCode', '0051').replace('İŞLEM BAŞARILI', 'RED-YETERSİZ BAKİYE')
    expect(await inquire(declined)).toEqual({ kind: 'declined', code: '51', text: 'RED-YETERSİZ BAKİYE' })
    expect(await inquire(withText('ResultCode', '2053'))).toMatchObject({ kind: 'declined', code: '3D-2053' })
    const empty = found.replace(/<TransactionSearchResultInfo>[^]*<\/TransactionSearchResultInfo>/, '')
    expect(await inquire(empty.replace('<TotalItemCount>1', '<TotalItemCount>0'))).toEqual({ kind: 'none' })
    expect(await inquire(empty)).toMatchObject({ kind: 'pending' })
  })

  it('is pending for anything that does not prove an outcome', async () => {
    for (const text of [
      notFound,
      withText('IsRefunded', 'true'),
      withText('ResultCode', '0091'),
      withText('ResultCode', '0096'),
      withText('ResultCode', '9999'),
      withText('AmountCode', '840'),
      withText('OrderId', 'ZZ12CD34EF56GH78JK90'),
      withText('TransactionType', 'Refund'),
      withText('CurrencyAmount', '1.234,50'),
      found.replace('<Status>Success', '<Status>Error'),
      ...['ResultCode', 'OrderId', 'TransactionType', 'CurrencyAmount', 'AmountCode', 'IsRefunded', 'Status'].map(
        without,
      ),
      ...cutOff(found),
      found + found,
      '<html><body>Request Rejected</body></html>',
    ]) {
      expect([text, (await inquire(text)).kind]).toEqual([text, 'pending'])
    }
    expect((await answering([found], 503).gateway.inquire(charge, null)).kind).toBe('pending')
    for (const { answer } of withoutFields(JSON.parse(answerOf('page-result'))))
      expect(await inquire(found, JSON.stringify(answer))).not.toHaveProperty('unwanted')
  })
})

describe('voids and refunds at PayFlex', () => {
  // mewebstudio/pos@a4c454a5 (MIT), PayFlexV4PosResponseDataMapperTest.php, refundDataProvider and cancelDataProvider, with own numbers.
  const done = `<VposResponse><MerchantId>000100000099999</MerchantId><TransactionType>Refund</TransactionType><TransactionId>455ae6c0</TransactionId>
<ReferenceTransactionId>${transaction}</ReferenceTransactionId><ResultCode>0000</ResultCode><ResultDetail>İŞLEM BAŞARILI</ResultDetail>
<AuthCode>752800</AuthCode><Rrn>306823971382</Rrn><CurrencyAmount>34.50</CurrencyAmount><CurrencyCode>949</CurrencyCode></VposResponse>`
  const refused = (code: string) =>
    `<VposResponse><ResultCode>${code}</ResultCode><ResultDetail>İşlemin tamamı iade edilmiş.</ResultDetail><InstallmentTable/></VposResponse>`
  const refund = (text: string, status?: number) => answering([text], status).gateway.refund(charge, receipt, '34.50')

  it('name the transaction of the sale; only a refund has an amount', async () => {
    const { gateway, sent } = answering([done, done])
    expect(await gateway.refund(charge, receipt, '34.50')).toEqual({ kind: 'done', code: '0000' })
    expect(await gateway.void(charge, receipt)).toEqual({ kind: 'done', code: '0000' })
    const requests = sent.map(({ body }) => new URLSearchParams(body).get('prmstr') ?? '')
    for (const xml of requests) expect(xml).toContain(`<ReferenceTransactionId>${transaction}</ReferenceTransactionId>`)
    expect(requests[0]).toContain('<TransactionType>Refund</TransactionType>')
    expect(requests[0]).toContain('<CurrencyAmount>34.50</CurrencyAmount>')
    expect(requests[1]).toContain('<TransactionType>Cancel</TransactionType>')
    expect(requests[1]).not.toContain('CurrencyAmount')
    expect(sent[0]?.url).toBe('https://pos.example:4443/VposService/v3/Vposreq.aspx')
  })

  it('are refused by a rule of the bank, and unknown for errors of systems and damaged answers', async () => {
    const text = 'İşlemin tamamı iade edilmiş.'
    expect(await refund(refused('1059'))).toEqual({ kind: 'refused', code: '1059', text })
    for (const code of ['0091', '0096', '9039', ''])
      expect(await refund(refused(code))).toMatchObject({ kind: 'unknown' })
    for (const damaged of [...cutOff(done), ...cutOff(refused('1059')), done + done, '<html></html>'])
      expect(await refund(damaged)).toMatchObject({ kind: 'unknown' })
    expect(await refund(refused('1059'), 500)).toMatchObject({ kind: 'unknown' })
  })
})
