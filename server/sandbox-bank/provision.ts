import type { Db } from '#server/platform/db/pool.ts'
import { cardBehaviorOf, demoBinOf } from './demo-cards.ts'
import { insertTransaction, type BankSession, type BankTransaction, type NewTransaction } from './queries.ts'

/** The result code of a session's card: 00 = approved. */
export function resultCodeOf({ card, installment, result_code }: BankSession): string {
  const behavior = cardBehaviorOf(card ?? '')
  const bin = demoBinOf(card ?? '')
  const hasInstallments = bin?.type === 'credit' && bin.isKnown && behavior.name !== 'no_installments'
  if (result_code !== null) return result_code
  if (behavior.code !== undefined) return behavior.code
  return installment > 1 && !hasInstallments ? '12' : '00'
}

/** The sale of a session, approved or declined. */
export function saleOf(session: BankSession, now: Date): NewTransaction {
  const { client_id, oid, amount, currency, installment, card } = session
  const code = resultCodeOf(session)
  const approved = code === '00'
  const payer = { card: card ?? '000000******0000', installment }
  return { client_id, oid, amount, currency, code, approved, kind: 'sale', at: now, ...payer }
}

/** Records the sale. undefined: this order number is already paid. */
export function recordSale(db: Db, session: BankSession, now: Date): Promise<BankTransaction | undefined> {
  return insertTransaction(db, saleOf(session, now))
}
