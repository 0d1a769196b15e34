import { plansForCard, plansOfAccount, type PosPlan } from '#domain/payments/installments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type BinInfo, findCards } from '#server/payments/bins/bins.ts'
import { loadOffers, type PlanQuery } from './pos-accounts.ts'
import type { PosAccount } from './pos-queries.ts'

/** Installments of cards of these programs; none: of any card. */
export type ComparedPlans = { families: readonly string[]; account: PosAccount; plans: PosPlan[] }

export type ComparedCards = {
  /** The cards that begin with the digits; empty: not known, or no digits were given. */
  cards: BinInfo[]
  offers: ComparedPlans[]
}

/**
 * The installments of all cards that begin with these six to eight digits, as `choosePlan` offers them when a payment
 * starts; without digits those of every card program.
 */
export async function comparedPlans(db: Db, digits: string | null, query: PlanQuery): Promise<ComparedCards> {
  const { accounts, purchase, limits } = await loadOffers(db, query)
  const forms = accounts.filter(({ mode }) => mode === 'own_form')
  const usable = forms.length > 0 ? forms : accounts
  if (digits !== null) {
    const cards = await findCards(db, digits)
    const offers = (cards.length === 0 ? [null] : cards).flatMap((card) => {
      const found = plansForCard(usable, card, purchase, limits)
      return found === null ? [] : [{ families: card?.family == null ? [] : [card.family], ...found }]
    })
    return { cards, offers }
  }
  const single = plansForCard(usable, null, purchase, limits)
  const offers = usable.flatMap((account) => {
    const found = plansOfAccount(account, purchase, limits)
    if (found === null || account.families.length === 0) return []
    return [{ families: account.families, account, plans: found.plans.filter(({ installment }) => installment > 1) }]
  })
  return { cards: [], offers: [...(single === null ? [] : [{ families: [], ...single }]), ...offers] }
}
