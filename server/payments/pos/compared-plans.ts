import type { OfferedTable } from '#domain/payments/installments.ts'
import { routedPlans, takingAccounts } from '#domain/payments/route-payment.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type BinInfo, findCards } from '#server/payments/bins/bins.ts'
import { loadRouting, type PlanQuery } from '#server/payments/rules/load-routing.ts'
import { accountTables } from './pos-accounts.ts'
import type { PosAccount } from './pos-queries.ts'

/** Installments of cards of these programs and this class; none, null: of any card. */
export type ComparedPlans = OfferedTable & { account: PosAccount }

export type ComparedCards = {
  /** The cards that begin with the digits; empty: not known, or no digits were given. */
  cards: BinInfo[]
  offers: ComparedPlans[]
}

/**
 * The installments of all cards that begin with these six to eight digits, as `choosePlan` offers them when a payment
 * starts. Without digits, the tables of the accounts of each card program: rules decide only about a card.
 */
export async function comparedPlans(db: Db, digits: string | null, query: PlanQuery): Promise<ComparedCards> {
  const { routing, purchase } = await loadRouting(db, query)
  if (digits !== null) {
    const cards = await findCards(db, digits)
    const offers = (cards.length === 0 ? [null] : cards).flatMap((card) => {
      const found = routedPlans(routing, purchase, { digits, card })
      const families = card?.family == null ? [] : [card.family]
      return found === null ? [] : [{ families, cardClass: null, account: found.account, plans: found.plans }]
    })
    return { cards, offers }
  }
  const single = routedPlans(routing, purchase, { digits: '', card: null })
  const offers = takingAccounts(routing.accounts, purchase.currency).flatMap((account) =>
    accountTables(account, purchase, routing.limits)
      .filter(({ families }) => families.length > 0)
      .map(({ plans, ...table }) => {
        return { ...table, account, plans: plans.filter(({ installment }) => installment > 1) }
      }),
  )
  return { cards: [], offers: [...(single === null ? [] : [{ families: [], cardClass: null, ...single }]), ...offers] }
}
