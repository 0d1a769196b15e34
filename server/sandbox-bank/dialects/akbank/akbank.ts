import { createHmac, timingSafeEqual } from 'node:crypto'
import { formOf } from '#server/sandbox-bank/dialects/answer-request.ts'
import type { BankAnswer, Books, Dialect } from '#server/sandbox-bank/dialects/dialect.ts'
import { answerReport } from './report.ts'
import { returnFields } from './return.ts'
import { currencyOf, merchant, terminal } from './terminal.ts'
import { answerTransaction, type Message } from './transactions.ts'

const root = '/sandbox-bank/akbank'
const account = {
  settings: {
    merchantSafeId: terminal.merchantSafeId,
    terminalSafeId: terminal.terminalSafeId,
    gateway: `${root}/securepay`,
    api: `${root}/virtualpos`,
  },
  secrets: merchant.keys,
}

/** The form's signed fields in their order ("Hash Hesaplama" of Akbank's integration documents). */
const formOrder =
  'paymentModel txnCode merchantSafeId terminalSafeId orderId lang amount ccbRewardAmount pcbRewardAmount xcbRewardAmount currencyCode installCount okUrl failUrl emailAddress subMerchantId creditCard expiredDate cvv randomNumber requestDateTime b2bIdentityNumber'

/** Akbank's JSON API from the bank's side: the pages of the models `3D` and `3D_PAY_HOSTING`, transactions, and the report of a day. */
export const akbank: Dialect = {
  name: 'akbank',
  merchant,
  accounts: { own_form: account, hosted: account },
  async answer({ path, body, headers }, bank) {
    if (path in models) return openPage(formOf(body), models[path] ?? '', bank)
    const message = isSigned(body, headers['auth-hash']) ? readMessage(body) : null
    if (message === null) return { body: '{"code":401,"message":"Unauthorized"}', type: 'json', status: 401 }
    const answer = path === 'virtualpos/transaction/process' ? await answerTransaction(message, bank) : null
    const report = path === 'virtualpos/portal/report/transaction' ? await answerReport(message, bank) : null
    return { body: JSON.stringify(answer ?? report ?? { responseCode: 'VPS-1000' }), type: 'json' }
  },
  returned: (session, sale, keys) => returnFields(session, sale, (text) => hmac(text, keys['secretKey'] ?? '')),
  signature: { key: 'secretKey', field: 'hash' },
  tampered: {
    callback_oid: ['orderId', (oid) => `${oid.slice(0, -1)}${oid.endsWith('A') ? 'B' : 'A'}`],
    callback_clientid: ['merchantSafeId', (id) => `${id.slice(0, -1)}X`],
    callback_md: ['secureMd', (md) => `${md}0`],
    callback_mdstatus: ['responseCode', () => 'VPS-0000'],
  },
}

function hmac(text: string, key: string): string {
  return createHmac('sha512', key).update(Buffer.from(text, 'utf8')).digest('base64')
}

function isSigned(text: string, given = ''): boolean {
  const expected = Buffer.from(hmac(text, merchant.keys.secretKey))
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), expected)
}

/** A message of this terminal; null for any other body. */
function readMessage(body: string): Message | null {
  try {
    const message = JSON.parse(body) as Message
    const { merchantSafeId, terminalSafeId } = message.terminal
    const isOurs = merchantSafeId === terminal.merchantSafeId && terminalSafeId === terminal.terminalSafeId
    return isOurs && /^[0-9A-F]{128}$/.test(message.randomNumber) ? message : null
  } catch {
    return null
  }
}

/** The payment models of the pages. */
const models: Readonly<Record<string, string>> = { securepay: '3D', payhosting: '3D_PAY_HOSTING' }

async function openPage(form: ReadonlyMap<string, string>, model: string, bank: Books): Promise<BankAnswer> {
  const of = (name: string) => form.get(name) ?? ''
  const isOurs = of('merchantSafeId') === terminal.merchantSafeId && of('terminalSafeId') === terminal.terminalSafeId
  if (!isOurs) return { refused: 'merchant' }
  const signedText = formOrder.split(' ').map(of).join('')
  if (!isSigned(signedText, of('hash'))) return { refused: 'hash' }
  const currency = currencyOf(of('currencyCode'))
  const isSale = of('paymentModel') === model && of('txnCode') === '3000'
  const isComplete = /^\d+\.\d\d$/.test(of('amount')) && /^([1-9]|1[0-2])$/.test(of('installCount'))
  if (!isSale || !isComplete || currency === null) return { refused: 'form' }
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/.test(of('requestDateTime'))) return { refused: 'form' }
  const session = await bank.open({
    oid: of('orderId'),
    amount: of('amount'),
    currency,
    installment: Number(of('installCount')),
    lang: of('lang') === 'EN' ? 'en' : 'tr',
    okUrl: of('okUrl'),
    failUrl: of('failUrl'),
    card: model === '3D' ? cardOf(form) : null,
    takesMoney: model !== '3D',
  })
  return { page: session.id }
}

function cardOf(form: ReadonlyMap<string, string>) {
  const [number = '', cvc = '', expiry = ''] = ['creditCard', 'cvv', 'expiredDate'].map((name) => form.get(name))
  return { number, cvc, month: expiry.slice(0, 2), year: expiry.slice(2) }
}
