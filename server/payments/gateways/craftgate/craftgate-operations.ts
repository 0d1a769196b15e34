import type { Charge, Gateway, Outcome, Proof, Receipt, RefundOutcome } from '#server/payments/gateways/gateway.ts'
import { jsonOf, listOf, textOf } from '#server/payments/gateways/json-message.ts'
import {
  type CallCraftgate,
  type CraftgateAnswer,
  errorOf,
  findDoubt,
  isDecline,
  isOfCharge,
  jsonAmount,
  receiptOf,
} from './craftgate-api.ts'
import { inquire, lineOf } from './craftgate-inquiry.ts'
import { listTransactions } from './craftgate-list.ts'

/** The operations on a started payment. */
export function craftgateOperations(
  call: CallCraftgate,
): Pick<Gateway, 'capture' | 'inquire' | 'void' | 'refund' | 'transactions'> {
  return {
    capture: (charge, proof) => capture(call, charge, proof),
    inquire: (charge, receipt) => inquire(call, charge, receipt),
    void: (charge, receipt) => refundAll(call, charge, receipt),
    refund: (charge, receipt, amount) => refund(call, charge, receipt, amount),
    transactions: (day) => listTransactions(call, day),
  }
}

async function capture(call: CallCraftgate, charge: Charge, proof: Proof): Promise<Outcome> {
  const answer = await call('/payment/v1/card-payments/3ds-complete', { paymentId: Number(proof['paymentId']) })
  if (answer.kind === 'none') return { kind: 'unknown', text: answer.text }
  const failure = failureOf(answer, charge)
  if (failure !== null) {
    const { code, text } = failure
    // Any other error may also mean that the payment was already completed: only an inquiry finds out.
    return isDecline(failure) ? { kind: 'declined', code, text } : { kind: 'unknown', text: `${code} ${text}`.trim() }
  }
  const { data } = answer as Extract<CraftgateAnswer, { kind: 'data' }>
  const status = textOf(data['paymentStatus'])
  const doubt = status === 'SUCCESS' ? findDoubt(data, charge) : `paymentStatus ${status}`
  return doubt === null ? { kind: 'captured', receipt: receiptOf(data) } : { kind: 'unknown', text: doubt }
}

/** The error of an answer, or of the failed payment in it. */
function failureOf(answer: CraftgateAnswer, charge: Charge) {
  if (answer.kind === 'error') return answer
  if (answer.kind === 'none' || answer.data['paymentStatus'] !== 'FAILURE') return null
  return isOfCharge(answer.data, charge) ? errorOf(jsonOf(answer.data['paymentError'])) : null
}

/** Returns all of a payment: Craftgate voids it on its day, and refunds it later. */
async function refundAll(call: CallCraftgate, charge: Charge, { bankReference }: Receipt): Promise<RefundOutcome> {
  const paymentId = Number(bankReference)
  return refundOf(await call('/payment/v1/refunds', { paymentId, ...toCard(charge) }))
}

async function refund(call: CallCraftgate, charge: Charge, receipt: Receipt, amount: string): Promise<RefundOutcome> {
  const line = receipt.transaction ?? (await lineOf(call, receipt.bankReference))
  if (line === null) return { kind: 'refused', code: '', text: 'no transaction' }
  const request = { paymentTransactionId: Number(line), refundPrice: jsonAmount(amount), ...toCard(charge) }
  return refundOf(await call('/payment/v1/refund-transactions', request))
}

function toCard({ reference }: Charge) {
  return { conversationId: reference, refundDestinationType: 'PROVIDER' }
}

function refundOf(answer: CraftgateAnswer): RefundOutcome {
  if (answer.kind === 'none') return { kind: 'unknown', text: answer.text }
  if (answer.kind === 'error') {
    const { code, text } = answer
    // Errors below 10000 are found before a bank is asked.
    const isKnown = /^[1-9]\d{0,3}$/.test(code) || isDecline(answer)
    return isKnown ? { kind: 'refused', code, text } : { kind: 'unknown', text: `${code} ${text}`.trim() }
  }
  // A refund of a whole payment may be given as a list of its lines.
  const rows = answer.data['items'] === undefined ? [answer.data] : listOf(answer.data['items'])
  const statuses = [...new Set(rows.map(({ status }) => textOf(status)))]
  if (statuses.length === 1 && statuses[0] === 'SUCCESS') return { kind: 'done', code: '' }
  const isRefused = statuses.length === 1 && statuses[0] === 'FAILURE'
  return isRefused ? { kind: 'refused', code: 'FAILURE', text: '' } : { kind: 'unknown', text: statuses.join(' ') }
}
