import { insertRows } from '#demo/catalog/bulk.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { DrawnPayment } from './draw-payments.ts'
import { capturedAt, isCaptured, receiptOf, refundedAt } from './payment-rows.ts'

/** Inserts the payments into the books of the sandbox bank, and the visit of a payer whose bank does not answer yet. */
export async function insertBankBooks(db: Db, payments: readonly DrawnPayment[]): Promise<void> {
  await db.execute(
    `INSERT INTO sandbox_transactions (client_id, oid, kind, approved, amount, installment, card, code, auth_code, host_ref,
                                       trans_id, at)
     SELECT * FROM json_to_recordset($1) AS given (client_id text, oid text, kind text, approved boolean, amount numeric,
            installment integer, card text, code text, auth_code text, host_ref text, trans_id text, at timestamptz)`,
    [JSON.stringify(payments.flatMap(transactionsOf))],
  )
  const unanswered = payments.filter(({ state }) => state === 'unknown')
  await insertRows(db, 'sandbox_sessions', sessionColumns, unanswered.map(sessionOf))
}

const maskOf = ({ card }: DrawnPayment): string => `${card.first6}******${card.last4}`

/** Of a payment that the bank was asked to capture: the sale, and what was refunded of it. */
function transactionsOf(payment: DrawnPayment): object[] {
  const { state, decline, refunded, account, reference, amount, installment } = payment
  const approved = isCaptured(payment) || state === 'unknown'
  if (!approved && (decline === null || decline.code.startsWith('3D'))) return []
  const receipt = receiptOf(payment)
  const common = { client_id: account.clientId, oid: reference, installment, card: maskOf(payment) }
  const sale = {
    ...{ ...common, kind: 'sale', approved, amount, code: decline?.code ?? '00', at: capturedAt(payment) },
    ...(approved ? receipt : { auth_code: '', host_ref: '', trans_id: receipt.trans_id }),
  }
  if (state !== 'partially_refunded') return [sale]
  const back = { ...receipt, host_ref: receipt.host_ref.replace(/^6/, '7'), trans_id: `${receipt.trans_id}R` }
  return [sale, { ...common, kind: 'refund', approved, amount: refunded, code: '00', at: refundedAt(payment), ...back }]
}

const sessionColumns = {
  id: 'text',
  client_id: 'text',
  oid: 'text',
  store_type: 'text',
  amount: 'numeric',
  installment: 'integer',
  lang: 'text',
  ok_url: 'text',
  fail_url: 'text',
  fields: 'jsonb',
  card: 'text',
  result_code: 'text',
  state: 'text',
  md_status: 'text',
  md_error: 'text',
  proof: 'text',
  expires_at: 'timestamptz',
  created_at: 'timestamptz',
}

function sessionOf(payment: DrawnPayment): object {
  const { account, reference, amount, installment, at } = payment
  return {
    ...{ id: `demo-${reference}`, client_id: account.clientId, oid: reference, store_type: '3d', amount, installment },
    ...{ lang: 'tr', ok_url: '', fail_url: '', fields: [], card: maskOf(payment), state: 'done', md_status: '1' },
    ...{ result_code: null, md_error: '', proof: `demo-${reference}`, expires_at: capturedAt(payment), created_at: at },
  }
}
