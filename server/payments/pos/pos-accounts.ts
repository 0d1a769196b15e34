import type { Secret } from '#server/platform/http/secrets.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import {
  type CardInfo,
  plansForCard,
  plansOfAccount,
  type PosPlan,
  type Purchase,
} from '#domain/payments/installments.ts'
import { roundMoney } from '#domain/money/money.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { type BinInfo, findCard } from '#server/payments/bins/bins.ts'
import type { PosTerms } from '#server/payments/gateways/gateway.ts'
import {
  type CardPaymentFacts,
  listActiveAccounts,
  loadCardPaymentFacts,
  loadLimits,
  loadTermsRow,
  type PosAccount,
} from './pos-queries.ts'
import { openSecrets } from './pos-secrets.ts'

/**
 * An account with its secrets decrypted, active or not. Throws SecretsError if they were encrypted under another
 * secret.
 */
export async function loadPosTerms(db: Db, id: number, secret: Secret): Promise<PosTerms> {
  const row = await loadTermsRow(db, id)
  if (row === undefined) throw new Error(`POS account ${id} does not exist.`)
  const { code, secrets, ...terms } = row
  return { ...terms, secrets: openSecrets(secret, code, secrets) }
}

export type CardPayment = {
  /** Whether any account takes cards; decides which payment methods pages show. */
  hasActivePos(): Promise<boolean>
  /** `hasCardForm`: cards are typed on the shop's own page. Otherwise every account uses its provider's page. */
  facts(): Promise<CardPaymentFacts>
}

/** The facts about the accounts that every page needs, cached until the store's version changes. */
export function openCardPayment(deps: { pool: Pool; store: Store; hasSandbox: boolean }): CardPayment {
  let cached: { version: number; facts: CardPaymentFacts } | null = null
  const facts = async () => {
    const { version } = deps.store.facts()
    if (cached?.version === version) return cached.facts
    const read = await loadCardPaymentFacts(deps.pool, deps.hasSandbox)
    cached = { version, facts: read }
    return read
  }
  return { facts, hasActivePos: async () => (await facts()).hasCardPayment }
}

/** What the plans of a payment depend on, besides the card. */
export type PlanQuery = {
  /** Lira, without a fee; null = not known yet. */
  amount: string | null
  /** Categories of the purchased goods. */
  categoryIds: readonly number[]
  /** The day in Turkey. */
  today: string
  /** The store's setting. */
  installmentLimit: number
  /** Whether the sandbox bank is served: never in production. */
  hasSandbox: boolean
}

export type CardPlans = { card: BinInfo | null; account: PosAccount; plans: PosPlan[] }

/**
 * The account and plans of a card by its first eight digits. If any account takes cards on the shop's own page, hosted
 * accounts are excluded. Null: no account takes the card.
 */
export async function plansOfCard(db: Db, bin8: string, query: PlanQuery): Promise<CardPlans | null> {
  const [card, { accounts, purchase, limits }] = [await findCard(db, bin8), await loadOffers(db, query)]
  const forms = accounts.filter(({ mode }) => mode === 'own_form')
  const found = plansForCard(forms.length > 0 ? forms : accounts, card, purchase, limits)
  return found && { card, ...found }
}

/** All active accounts with the plans that they offer before a card is known. */
export async function plansOfAccounts(db: Db, query: PlanQuery): Promise<{ account: PosAccount; plans: PosPlan[] }[]> {
  const { accounts, purchase, limits } = await loadOffers(db, query)
  return accounts.map((account) => plansOfAccount(account, purchase, limits)).filter((found) => found !== null)
}

/** The accounts, and what decides about their plans. While a bank does not answer, the other accounts take its cards. */
export async function loadOffers(db: Db, query: PlanQuery) {
  const active = await listActiveAccounts(db, query.hasSandbox)
  const answering = active.filter(({ isSilent }) => !isSilent)
  const accounts = answering.length > 0 ? answering : active
  const { limits, categoryIds } = await loadLimits(db, query.categoryIds)
  const { amount, today, installmentLimit } = query
  const purchase: Purchase = { amount, today, installmentLimit, categoryIds }
  return { accounts, purchase, limits }
}

/** What the payer chose. */
export type PlanChoice = Omit<PlanQuery, 'amount'> & {
  /** Null: the card is typed on the provider's own page. */
  bin8: string | null
  installment: number
  /** Null: the plan of any account with that many installments. */
  planId: number | null
  amount: string
}

export type ChosenPlan = {
  ok: true
  posAccountId: number
  planId: number
  /** Percent on the amount, as exact text. */
  feePercent: string
  installment: number
  /** The card's bank; '' if it is not known. */
  bank: string
  scheme: string
  family: string | null
  mode: PosTerms['mode']
}

/** The account and plan of a payment at its start: the payer's choice, if this card is offered it for this amount. */
export async function choosePlan(db: Db, choice: PlanChoice): Promise<ChosenPlan | Refusal> {
  const query = { ...choice, amount: roundMoney(choice.amount).toFixed(2) }
  const offers = choice.bin8 === null ? await hostedPlans(db, query) : await cardPlans(db, choice.bin8, query)
  if (offers.length === 0) return refuse('card_payment_off')
  for (const { account, plans, card } of offers) {
    const plan = plans.find(({ id, installment }) => {
      return installment === choice.installment && (choice.planId === null || choice.planId === id)
    })
    if (plan !== undefined) return { ok: true, ...termsOf(account, plan), ...cardFacts(card) }
  }
  return refuse('installment_unknown')
}

type Offer = { account: PosAccount; plans: PosPlan[]; card: BinInfo | null }

async function cardPlans(db: Db, bin8: string, query: PlanQuery): Promise<Offer[]> {
  const found = await plansOfCard(db, bin8, query)
  return found === null ? [] : [found]
}

/** The default account comes first: it applies if no plan id is given. */
async function hostedPlans(db: Db, query: PlanQuery): Promise<Offer[]> {
  const found = await plansOfAccounts(db, query)
  return found
    .filter(({ account }) => account.mode === 'hosted')
    .toSorted((a, b) => Number(b.account.isDefault) - Number(a.account.isDefault))
    .map((offer) => ({ ...offer, card: null }))
}

function termsOf(account: PosAccount, plan: PosPlan) {
  const { installment, commission } = plan
  return { posAccountId: account.id, mode: account.mode, planId: plan.id, feePercent: commission, installment }
}

function cardFacts(card: (CardInfo & { bank: string; scheme: string }) | null) {
  return { bank: card?.bank ?? '', scheme: card?.scheme ?? '', family: card?.family ?? null }
}
