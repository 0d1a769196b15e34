import { createHmac } from 'node:crypto'
import type { BankHttp, BrowserStep, Callback, PosTerms } from '#server/payments/gateways/gateway.ts'
import {
  charge,
  withFaults,
  formOf,
  keepWaiting,
  requireField,
  newOrder,
  posted,
  type TestBank,
  type TestOrder,
} from '#server/payments/gateways/test-bank.ts'

const keys = { apiKey: 'sandbox-api-key', secretKey: 'sandbox-secret-key' }
const sign = (text: string) => createHmac('sha256', keys.secretKey).update(text).digest('hex')

type Body = Record<string, string | number | undefined>
type Request = Parameters<BankHttp>[0]

const token = 'd9a1d90e-7cfb-4ead-a6ec-34237bac04f0'
const page =
  '<html><body><form id="f" action="https://acs.bank.example/3d?a=1&amp;b=2" method="post">REST</form><script>f.submit()</script></body></html>'

/** iyzico as its documentation describes it. One payment at a time: number 22484292. */
export function testIyzicoBank(mode: PosTerms['mode']): TestBank {
  const bank: TestBank = {
    terms: { id: 1, adapter: 'iyzico', mode, environment: 'test', settings: {}, secrets: keys },
    fault: null,
    isTurkish: false,
    declineWith: null,
    isBusy: false,
    orders: new Map(),
    cards: { kept: [], waiting: null },
    http: withFaults(
      () => bank,
      (request) => JSON.stringify(answer(bank, request)),
    ),
    finish: (step, mdStatus) => (mode === 'hosted' ? payHosted(bank, step, mdStatus) : finish(bank, step, mdStatus)),
  }
  return bank
}

function answer(bank: TestBank, request: Request): object {
  const { url, body = '', headers = {}, method } = request
  requireField(url.startsWith('https://sandbox-api.iyzipay.com/'), 'the address')
  const { pathname, searchParams } = new URL(url)
  const plain = Buffer.from(headers['authorization']?.replace('IYZWSv2 ', '') ?? '', 'base64').toString()
  const random = headers['x-iyzi-rnd'] ?? ''
  const signature = sign(`${random}${pathname}${body}`)
  requireField(plain === `apiKey:${keys.apiKey}&randomKey:${random}&signature:${signature}`, 'Authorization')
  if (method === 'GET') return report(bank, searchParams.get('paymentConversationId') ?? '')
  const fields = JSON.parse(body) as Body
  if (pathname.startsWith('/cardstorage/')) return cardStorage(bank, `${method} ${pathname}`, fields)
  requireField(
    fields['conversationId'] === 'AB12CD34EF56GH78JK90' && fields['locale'] === 'tr',
    'conversationId, locale',
  )
  const order = bank.orders.get(charge.reference)
  if (pathname === '/payment/3dsecure/initialize') return initialize(bank, fields)
  if (pathname === '/payment/iyzipos/checkoutform/initialize/auth/ecom') return initializeForm(bank, fields)
  if (pathname === '/payment/3dsecure/auth') return provide(bank, fields)
  if (pathname === '/payment/iyzipos/checkoutform/auth/ecom/detail') return formDetail(bank, fields, order)
  if (pathname === '/payment/detail') return detail(bank, fields, order)
  requireField(fields['ip'] === '203.0.113.7' && order !== undefined, 'ip')
  if (pathname === '/payment/cancel') return cancel(fields, order)
  requireField(pathname === '/payment/refund', 'the path')
  return refund(fields, order)
}

/** 10.5 or 10.0 as kuruş. Only a whole price ends in a zero. */
function priceOf(price: unknown): number {
  requireField(typeof price === 'string' && /^\d+\.(0|\d?[1-9])$/.test(price), `a price, not ${String(price)}`)
  return Math.round(Number(price) * 100)
}

const asPrice = (kurus: number) => kurus / 100

function checkCharge(fields: Body): void {
  const more = fields as unknown as { buyer: Body; billingAddress: Body; basketItems: Body[] }
  requireField(fields['basketId'] === fields['conversationId'] && fields['currency'] === 'TRY', 'basketId, currency')
  requireField(String(fields['callbackUrl']).startsWith('https://'), 'callbackUrl')
  const sum = more.basketItems.reduce((total, { price }) => total + priceOf(price), 0)
  requireField(sum === priceOf(fields['price']) && sum <= priceOf(fields['paidPrice']), 'the sum of the basket')
  for (const name of [
    'id',
    'name',
    'surname',
    'identityNumber',
    'email',
    'registrationAddress',
    'city',
    'country',
    'ip',
  ]) {
    requireField(more.buyer[name], `buyer.${name}`)
  }
  requireField(more.billingAddress['contactName'] && more.billingAddress['address'], 'billingAddress')
  requireField(
    more.basketItems.every((item) => item['name'] && item['category1'] && item['itemType'] === 'PHYSICAL'),
    'basketItems',
  )
}

function failure(code: string, message: string): object {
  return { status: 'failure', errorCode: code, errorMessage: message, errorGroup: 'X', locale: 'tr' }
}

function initialize(bank: TestBank, fields: Body): object {
  checkCharge(fields)
  const paid = (fields as unknown as { paymentCard: Body }).paymentCard
  if (paid['cardToken'] !== undefined)
    return keptOf(bank, paid) ? secureStart(fields) : failure('3003', 'Kart bulunamadı')
  requireField(
    /^\d{15,16}$/.test(String(paid['cardNumber'])) && /^20\d\d$/.test(String(paid['expireYear'])),
    'paymentCard',
  )
  requireField(
    paid['cvc'] && paid['cardHolderName'] && paid['expireMonth'] && fields['installment'] === 3,
    'paymentCard, installment',
  )
  if (bank.declineWith === 'early') return failure('10054', 'Son kullanma tarihi hatalı')
  if (paid['registerCard'] === 1 && bank.refusesCards === true) return failure('5062', 'Kart saklama yetkisi yok')
  const isStoring = paid['registerCard'] === 1
  const last4 = String(paid['cardNumber']).slice(-4)
  if (bank.cards) bank.cards.waiting = isStoring ? { userKey: String(paid['cardUserKey'] ?? ''), last4 } : null
  return secureStart(fields)
}

function keptOf({ cards }: TestBank, { cardUserKey, cardToken }: Body) {
  return cards?.kept.find((kept) => kept.userKey === cardUserKey && kept.cardToken === cardToken)
}

function cardStorage(bank: TestBank, call: string, fields: Body): object {
  const { cards } = bank
  requireField(cards && fields['locale'] === 'tr' && fields['cardUserKey'], 'cardUserKey, locale')
  const ofPerson = cards.kept.filter(({ userKey }) => userKey === fields['cardUserKey'])
  if (call === 'POST /cardstorage/cards') {
    const cardDetails = ofPerson.map(({ cardToken, last4 }) => ({ cardToken, lastFourDigits: last4 }))
    return { status: 'success', cardUserKey: fields['cardUserKey'], cardDetails }
  }
  requireField(call === 'DELETE /cardstorage/card', 'the path')
  const kept = keptOf(bank, fields)
  if (kept === undefined) return failure('3003', 'Kart bulunamadı')
  cards.kept = cards.kept.filter((each) => each !== kept)
  return { status: 'success' }
}

function secureStart(fields: Body): object {
  const html = page.replace(
    'REST',
    `<input type="hidden" name="amount" value="${fields['paidPrice']}"><input name='PaReq' value='&quot;a&quot;'/>`,
  )
  const threeDSHtmlContent = Buffer.from(html).toString('base64')
  const signature = sign(`22484292:${fields['conversationId']}`)
  return {
    status: 'success',
    paymentId: '22484292',
    conversationId: fields['conversationId'],
    threeDSHtmlContent,
    signature,
  }
}

function finish(bank: TestBank, step: BrowserStep, mdStatus: string): Callback {
  requireField(step.kind === 'form' && step.action === 'https://acs.bank.example/3d?a=1&b=2', 'the page of the bank')
  requireField(formOf(step).get('PaReq') === '"a"', 'the fields of the page')
  bank.orders.set('AB12CD34EF56GH78JK90', newOrder(Math.round(Number(formOf(step).get('amount')) * 100), 'wait'))
  const status = mdStatus === '1' ? 'success' : 'failure'
  const fields = {
    status,
    paymentId: '22484292',
    conversationData: 'dat=a',
    conversationId: 'AB12CD34EF56GH78JK90',
    mdStatus,
  }
  const signature = sign(`dat=a:AB12CD34EF56GH78JK90:${mdStatus}:22484292:${status}`)
  return posted(Object.entries({ ...fields, signature }))
}

function settle(bank: TestBank, order: TestOrder): void {
  order.code = bank.declineWith ?? '00'
  order.isPaid = order.code === '00'
}

function provide(bank: TestBank, fields: Body): object {
  const order = bank.orders.get(charge.reference)
  requireField(
    order !== undefined && fields['paymentId'] === '22484292' && fields['conversationData'] === 'dat=a',
    'paymentId',
  )
  if (order.isPaid) return failure('5093', 'Ödeme daha önce alınmış')
  settle(bank, order)
  const kept = order.isPaid ? keepWaiting(bank) : undefined
  const card = kept && { cardUserKey: kept.userKey, cardToken: kept.cardToken }
  return order.isPaid
    ? { ...paid(order, false), ...card }
    : failure(`100${order.code}`, 'Kart limiti yetersiz, yetersiz bakiye')
}

function paid(order: TestOrder, isForm: boolean): object {
  const payment = {
    paymentId: '22484292',
    currency: 'TRY',
    basketId: 'AB12CD34EF56GH78JK90',
    conversationId: 'AB12CD34EF56GH78JK90',
  }
  const prices = { paidPrice: asPrice(order.amount), price: 1200 }
  const signedText = [...Object.values(payment), prices.paidPrice, prices.price].join(':')
  const form = isForm ? { token, mdStatus: 1 } : {}
  return {
    status: 'success',
    fraudStatus: 1,
    installment: 3,
    ...payment,
    ...prices,
    ...form,
    paymentStatus: 'SUCCESS',
    binNumber: '45080345',
    lastFourDigits: '4509',
    authCode: '301029',
    itemTransactions: [{ itemId: '1', paymentTransactionId: '24174546', price: 1200, paidPrice: prices.paidPrice }],
    signature: sign(isForm ? `SUCCESS:${signedText}:${token}` : signedText),
  }
}

function initializeForm(bank: TestBank, fields: Body): object {
  checkCharge(fields)
  requireField(
    JSON.stringify(fields['enabledInstallments']) === '[3]' && fields['forceThreeDS'] === 1,
    'enabledInstallments',
  )
  requireField(fields['paymentCard'] === undefined, 'no card')
  bank.orders.set('AB12CD34EF56GH78JK90', newOrder(priceOf(fields['paidPrice']), 'wait'))
  const paymentPageUrl = `https://sandbox-cpp.iyzipay.com?token=${token}&lang=tr`
  return { status: 'success', token, paymentPageUrl, signature: sign(`${fields['conversationId']}:${token}`) }
}

function payHosted(bank: TestBank, step: BrowserStep, mdStatus: string): Callback {
  requireField(step.kind === 'redirect' && step.url.includes(token), 'the page of iyzico')
  requireField(
    new URL(step.url).searchParams.get('iframe') === 'true',
    'iframe=true, without which it cannot be framed',
  )
  const order = bank.orders.get('AB12CD34EF56GH78JK90')
  requireField(order !== undefined, 'the form')
  if (mdStatus === '1') settle(bank, order)
  else order.code = 'md'
  return posted([['token', token]])
}

function formDetail(bank: TestBank, fields: Body, order: TestOrder | undefined): object {
  if (fields['token'] !== token || order === undefined) return failure('5', 'token bulunamadı')
  if (order.isPaid) return bank.isBusy ? { ...paid(order, true), fraudStatus: 0 } : paid(order, true)
  if (order.code === 'wait') return { status: 'success', token }
  return { ...failure('10051', 'Kart limiti yetersiz, yetersiz bakiye'), paymentStatus: 'FAILURE', token }
}

function detail(bank: TestBank, fields: Body, order: TestOrder | undefined): object {
  requireField(fields['paymentConversationId'] === 'AB12CD34EF56GH78JK90', 'paymentConversationId')
  if (order === undefined) return failure('5088', 'Ödeme bulunamadı')
  if (order.isPaid) return bank.isBusy ? { ...paid(order, false), fraudStatus: 0 } : paid(order, false)
  if (order.code === 'wait') return { status: 'success', paymentStatus: 'CALLBACK_THREEDS', paymentId: '22484292' }
  return { ...failure(`100${order.code}`, 'Kart limiti yetersiz'), paymentStatus: 'FAILURE' }
}

function cancel(fields: Body, order: TestOrder): object {
  requireField(fields['paymentId'] === '22484292', 'paymentId')
  if (order.isVoided || order.refunded > 0) return failure('5092', 'Ödeme iptal edilemez')
  order.isVoided = true
  return { status: 'success', paymentId: '22484292' }
}

function refund(fields: Body, order: TestOrder): object {
  requireField(fields['paymentTransactionId'] === '24174546' && fields['currency'] === 'TRY', 'paymentTransactionId')
  const price = priceOf(fields['price'])
  if (order.isVoided || order.refunded + price > order.amount) return failure('5086', 'İade tutarı fazla')
  order.refunded += price
  return { status: 'success', paymentId: '22484292', paymentTransactionId: '24174546' }
}

function report(bank: TestBank, reference: string): object {
  const order = bank.orders.get(reference)
  requireField(order !== undefined, 'a payment')
  const row = (kurus: number, refundStatus: number) => ({ refundTxId: 7, refundPrice: asPrice(kurus), refundStatus })
  const refunds = order.refunded > 0 ? [row(order.refunded, 1), row(100, -1)] : []
  const payment = {
    paymentId: 22484292,
    cancels: order.isVoided ? [row(order.amount, 1)] : [],
    itemTransactions: [{ refunds }],
  }
  return { status: 'success', payments: [payment] }
}

/** A server-to-server message. */
export function testIyzicoNotice(change: Record<string, string> = {}, headers: Record<string, string> = {}): Callback {
  const body = {
    paymentConversationId: 'AB12CD34EF56GH78JK90',
    merchantId: 1,
    token,
    status: 'SUCCESS',
    iyziReferenceCode: 'r',
    iyziEventType: 'CHECKOUT_FORM_AUTH',
    iyziEventTime: 1,
    iyziPaymentId: 22484292,
  }
  const text = `${keys.secretKey}${body.iyziEventType}${body.iyziPaymentId}${token}${body.paymentConversationId}${body.status}`
  const raw = Buffer.from(JSON.stringify({ ...body, ...change }))
  return { raw, fields: [], headers: { 'x-iyz-signature-v3': sign(text), ...headers } }
}
