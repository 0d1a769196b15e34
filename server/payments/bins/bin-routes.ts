import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import { type BankOption, binControl, type InstallmentPlan, listInstallments } from '#contract/shop/payments.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { cardBrand } from '#domain/payments/card.ts'
import type { PosPlan } from '#domain/payments/installments.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type CallContext, type Calls, checkAccess, handle } from '#server/visitor/visitor.ts'
import type { Store } from '#server/settings/settings.ts'
import { createLookupLimit } from './lookup-limit.ts'
import { type PlanQuery, plansOfAccounts, plansOfCard } from '#server/payments/pos/pos-accounts.ts'
import type { PosAccount } from '#server/payments/pos/pos-queries.ts'
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

type TableRequest = { type?: 'order' | 'pay' | undefined; amount?: string | undefined; link?: string | undefined }

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
    const { card, account, plans } = found
    return {
      bank: {
        ...optionOf(account, plans),
        name: card?.bank ?? '',
        family: card?.family ?? null,
        organization: card?.scheme ?? cardBrand(body.binNumber),
        cardType: card?.type ?? ('unknown' as const),
        isCommercial: card?.isCommercial ?? false,
      },
      plans: plans.map(presentPlan),
    }
  })

  handle(calls, listInstallments, async ({ query }, context) => {
    const refusal = await checkPayer(query, context, deps)
    if (refusal !== null) return refusal
    const found = await plansOfAccounts(deps.pool, await planQueryOf(query, context, deps))
    const hasDemoCards = found.some(({ account }) => account.environment === 'sandbox')
    return { banks: found.map(({ account, plans }) => optionOf(account, plans)), hasDemoCards }
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
  if (body.link === undefined && body.type === undefined) return { ...terms, amount: null, categoryIds: [] }
  const kind = body.link !== undefined ? 'link' : body.type === 'order' ? 'order' : 'account'
  // The server's own amounts apply to carts and links.
  const amount = kind === 'account' ? (parseAmount(body.amount ?? '')?.toFixed() ?? null) : null
  const request = { description: '', planKey: null, amount, linkToken: body.link ?? null, debts: [] }
  const quote = await quotePayment(deps.pool, deps.subjects[kind], request, context)
  // The start of the payment reports why it cannot be paid. The table shows what the card would get.
  return isRefusal(quote) ? { ...terms, amount: null, categoryIds: [] } : { ...terms, ...quote }
}

function optionOf({ name, families, logo, image }: PosAccount, plans: readonly PosPlan[]): BankOption {
  const posPlans = Object.fromEntries(plans.map((plan) => [String(plan.installment), presentPlan(plan)]))
  return { name, family: families[0] ?? null, logo, image, posPlans }
}

function presentPlan({ id, installment, commission, isDefault }: PosPlan): InstallmentPlan {
  return { id, installment, commisionFee: Number(commission), isDefault }
}
