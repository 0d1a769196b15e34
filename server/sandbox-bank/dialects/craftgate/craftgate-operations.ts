import { translate } from '#server/platform/http/words.ts'
import type { Books, GivenBack } from '#server/sandbox-bank/dialects/dialect.ts'
import { keepCard, tokensOf } from './craftgate-cards.ts'
import { type Answer, declined, failure, lineOf, paidPayment, paymentOfLine, turkishTime } from './craftgate-payment.ts'

type Body = Readonly<Record<string, unknown>>

/** Takes the money after 3-D Secure. */
export async function complete({ paymentId }: Body, bank: Books): Promise<Answer> {
  const session = await bank.session({ proof: String(paymentId) })
  if (session === undefined || typeof paymentId !== 'number') return failure('4091', 'Ödeme bulunamadı')
  const sold = await bank.sell(session)
  if (!sold.ok) return failure('4092', translate('tr', `sandbox.bank.${sold.reason}`))
  if (!sold.made.approved) return declined(sold.made.code)
  await keepCard(session, bank)
  const line = { id: lineOf(session.proof), externalId: session.oid, paidPrice: Number(session.amount) }
  return { ...paidPayment(session, sold.made), ...(await tokensOf(session.oid, bank)), paymentTransactions: [line] }
}

/** Returns a whole payment: a void on its day, a refund afterwards. */
export async function refundPayment({ paymentId, conversationId }: Body, bank: Books): Promise<Answer> {
  const session = await bank.session({ proof: String(paymentId) })
  if (session === undefined || session.oid !== conversationId) return failure('4091', 'Ödeme bulunamadı')
  const voided = await bank.giveBack(session.oid, 'void')
  const isLater = !voided.ok && voided.reason === 'day_over'
  const given = isLater ? await bank.giveBack(session.oid, 'refund', session.amount) : voided
  return returnOf(given, session.proof, isLater ? 'REFUND' : 'CANCEL')
}

/** Returns a part of a payment's line. */
export async function refundLine({ paymentTransactionId, refundPrice }: Body, bank: Books): Promise<Answer> {
  const session = await bank.session({ proof: paymentOfLine(paymentTransactionId) })
  if (session === undefined || typeof refundPrice !== 'number') return failure('4093', 'Kırılım bulunamadı')
  const given = await bank.giveBack(session.oid, 'refund', refundPrice.toFixed(2))
  const answer = returnOf(given, session.proof, 'REFUND')
  return 'errorCode' in answer ? answer : { ...answer, paymentTransactionId }
}

function returnOf(given: GivenBack, proof: string, refundType: string): Answer {
  if (!given.ok) return failure('4094', translate('tr', `sandbox.bank.${given.reason}`))
  const { id, amount, at, oid } = given.made
  const refund = { id, status: 'SUCCESS', refundPrice: Number(amount), refundType, refundDestinationType: 'PROVIDER' }
  return { ...refund, paymentId: Number(proof), conversationId: oid, createdDate: turkishTime(at) }
}
