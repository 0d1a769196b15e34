import type { Db } from '#server/platform/db/pool.ts'
import { cardBehaviorOf, demoBinOf } from './demo-cards.ts'
import { insertTransaction, type Session, type Transaction } from './queries.ts'

/** The code that a session's card gets: 00 when it pays. */
export function resultOf({ card, installment, result_code }: Session): string {
  const deed = cardBehaviorOf(card ?? '')
  const bin = demoBinOf(card ?? '')
  const hasInstallments = bin?.type === 'credit' && bin.isKnown && deed.name !== 'no_installments'
  if (result_code !== null) return result_code
  if (deed.code !== undefined) return deed.code
  return installment > 1 && !hasInstallments ? '12' : '00'
}

/** Takes the money, or writes down why not. undefined: this order number was paid before. */
export function takeMoney(db: Db, session: Session, now: Date): Promise<Transaction | undefined> {
  const { client_id, oid, amount, installment, card } = session
  const code = resultOf(session)
  const approved = code === '00'
  return insertTransaction(db, {
    ...{ client_id, oid, amount, installment, code, approved, kind: 'sale', at: now },
    card: card ?? '000000******0000',
  })
}
