import { randomInt } from 'node:crypto'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { translate } from '#server/platform/http/words.ts'
import type { BankSession } from '#server/sandbox-bank/queries.ts'
import type { Books, NewVisit } from '#server/sandbox-bank/dialects/dialect.ts'
import { type Answer, failure, tokenOf } from './craftgate-payment.ts'

type Body = Readonly<Record<string, unknown>>

/** Starts 3-D Secure with the card; the answer's page sends the browser to the cardholder's bank. */
export async function startSecure(body: Body, bank: Books): Promise<Answer> {
  const visit = visitOf(body)
  const typed = (body['card'] ?? {}) as Record<string, string>
  if (typed['cardToken'] !== undefined) return startKept(body, visit, typed, bank)
  const { cardHolderName, cardNumber, cvc, expireMonth, expireYear } = typed
  const year = /^20(\d\d)$/.exec(expireYear ?? '')?.[1]
  if (visit === null || typeof body['installment'] !== 'number') return failure('4001', 'İstek geçersiz')
  if (!cardHolderName || !cardNumber || !cvc || !expireMonth || !year) return failure('4152', 'Kart bilgisi eksik')
  const card = { number: cardNumber, cvc, month: expireMonth, year }
  const isStoring = (typed['storeCardAfterSuccessPayment'] as unknown) === true
  if (isStoring && (await bank.vault.refusesStart(visit.oid))) return failure('4170', 'Kart saklama yetkisi yok')
  const storing = { storeCard: '1', userKey: typed['cardUserKey'] ?? '', expires: `${expireMonth}/${year}` }
  const data = { ...visit.data, ...(isStoring && storing) }
  return pageOf(await bank.open({ ...visit, installment: body['installment'], card, takesMoney: false, data }), bank)
}

/** Starts 3-D Secure with a card that Craftgate keeps for the person. */
async function startKept(body: Body, visit: Visit | null, card: Record<string, string>, bank: Books): Promise<Answer> {
  if (visit === null || typeof body['installment'] !== 'number') return failure('4001', 'İstek geçersiz')
  const { cardUserKey: userKey = '', cardToken = '' } = card
  const keptCard = await bank.vault.find({ userKey, cardToken })
  if (keptCard === undefined) return failure('4171', 'Saklı kart bulunamadı')
  const { installment } = body
  return pageOf(await bank.open({ ...visit, installment, card: null, keptCard, takesMoney: false }), bank)
}

function pageOf(session: BankSession, bank: Books): Answer {
  if (session.md_status === '7') return failure('4153', translate('tr', `sandbox.bank.${session.md_error}`))
  const page = `<html><body><form action="${bank.pageOf(session)}" method="post"></form></body></html>`
  return { paymentId: Number(session.proof), htmlContent: Buffer.from(page).toString('base64') }
}

/** Opens the payment page, for the one number of installments that the shop allows. */
export async function startCheckout(body: Body, bank: Books): Promise<Answer> {
  const visit = visitOf(body)
  const installment = Number((body['enabledInstallments'] as unknown[] | undefined)?.[0])
  const [total] = (body['customInstallments'] as { number: number; totalPrice: number }[] | undefined) ?? []
  const isPriced = installment === 1 || (total?.number === installment && total.totalPrice === body['paidPrice'])
  if (visit === null || !isPriced || body['forceThreeDS'] !== true) return failure('4001', 'İstek geçersiz')
  const session = await bank.open({ ...visit, installment, card: null, takesMoney: true })
  return { token: tokenOf(session.proof), pageUrl: bank.pageOf(session) }
}

type Visit = Omit<NewVisit, 'card' | 'takesMoney' | 'installment'>

/** What both starts need; null if something is missing. The lines add up to the price. */
function visitOf(body: Body): Visit | null {
  const { price, paidPrice, currency, conversationId, callbackUrl, items } = body
  const lines = Array.isArray(items) ? (items as { name: string; price: number }[]) : []
  const sum = lines.reduce((total, line) => total + line.price, 0)
  const isWhole = lines.length > 0 && lines.every(({ name }) => name) && sum === price
  if (!isWhole || typeof paidPrice !== 'number' || typeof callbackUrl !== 'string') return null
  if (typeof conversationId !== 'string' || conversationId === '') return null
  return {
    oid: conversationId,
    amount: paidPrice.toFixed(2),
    currency: currency as PosCurrency,
    lang: 'tr',
    okUrl: callbackUrl,
    failUrl: callbackUrl,
    data: { price: String(price) },
    proof: String(randomInt(1e9, 1e10)),
  }
}
