import { useEffect, useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { listInstallments } from '#contract/shop/payments.ts'
import { cardConsentVersion } from '#contract/shop/stored-cards.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { type CardProblem, cardDigits, checkCard } from '#domain/payments/card.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { decimal } from '#domain/money/money.ts'
import { chargeOf } from '#domain/payments/payment.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import type { CardMessage } from '#web/payments/bank/frame-messages.ts'
import { currencyOf, type Purpose, planQuery } from '#web/payments/purpose.ts'
import { emptyCard } from './typed-card.ts'
import { defaultPlan, useCardPlans } from './use-card-plans.ts'
import { useStoredCards } from './use-stored-cards.ts'

type CardFormOptions = {
  purpose: Purpose
  amount: string
  description: string
  /** Chosen at first, if the card has it. */
  installment?: number | null | undefined
}

/** The form's state: the card, its plans and the chosen one. The card exists only in this page's memory. */
export function useCardForm({ purpose, amount, description, installment: wanted = null }: CardFormOptions) {
  const currency = currencyOf(purpose)
  const hasCardForm = useCardForms()(currency)
  const [card, setCard] = useState(emptyCard)
  const [chosenId, choose] = useState<number | null>(null)
  const [requestCount, setRequestCount] = useState(0)
  const reload = () => setRequestCount(requestCount + 1)
  const stored = useStoredCards(purpose)
  const { chosen } = stored
  const [isStoring, setStoring] = useState(false)
  const planned = chosen === null ? { number: card.number } : { storedId: chosen.id }
  const plans = useCardPlans(planned, purpose, amount, { requestCount, reload })
  const keeper = plans.state === 'loaded' ? plans.card.keeper : null
  const banks = useBanks(purpose, amount, requestCount)
  const hosted = hasCardForm ? [] : Object.values(banks?.banks[0]?.posPlans ?? {})
  const offered = plans.state === 'loaded' ? plans.card.plans : hosted
  const plan =
    offered.find(({ id }) => id === chosenId) ??
    offered.find(({ installment }) => installment === wanted) ??
    defaultPlan(offered)
  const charge = chargeOf(amount, plan?.commisionFee ?? 0)

  return {
    currency,
    hasCardForm,
    hasDemoCards: banks?.hasDemoCards === true,
    card,
    setCard,
    /** The payer's stored cards; none where cards are not typed here. */
    stored: { ...stored, cards: hasCardForm ? stored.cards : [] },
    /** The provider that would keep the typed card; null: it cannot be stored. */
    keeper,
    isStoring,
    setStoring,
    clear: () => setCard(emptyCard),
    plans,
    offered,
    plan,
    choose,
    charge,
    /** The plans may have changed since. */
    reload,
    /** The first problem, in the order of the specification (checkout, section 5). */
    check(): CardProblem | null {
      if (chosen !== null) {
        if (!decimal(amount).greaterThan(0)) return 'amount_missing'
        return chosen.needsCvc && !/^\d{3,4}$/.test(card.cvc) ? 'card_cvc_invalid' : null
      }
      if (hasCardForm) return checkCard(card, amount, dayInTurkey(new Date()))
      return decimal(amount).greaterThan(0) ? null : 'amount_missing'
    },
    message: (): CardMessage => ({
      ccno: chosen === null ? cardDigits(card.number) : '',
      ccv: chosen === null || chosen.needsCvc ? card.cvc : '',
      expiry: chosen === null ? card.expiry : '',
      holder: chosen === null ? card.holder.trim() : '',
      ...(chosen !== null && { storedCard: chosen.id }),
      ...(chosen === null && keeper !== null && isStoring && { storeCard: cardConsentVersion }),
      plan: plan?.id ?? null,
      installment: plan?.installment ?? 1,
      amount,
      total: charge.total.toFixed(2),
      description: description.trim(),
      advencePrice: purpose.type === 'order' ? (purpose.advencePrice ?? '') : '',
      ...(purpose.type === 'order' && purpose.delivery),
      ...(purpose.type === 'order' && purpose.promotions !== undefined && { promotions: purpose.promotions }),
    }),
  }
}

/** Whether cards are typed on the shop's own page, by currency. */
function useCardForms(): (currency: PosCurrency) => boolean {
  const { hasCardForm, foreignCards } = useVisitor()
  return (currency) => foreignCards.find((each) => each.currency === currency)?.hasForm ?? hasCardForm
}

/** The banks' installment tables before a card is known, and whether demo cards are allowed. */
function useBanks(purpose: Purpose, amount: string, requestCount: number): Reply<typeof listInstallments> | null {
  const [banks, setBanks] = useState<Reply<typeof listInstallments> | null>(null)
  const key = JSON.stringify([planQuery(purpose, amount), requestCount])
  useEffect(() => {
    const controller = new AbortController()
    const [query] = JSON.parse(key) as [ReturnType<typeof planQuery>]
    call(listInstallments, { query }, { signal: controller.signal })
      .then(setBanks)
      .catch((error: unknown) => {
        // The form works without them.
        if (!(error instanceof CallError) && !controller.signal.aborted) throw error
      })
    return () => controller.abort()
  }, [key])
  return banks
}
