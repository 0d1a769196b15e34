import { translate } from '#server/platform/http/words.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'
import type { Found } from '#server/sandbox-bank/dialects/dialect.ts'

export type Failure = { errorCode: string; errorDescription: string; errorGroup?: string }
export type Answer = Failure | Readonly<Record<string, unknown>>

export function failure(errorCode: string, errorDescription: string): Failure {
  return { errorCode, errorDescription }
}

/** An error of the issuing bank: its code with 10 before it. */
export function declined(code: string): Failure {
  const errorDescription = translate('tr', `sandbox.codes.${code}`)
  return {
    errorCode: `100${code}`,
    errorDescription,
    errorGroup: code === '51' ? 'NOT_SUFFICIENT_FUNDS' : 'DO_NOT_HONOUR',
  }
}

/** The payment page's token, and the only line of a payment, both from the payment's number. */
export const tokenOf = (paymentId: string) => `demo-${paymentId}`
export const lineOf = (paymentId: string) => Number(`${paymentId}1`)
export const paymentOfLine = (line: unknown) => String(line).replace(/1$/, '')

/** A payment without its state. */
export function paymentOf(session: BankSession): Record<string, unknown> {
  const { proof, oid, amount, currency, installment, created_at, store_type } = session
  return {
    id: Number(proof),
    createdDate: turkishTime(created_at),
    price: Number(session.fields.find(([name]) => name === 'price')?.[1] ?? amount),
    paidPrice: Number(amount),
    walletPrice: 0,
    currency,
    installment,
    conversationId: oid,
    externalId: oid,
    paymentType: 'CARD_PAYMENT',
    paymentSource: store_type.endsWith('hosting') ? 'CHECKOUT_FORM' : 'API',
    isThreeDS: true,
  }
}

/** A paid payment with the card that paid it. */
export function paidPayment(session: BankSession, { auth_code, host_ref, trans_id, card }: BankTransaction) {
  return {
    ...paymentOf(session),
    paymentStatus: 'SUCCESS',
    mdStatus: Number(session.md_status),
    authCode: auth_code,
    hostReference: host_ref,
    transId: trans_id,
    binNumber: card.slice(0, 6),
    lastFourDigits: card.slice(-4),
  }
}

/** The state of a payment in reports. */
export function reportedPayment(session: BankSession, found: Found): Record<string, unknown> {
  if (found.kind === 'pending') return { ...paymentOf(session), paymentStatus: 'WAITING' }
  if (found.kind === 'none') return { ...paymentOf(session), ...unpaidState(session) }
  const { sale, voided, refunded } = found
  if (!sale.approved) return { ...paymentOf(session), paymentStatus: 'FAILURE', paymentError: declined(sale.code) }
  const rest = voided === undefined ? Number(sale.amount) - Number(refunded) : 0
  const part = rest === Number(sale.amount) ? 'NOT_REFUNDED' : 'PARTIAL_REFUNDED'
  const refundStatus = rest === 0 ? 'FULLY_REFUNDED' : part
  return { ...paidPayment(session, sale), refundStatus, refundablePrice: Number(rest.toFixed(2)), refunds: [] }
}

function unpaidState({ state, md_status }: BankSession): object {
  if (state !== 'done') return { paymentStatus: 'INIT_THREEDS' }
  if (md_status === '1') return { paymentStatus: 'CALLBACK_THREEDS' }
  return { paymentStatus: 'FAILURE', paymentError: failure('10300', translate('tr', `sandbox.bank.md_${md_status}`)) }
}

export function turkishTime(at: Date): string {
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19)
}
