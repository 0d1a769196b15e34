import { translate } from '#server/platform/http/words.ts'
import type { Books } from '#server/sandbox-bank/dialects/dialect.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'
import { encryptedParts } from './ccpayment-cipher.ts'

type Request = Readonly<Record<string, string | undefined>>
export type Answer = { status_code: number; [name: string]: unknown }

/** An answer with one of the platform's state codes: 100 successful, 31 not found, 41 failed … */
export function answered(status_code: number, more: object = {}): Answer {
  return { status_code, status_description: status_code === 100 ? 'Successful' : `Error ${status_code}`, ...more }
}

/** Takes the money of a payment that the shop left open. */
export async function complete(request: Request, bank: Books, appSecret: string): Promise<Answer> {
  const session = await bank.session({ proof: request['order_id'] ?? '' })
  const { invoice_id } = request
  if (session === undefined || session.oid !== invoice_id || request['status'] !== 'complete') return answered(31)
  const sold = session.store_type === '3d' ? await bank.sell(session) : null
  if (sold?.ok !== true) return answered(31, { status_description: 'Pending sale not found' })
  const { made } = sold
  const { proof, amount, currency, installment } = session
  const data = {
    order_no: Number(proof),
    order_id: Number(proof),
    invoice_id,
    status_code: made.approved ? 100 : 41,
    credit_card_no: made.card,
    transaction_type: 'Auth',
    payment_status: made.approved ? 1 : 0,
    auth_code: made.auth_code,
    installment,
    amount: Number(amount),
    hash_key: encryptedParts([made.approved ? '1' : '0', amount, made.oid, proof, currency], appSecret),
    ...reasonOf(made),
  }
  return made.approved ? answered(100, { data }) : answered(41, { data })
}

function reasonOf({ approved, code }: BankTransaction): object {
  const original_bank_error_description = approved ? '' : translate('tr', `sandbox.codes.${code}`)
  return { original_bank_error_code: approved ? '' : code, original_bank_error_description }
}

export async function checkStatus({ invoice_id = '' }: Request, bank: Books): Promise<Answer> {
  const session = await bank.session({ oid: invoice_id })
  const found = await bank.find(invoice_id)
  if (session === undefined) return answered(31)
  const common = stateOf(session)
  if (found.kind === 'pending') return answered(69, { ...common, transaction_status: 'Pending' })
  if (found.kind === 'none') {
    if (session.state === 'done' && session.md_status !== '1')
      return answered(41, { ...common, transaction_status: 'Failed' })
    return answered(100, { ...common, transaction_status: 'Pending' })
  }
  const { sale, voided, refunded } = found
  const paid = { ...common, transaction_id: sale.trans_id, cc_no: sale.card, ...reasonOf(sale) }
  if (!sale.approved) return answered(41, { ...paid, transaction_status: 'Failed' })
  const total_refunded_amount = Number(voided === undefined ? refunded : sale.amount)
  const transaction_status = total_refunded_amount === Number(sale.amount) ? 'Refunded' : 'Completed'
  return answered(100, { ...paid, transaction_status, total_refunded_amount })
}

function stateOf({ proof, oid, amount, installment, md_status }: BankSession) {
  return {
    order_id: proof,
    invoice_id: oid,
    product_price: amount,
    transaction_amount: Number(amount),
    total_refunded_amount: 0,
    transaction_type: 'Auth',
    installment,
    md_status: Number(md_status ?? 0),
  }
}

/** An amount of 0 returns all of it: a void on its day, a refund afterwards. */
export async function refund({ invoice_id = '', amount }: Request, bank: Books): Promise<Answer> {
  const isAll = Number(amount) === 0
  const voided = isAll ? await bank.giveBack(invoice_id, 'void') : null
  const isLater = voided?.ok === false && voided.reason === 'day_over'
  const rest = isLater ? (await bank.transactions(invoice_id)).find(({ kind }) => kind === 'sale')?.amount : amount
  const given = voided === null || isLater ? await bank.giveBack(invoice_id, 'refund', rest) : voided
  if (given.ok) return answered(100, { order_no: invoice_id, invoice_id, ref_no: given.made.host_ref })
  return answered(49, { invoice_id, status_description: translate('tr', `sandbox.bank.${given.reason}`) })
}
