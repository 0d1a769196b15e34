import { randomInt } from 'node:crypto'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { formOf } from '#server/sandbox-bank/dialects/answer-request.ts'
import { dataOf } from '#server/sandbox-bank/dialects/books.ts'
import type { BankAnswer, BankRequest, Books, Dialect, Keys, NewVisit } from '#server/sandbox-bank/dialects/dialect.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'
import type { Fields } from '#server/sandbox-bank/signature.ts'
import { decryptedParts, encryptedParts } from './ccpayment-cipher.ts'
import { type Answer, answered, checkStatus, complete, refund } from './ccpayment-operations.ts'

const keys = { appSecret: 'demo-ccpayment-secret', merchantKey: '$2y$10$demo.merchant/key' }
const appId = 'demo-ccpayment-app'
const token = 'demo-ccpayment-token'
const { appSecret, merchantKey } = keys
const account = { settings: { api: '/sandbox-bank/ccpayment', appId, merchantKey }, secrets: { appSecret } }

/** The CCPayment platform, as the documentation of QNBpay and the library of Sipay describe it. */
export const ccpaymentDialect: Dialect = {
  name: 'ccpayment',
  merchant: { clientId: '990400002', bank: 'Demo CCPayment', keys },
  accounts: { own_form: account, hosted: account },
  answer: async (request, bank) => {
    if (request.path === 'api/paySmart3D') return openForm(formOf(request.body), bank)
    const answer = await answerTo(request, bank)
    return { type: 'json', body: JSON.stringify(answer), status: answer.status_code === 100 ? 200 : 400 }
  },
  returned,
  signature: { key: 'appSecret', field: 'hash_key' },
  tampered: {
    callback_amount: ['amount', () => '1.00'],
    callback_oid: ['invoice_id', (oid) => oid.split('').reverse().join('')],
    callback_installment: ['installment', () => '12'],
    callback_md: ['order_id', (id) => `${id}1`],
    callback_mdstatus: ['md_status', () => '1'],
  },
}

/** The parts that a request's hash key must contain, in their order. */
const signedNames: Readonly<Record<string, readonly string[]>> = {
  'payment/complete': ['merchant_key', 'invoice_id', 'order_id', 'status'],
  'api/checkstatus': ['invoice_id', 'merchant_key'],
  'api/refund': ['amount', 'invoice_id', 'merchant_key'],
}

async function answerTo({ path, body, headers }: BankRequest, bank: Books): Promise<Answer> {
  const request = bodyOf(body)
  const isApp = request['app_id'] === appId && request['app_secret'] === appSecret
  if (path === 'api/token') return isApp ? answered(100, { data: { token, is_3d: 4 } }) : answered(30)
  if (headers['authorization'] !== `Bearer ${token}`) return answered(30)
  if (path === 'purchase/link') return openLink(request, bank)
  const signed = signedNames[path]?.map((name) => request[name])
  const isHashed = signed?.join('|') === decryptedParts(request['hash_key'] ?? '', appSecret)?.join('|')
  if (!isHashed || request['merchant_key'] !== merchantKey) return answered(68)
  if (path === 'payment/complete') return complete(request, bank, appSecret)
  if (path === 'api/checkstatus') return checkStatus(request, bank)
  return isApp ? refund(request, bank) : answered(30)
}

function bodyOf(body: string): Readonly<Record<string, string | undefined>> {
  try {
    return JSON.parse(body) as Record<string, string>
  } catch {
    return {}
  }
}

/** The form that the payer's browser posts with the card. */
async function openForm(form: ReadonlyMap<string, string>, bank: Books): Promise<BankAnswer> {
  const of = (name: string) => form.get(name) ?? ''
  const parts = ['total', 'installments_number', 'currency_code', 'merchant_key', 'invoice_id'].map(of)
  if (of('merchant_key') !== merchantKey) return { refused: 'merchant' }
  if (decryptedParts(of('hash_key'), appSecret)?.join('|') !== parts.join('|')) return { refused: 'hash' }
  const visit = visitOf(Object.fromEntries(form), of('currency_code'), Number(of('installments_number')))
  if (visit === null || of('name') === '' || of('surname') === '' || of('cc_holder_name') === '')
    return { refused: 'form' }
  const card = { number: of('cc_no'), cvc: of('cvv'), month: of('expiry_month'), year: of('expiry_year').slice(2) }
  const takesMoney = of('payment_completed_by') !== 'merchant'
  return { page: (await bank.open({ ...visit, card, takesMoney })).id }
}

/** A link to the provider's own page, for the numbers of installments that the shop selects. */
async function openLink(request: Readonly<Record<string, unknown>>, bank: Books): Promise<Answer> {
  const invoice = bodyOf(String(request['invoice']))
  const [selected = 1] = (request['selected_installments'] as number[] | undefined) ?? []
  const visit = visitOf(invoice, String(request['currency_code']), selected)
  if (visit === null || request['merchant_key'] !== merchantKey) return answered(12)
  const session = await bank.open({ ...visit, card: null, takesMoney: true })
  return { ...answered(100), status: true, link: bank.pageOf(session), order_id: session.proof }
}

/** What both starts need; null if something is missing. The lines add up to the total. */
function visitOf(
  of: Readonly<Record<string, string | undefined>>,
  currency: string,
  installment: number,
): Omit<NewVisit, 'card' | 'takesMoney'> | null {
  const { invoice_id = '', total = '', items = '[]', return_url = '', cancel_url = '', response_method } = of
  const lines = (typeof items === 'string' ? JSON.parse(items) : items) as { price: string; quantity: number }[]
  const sum = lines.reduce((all, { price, quantity }) => all + Number(price) * quantity, 0)
  if (sum !== Number(total) || return_url === '' || cancel_url === '' || response_method !== 'POST') return null
  const proof = String(randomInt(1e14, 2e14))
  const addresses = { okUrl: return_url, failUrl: cancel_url }
  return {
    oid: invoice_id,
    amount: total,
    currency: currency as PosCurrency,
    installment,
    lang: 'tr',
    ...addresses,
    proof,
  }
}

function returned(session: BankSession, sale: BankTransaction | undefined, { appSecret: secret = '' }: Keys): Fields {
  const { proof, oid, amount, currency, installment, md_status, card } = session
  const isGood = md_status === '1' && (sale?.approved ?? true)
  const code = isGood ? '100' : '41'
  return Object.entries({
    ...dataOf(session),
    sipay_status: isGood ? '1' : '0',
    order_no: proof,
    order_id: proof,
    invoice_id: oid,
    status_code: code,
    status_description: isGood ? 'Successful' : 'Order failed',
    credit_card_no: card ?? '',
    transaction_type: 'Auth',
    payment_status: sale?.approved === true ? '1' : '0',
    error_code: code,
    error: isGood ? '' : '3D Secure',
    auth_code: sale?.auth_code ?? '',
    installment: String(installment),
    amount,
    md_status: md_status ?? '0',
    hash_key: encryptedParts([isGood ? '1' : '0', amount, oid, proof, currency], secret),
  })
}
