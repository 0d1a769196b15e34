import { createHmac } from 'node:crypto'
import type { BrowserStep, Callback, PosTerms } from '#server/payments/gateways/gateway.ts'
import {
  withFaults,
  formOf,
  kurus,
  keepWaiting,
  requireField,
  newOrder,
  posted,
  type TestBank,
  type TestOrder,
} from '#server/payments/gateways/test-bank.ts'

const merchant = { id: '123456', key: 'testmerchantkey1', salt: 'testmerchantsl1' }
const hmac = (text: string) => createHmac('sha256', merchant.key).update(text).digest('base64')
const oid = 'AB12CD34EF56GH78JK90'

/**
 * PayTR as its documentation describes it; `vadeFarki` is what the payer's choice of installments adds in the iFrame
 * (kuruş).
 */
export function testPaytrBank(mode: PosTerms['mode']): TestBank & { vadeFarki: number; brand: string } {
  const bank: TestBank & { vadeFarki: number; brand: string } = {
    terms: {
      id: 1,
      adapter: 'paytr',
      mode,
      environment: 'test',
      settings: { merchantId: merchant.id },
      secrets: { merchantKey: merchant.key, merchantSalt: merchant.salt },
    },
    fault: null,
    isTurkish: false,
    declineWith: null,
    isBusy: false,
    orders: new Map(),
    cards: { kept: [], waiting: null },
    vadeFarki: 0,
    brand: 'axess',
    http: withFaults(
      () => bank,
      ({ method, url, body }) => {
        requireField(method === 'POST' && /^https:\/\/www\.paytr\.com\/odeme(\/|$)/.test(url), 'the address')
        const form = new Map(new URLSearchParams(body))
        requireField(form.get('merchant_id') === merchant.id, 'merchant_id')
        if (url.endsWith('/odeme')) return payWithKept(bank, (name) => form.get(name) ?? '')
        if (url.includes('/odeme/capi/')) return cardStorage(bank, url, (name) => form.get(name) ?? '')
        return JSON.stringify(
          answer(bank, url.slice('https://www.paytr.com/odeme/'.length), (name) => form.get(name) ?? ''),
        )
      },
    ),
    finish: (step, mdStatus) => finish(bank, step, mdStatus),
  }
  return bank
}

type Read = (name: string) => string

function answer(bank: TestBank & { vadeFarki: number; brand: string }, path: string, of: Read): object {
  const order = bank.orders.get(oid)
  if (path === 'api/get-token') return iframe(bank, of)
  if (path === 'api/bin-detail') {
    requireField(/^450803(45)?$/.test(of('bin_number')), 'bin_number')
    requireField(of('paytr_token') === hmac(`${of('bin_number')}${merchant.id}${merchant.salt}`), 'paytr_token')
    return bank.brand === '' ? { status: 'failed' } : { status: 'success', brand: bank.brand, cardType: 'credit' }
  }
  requireField(of('merchant_oid') === oid, 'merchant_oid')
  if (path === 'durum-sorgu') {
    requireField(of('paytr_token') === hmac(`${merchant.id}${oid}${merchant.salt}`), 'paytr_token')
    return status(bank, order)
  }
  requireField(path === 'iade', 'the path')
  requireField(of('paytr_token') === hmac(`${merchant.id}${oid}${of('return_amount')}${merchant.salt}`), 'paytr_token')
  return refund(order, kurus(of('return_amount')))
}

function iframe(bank: TestBank, of: Read): object {
  const parts = ['merchant_id', 'user_ip', 'merchant_oid', 'email', 'payment_amount', 'user_basket', 'no_installment']
  const all = [...parts, 'max_installment', 'currency', 'test_mode'].map(of)
  requireField(of('paytr_token') === hmac(`${all.join('')}${merchant.salt}`), 'paytr_token')
  requireField(
    of('currency') === 'TL' && of('test_mode') === '1' && /^\d+$/.test(of('payment_amount')),
    'currency, payment_amount',
  )
  requireField(of('user_name') && of('user_address') && of('user_phone') && of('timeout_limit') === '15', 'user_name')
  requireField(
    of('merchant_ok_url').startsWith('https://') && of('merchant_fail_url').startsWith('https://'),
    'merchant_ok_url',
  )
  const basket = JSON.parse(Buffer.from(of('user_basket'), 'base64').toString()) as [string, string, number][]
  requireField(
    basket.every(([name, price, count]) => name !== '' && kurus(price) > 0 && count === 1),
    'user_basket',
  )
  bank.orders.set(of('merchant_oid'), newOrder(Number(of('payment_amount')), 'wait'))
  return bank.declineWith === 'early'
    ? { status: 'failed', reason: 'Geçersiz üye işyeri' }
    : { status: 'success', token: 'abc123-x_y' }
}

/** The payer pays; returns the notice that PayTR sends. */
function finish(bank: TestBank & { vadeFarki: number }, step: BrowserStep, mdStatus: string): Callback {
  if (bank.terms.mode === 'hosted') {
    requireField(
      step.kind === 'redirect' && step.url === 'https://www.paytr.com/odeme/guvenli/abc123-x_y',
      'the page of PayTR',
    )
  } else if (step.kind === 'form' && step.action === 'https://www.paytr.com/odeme') takeForm(bank, step)
  const order = bank.orders.get(oid)
  requireField(order !== undefined, 'the order')
  order.code = mdStatus === '1' ? (bank.declineWith ?? '00') : '2'
  order.isPaid = order.code === '00'
  if (!order.isPaid) return testPaytrNotice(failed(order))
  const kept = keepWaiting(bank)
  return testPaytrNotice({ total_amount: String(order.amount + bank.vadeFarki), ...(kept && { utoken: kept.userKey }) })
}

function failed({ code }: TestOrder) {
  return { status: 'failed', total_amount: '0', failed_reason_code: code, failed_reason_msg: 'Kartın limiti yetersiz' }
}

/** A signed notice with these fields changed. */
export function testPaytrNotice(fields: Record<string, string>): Callback {
  const all: Record<string, string> = {
    merchant_oid: oid,
    status: 'success',
    total_amount: '123450',
    payment_type: 'card',
    ...fields,
  }
  const hash = hmac(`${all['merchant_oid']}${merchant.salt}${all['status']}${all['total_amount']}`)
  return posted(Object.entries({ ...all, hash }))
}

/** A list of cards, or the removal of one. */
function cardStorage(bank: TestBank, url: string, of: Read): string {
  const { cards } = bank
  requireField(cards, 'cards')
  const ofPerson = cards.kept.filter(({ userKey }) => userKey === of('utoken'))
  if (url.endsWith('/list')) {
    requireField(of('paytr_token') === hmac(`${of('utoken')}${merchant.salt}`), 'paytr_token')
    const rows = ofPerson.map(({ cardToken, last4 }) => ({ ctoken: cardToken, last_4: last4, require_cvv: '1' }))
    return JSON.stringify(rows.length === 0 ? {} : rows)
  }
  requireField(of('paytr_token') === hmac(`${of('ctoken')}${of('utoken')}${merchant.salt}`), 'paytr_token')
  const kept = ofPerson.find(({ cardToken }) => cardToken === of('ctoken'))
  if (kept === undefined) return JSON.stringify({ status: 'error', err_msg: 'Kart yok veya daha önce silinmiş' })
  cards.kept = cards.kept.filter((each) => each !== kept)
  return JSON.stringify({ status: 'success' })
}

/** The server pays with a stored card; the answer's page sends the browser to the cardholder's bank. */
function payWithKept(bank: TestBank, of: Read): string {
  checkDirect(of)
  requireField(of('card_number') === '' && of('cc_owner') === '', 'no card')
  requireField(of('require_cvv') === '1' && of('cvv') === '739', 'cvv')
  const kept = bank.cards?.kept.find(({ userKey, cardToken }) => userKey === of('utoken') && cardToken === of('ctoken'))
  requireField(kept, 'ctoken')
  bank.orders.set(of('merchant_oid'), newOrder(kurus(of('payment_amount')), 'wait'))
  return '<html><form action="https://acs.bank.example/3d" method="post"><input name="PaReq" value="a"></form></html>'
}

function takeForm(bank: TestBank, step: BrowserStep): void {
  const form = formOf(step)
  const of = (name: string) => form.get(name) ?? ''
  checkDirect(of)
  requireField(of('cc_owner') && of('card_number') && of('expiry_month') && of('expiry_year') && of('cvv'), 'the card')
  const isStoring = of('store_card') === '1' && bank.refusesCards !== true
  const waiting = { userKey: of('utoken'), last4: of('card_number').slice(-4) }
  if (bank.cards) bank.cards.waiting = isStoring ? waiting : null
  bank.orders.set(of('merchant_oid'), newOrder(kurus(of('payment_amount')), 'wait'))
}

function checkDirect(of: Read): void {
  const parts = [
    'merchant_id',
    'user_ip',
    'merchant_oid',
    'email',
    'payment_amount',
    'payment_type',
    'installment_count',
  ]
  const all = [...parts, 'currency', 'test_mode', 'non_3d'].map(of)
  requireField(of('paytr_token') === hmac(`${all.join('')}${merchant.salt}`), 'paytr_token')
  requireField(
    of('payment_type') === 'card' && of('non_3d') === '0' && of('installment_count') === '3',
    'payment_type, non_3d',
  )
  requireField(of('card_type') === 'axess' && of('currency') === 'TL', 'card_type')
  requireField((JSON.parse(of('user_basket')) as unknown[]).length === 2, 'user_basket')
}

const lira = (amount: number) => (amount / 100).toFixed(2)

function status(bank: TestBank & { vadeFarki: number }, order: TestOrder | undefined): object {
  if (bank.isBusy) return { status: 'error', err_no: '001', err_msg: 'Lütfen daha sonra deneyin' }
  if (order?.isPaid !== true)
    return { status: 'error', err_no: '004', err_msg: 'merchant_oid ile başarılı ödeme bulunamadı' }
  const back = { return_amount: lira(order.refunded).replace('.', ','), return_date: '2026-11-21', date_completed: '' }
  const returns = order.refunded > 0 ? { returns: [back] } : {}
  const amount = lira(order.amount).replace('.', ',')
  return {
    status: 'success',
    payment_amount: amount,
    payment_total: lira(order.amount + bank.vadeFarki).replace('.', ','),
    currency: 'TL',
    masked_pan: '450803******4509',
    ...returns,
  }
}

function refund(order: TestOrder | undefined, amount: number): object {
  const isLeft = order?.isPaid === true && order.refunded + amount <= order.amount
  if (!isLeft) return { status: 'error', err_no: '009', err_msg: 'Kalan tutardan fazla iade edilemez' }
  order.refunded += amount
  return { status: 'success', is_test: 1, merchant_oid: oid, return_amount: lira(amount) }
}
