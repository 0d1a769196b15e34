import { createHash } from 'node:crypto'
import type { BankSession } from '#server/sandbox-bank/queries.ts'
import type { Fields } from '#server/sandbox-bank/signature.ts'
import type { BankRequest, Books, Dialect, Keys } from '#server/sandbox-bank/dialects/dialect.ts'
import { listCards, removeCard } from './craftgate-cards.ts'
import { complete, refundLine, refundPayment } from './craftgate-operations.ts'
import { startCheckout, startSecure } from './craftgate-start.ts'
import { type Answer, failure, tokenOf } from './craftgate-payment.ts'
import { report } from './craftgate-reports.ts'

const keys = {
  apiKey: 'demo-craftgate-key',
  secretKey: 'demo-craftgate-secret',
  callbackKey: 'demo-craftgate-callback',
}
const account = { settings: { api: '/sandbox-bank/craftgate' }, secrets: keys }

/** Craftgate, as its API documentation and client libraries describe it (developer.craftgate.io). */
export const craftgateDialect: Dialect = {
  name: 'craftgate',
  merchant: { clientId: '990400001', bank: 'Demo Craftgate', keys },
  accounts: { own_form: account, hosted: account },
  answer: async (request, bank) => {
    const answer = isSigned(request) ? await answerTo(request, bank) : failure('2', 'İmza geçersiz')
    const body = 'errorCode' in answer ? { errors: answer } : { data: answer }
    return { type: 'json', body: JSON.stringify(body), status: 'errorCode' in answer ? 422 : 200 }
  },
  returned,
  signature: { key: 'callbackKey', field: 'hash' },
  tampered: {
    callback_oid: ['conversationId', (oid) => oid.split('').reverse().join('')],
    callback_md: ['paymentId', (id) => `${id}1`],
    callback_mdstatus: ['status', () => 'SUCCESS'],
  },
}

/** x-signature: SHA-256 of the decoded address, both keys, the random text and the body, in base64. */
function isSigned({ path, query, headers, body }: BankRequest): boolean {
  const pairs = [...query].map(([name, value]) => `${name}=${value}`).join('&')
  const address = `/sandbox-bank/craftgate/${path}${pairs && `?${pairs}`}`
  const text = address + keys.apiKey + keys.secretKey + headers['x-rnd-key'] + body
  const isKnown = headers['x-api-key'] === keys.apiKey && headers['x-auth-version'] === '1'
  return isKnown && headers['x-signature'] === createHash('sha256').update(text).digest('base64')
}

function answerTo(request: BankRequest, bank: Books): Promise<Answer> {
  const { method, path } = request
  if (method === 'GET') return path === 'payment/v1/cards' ? listCards(request, bank) : report(request, bank)
  const body = bodyOf(request)
  if (path === 'payment/v1/card-payments/3ds-init') return startSecure(body, bank)
  if (path === 'payment/v1/checkout-payments/init') return startCheckout(body, bank)
  if (path === 'payment/v1/card-payments/3ds-complete') return complete(body, bank)
  if (path === 'payment/v1/refunds') return refundPayment(body, bank)
  if (path === 'payment/v1/refund-transactions') return refundLine(body, bank)
  if (path === 'payment/v1/cards/delete') return removeCard(body, bank)
  return Promise.resolve(failure('1', 'Adres bulunamadı'))
}

function bodyOf({ body }: BankRequest): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** The payment page returns its token; 3-D Secure returns a hashed result without an amount. */
function returned(session: BankSession, _sale: unknown, { callbackKey }: Keys): Fields {
  const { proof, oid, md_status, store_type } = session
  if (store_type.endsWith('hosting')) return [['token', tokenOf(proof)]]
  const isGood = md_status === '1'
  const fields = [
    ['status', isGood ? 'SUCCESS' : 'FAILURE'],
    ['completeStatus', isGood ? 'WAITING' : ''],
    ['paymentId', proof],
    ['conversationData', ''],
    ['conversationId', oid],
    ['callbackStatus', ''],
  ] as const
  const text = [callbackKey, ...fields.map(([, value]) => value)].join('###')
  return [...fields, ['hash', createHash('sha256').update(text).digest('hex')]]
}
