import type { Reply } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { PreviewedRoute, previewPosRules } from '#contract/admin/pos-rules.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import type { Purchase } from '#domain/payments/installments.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { costOf, type Routing, traceRoute } from '#domain/payments/route-payment.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type BinInfo, findCards } from '#server/payments/bins/bins.ts'
import type { PosAccount } from '#server/payments/pos/pos-queries.ts'
import { loadRouting, type PlanQuery } from './load-routing.ts'

type PreviewTerms = Pick<PlanQuery, 'today' | 'installmentLimit' | 'hasSandbox'>
type PreviewQuery = { digits: string; amount: string; installment: string; currency: PosCurrency }

/** Which account would take each card that begins with the digits, and why: the choice that a payment would make now. */
export async function previewRules(
  db: Db,
  { digits: typedDigits, amount: typedAmount, installment, currency }: PreviewQuery,
  terms: PreviewTerms,
): Promise<Reply<typeof previewPosRules> | Refusal> {
  const digits = typedDigits.replaceAll(/\s/g, '')
  const amount = parseAmount(typedAmount)
  const fields = {
    ...(!/^\d{6,8}$/.test(digits) && { digits: { text: 'administration.posRules.problems.digits' } }),
    ...(amount?.greaterThan(0) !== true && { amount: { text: 'administration.posRules.problems.amount' } }),
  }
  if (amount === null || Object.keys(fields).length > 0) return { ...refuse('validation_failed'), fields }
  const query: PlanQuery = { ...terms, amount: amount.toFixed(2), currency, categoryIds: [] }
  const { routing, purchase } = await loadRouting(db, query)
  const names = await loadNames(db)
  const cards = await findCards(db, digits)
  const routes = (cards.length === 0 ? [null] : cards).map((card) =>
    presentRoute(routing, purchase, { digits, card, installment: Number(installment), names }),
  )
  return { routes }
}

type Names = { accounts: Map<number, string>; rules: Map<number, string> }

async function loadNames(db: Db): Promise<Names> {
  const accounts = await db.query<{ id: number; name: string }>('SELECT id, name FROM pos_accounts')
  const rules = await db.query<{ id: number; name: string }>('SELECT id, name FROM pos_rules')
  const mapOf = (rows: readonly { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return { accounts: mapOf(accounts), rules: mapOf(rules) }
}

function presentRoute(
  routing: Routing<PosAccount>,
  purchase: Purchase,
  payment: { digits: string; card: BinInfo | null; installment: number; names: Names },
): PreviewedRoute {
  const { card, names } = payment
  const { route, passed } = traceRoute(routing, purchase, payment)
  const accountOf = (id: number) => ({ id, name: names.accounts.get(id) ?? String(id) })
  const ruleOf = (id: number | null) => (id === null ? null : { id, name: names.rules.get(id) ?? String(id) })
  const cost = route === null ? null : costOf(route.plan)
  return {
    card: card && { bank: card.bank, family: card.family, type: card.type, isCommercial: card.isCommercial },
    account: route && accountOf(route.account.id),
    rule: ruleOf(route?.ruleId ?? null),
    reason: route?.reason ?? null,
    commission: route === null ? null : Number(route.plan.commission),
    cost: cost === null ? null : cost.toNumber(),
    passed: passed.map(({ accountId, ruleId, reason }) => ({
      account: accountOf(accountId),
      rule: ruleOf(ruleId),
      reason,
    })),
  }
}
