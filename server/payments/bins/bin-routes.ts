import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import { type BankOption, binControl, type InstallmentPlan, listInstallments } from '#contract/shop/payments.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { lira } from '#domain/money/money.ts'
import { storedCardPlans } from '#contract/shop/stored-cards.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { cardBrand } from '#domain/payments/card.ts'
import type { PosPlan } from '#domain/payments/installments.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type CallContext, type Calls, checkAccess, handle } from '#server/visitor/visitor.ts'
import type { Store } from '#server/settings/settings.ts'
import { createLookupLimit } from './lookup-limit.ts'
import { type CardPlans, plansOfCard, plansOfStored, tablesOfAccounts } from '#server/payments/pos/pos-accounts.ts'
import type { PlanQuery } from '#server/payments/rules/load-routing.ts'
import type { PosAccount } from '#server/payments/pos/pos-queries.ts'
import { cardOwnerOf, findCardOf } from '#server/payments/cards/card-rows.ts'
import { infoOf } from '#server/payments/cards/present-card.ts'
import { keeperOf } from '#server/payments/gateways/gateways.ts'
import { quotePayment } from './quote-payment.ts'
import type { PaymentKind, PaymentSubject } from '#server/payments/subject.ts'

export type BinDeps = {
  pool: Pool
  store: Store
  now: () => Date
  /** Whether the sandbox bank is served: never in production. */
  hasSandbox: boolean
  /** Whether the payment link with this token can still be paid. */
  isOpenLink(token: string): Promise<boolean>
  subjects: Record<PaymentKind, Pick<PaymentSubject, 'open'>>
}

type TableRequest = {
  type?: 'order' | 'pay' | undefined
  amount?: string | undefined
  currency?: PosCurrency | undefined
  link?: string | undefined
}

/** Registers the calls of the installment tables: of one card, and of all banks. */
export function registerBinCalls(calls: Calls, deps: BinDeps): void {
  const limit = createLookupLimit(deps.now)

  handle(calls, binControl, async ({ body }, context) => {
    const refusal = await checkPayer(body, context, deps)
    if (refusal !== null) return refusal
    const person = body.link ?? `user ${context.actor?.userId}`
    const tooMuch = limit.check(person, context.network)
    if (tooMuch !== null) return tooMuch
    const found = await plansOfCard(deps.pool, body.binNumber, await planQueryOf(body, context, deps))
    if (found === null) return refuse('card_payment_off')
    const mayStore = body.link === undefined && cardOwnerOf(context.actor) !== null
    return presentPlans(found, { brand: cardBrand(body.binNumber), mayStore })
  })

  handle(calls, storedCardPlans, async ({ params, query }, context) => {
    const refusal = await checkPayer(query, context, deps)
    if (refusal !== null) return refusal
    const owner = cardOwnerOf(context.actor)
    const card = owner === null ? undefined : await findCardOf(deps.pool, owner, params.id)
    if (card === undefined) return refuse('stored_card_not_found')
    const offer = { posAccountId: card.pos_account_id, card: infoOf(card) }
    const found = await plansOfStored(deps.pool, offer, await planQueryOf(query, context, deps))
    return found === null ? refuse('stored_card_off') : presentPlans(found, { brand: card.scheme, mayStore: false })
  })

  handle(calls, listInstallments, async ({ query }, context) => {
    const refusal = await checkPayer(query, context, deps)
    if (refusal !== null) return refusal
    const found = await tablesOfAccounts(deps.pool, await planQueryOf(query, context, deps))
    const hasDemoCards = found.some(({ account }) => account.environment === 'sandbox')
    const banks = found.flatMap(({ account, tables }) =>
      tables.map(({ families, cardClass, plans }) => ({
        ...optionOf({ ...account, families }, plans),
        ...(families.length > 1 && { families: [...families] }),
        ...(cardClass !== null && { cardClass }),
      })),
    )
    return { banks, hasDemoCards }
  })
}

/** Allows holders of an open link and dealers' users; paying for an order needs the right to order. */
async function checkPayer({ link, type }: TableRequest, context: CallContext, deps: BinDeps): Promise<Refusal | null> {
  if (link !== undefined) return (await deps.isOpenLink(link)) ? null : refuse('link_not_found')
  return checkAccess({ access: 'dealer', needs: type === 'order' ? ['order', 'pay'] : ['pay'] }, context)
}

async function planQueryOf(body: TableRequest, context: CallContext, deps: BinDeps): Promise<PlanQuery> {
  const { installmentLimit } = deps.store.facts().settings
  const terms = { today: dayInTurkey(deps.now()), installmentLimit, hasSandbox: deps.hasSandbox }
  const { currency = lira } = body
  const unknown = { ...terms, amount: null, currency, categoryIds: [] }
  if (body.link === undefined && body.type === undefined) return unknown
  const kind = body.link !== undefined ? 'link' : body.type === 'order' ? 'order' : 'account'
  // The server's own amounts apply to carts and links.
  const amount = kind === 'account' ? (parseAmount(body.amount ?? '')?.toFixed() ?? null) : null
  const request = { description: '', planKey: null, amount, currency, linkToken: body.link ?? null, debts: [] }
  const quote = await quotePayment(deps.pool, deps.subjects[kind], request, context)
  // The start of the payment reports why it cannot be paid. The table shows what the card would get.
  return isRefusal(quote) ? unknown : { ...terms, ...quote }
}

/** `brand`: the card's, if it is on no list. `mayStore`: whether the payer may let the provider store the card. */
function presentPlans(
  { card, account, plans }: CardPlans,
  { brand, mayStore }: { brand: string; mayStore: boolean },
): Reply<typeof binControl> {
  return {
    bank: {
      ...optionOf(account, plans),
      name: card?.bank ?? '',
      family: card?.family ?? null,
      organization: card?.scheme ?? brand,
      cardType: card?.type ?? 'unknown',
      isCommercial: card?.isCommercial ?? false,
    },
    plans: plans.map(presentPlan),
    keeper: mayStore ? keeperOf(account) : null,
  }
}

function optionOf({ name, families, logo, image }: PosAccount, plans: readonly PosPlan[]): BankOption {
  const posPlans = Object.fromEntries(plans.map((plan) => [String(plan.installment), presentPlan(plan)]))
  return {
    name,
    family: families[0] ?? null,
    logo,
    image,
    posPlans,
  }
}

function presentPlan({ id, installment, commission, isDefault, rate }: PosPlan): InstallmentPlan {
  const { extraInstallments = 0 } = rate ?? {}
  return {
    id,
    installment,
    commisionFee: Number(commission),
    isDefault,
    ...(extraInstallments > 0 && { extraInstallments }),
  }
}
