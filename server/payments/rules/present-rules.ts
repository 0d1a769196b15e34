import type { Reply } from '#contract/core/endpoint.ts'
import type { listPosRules, ManagedPosRule, PosRuleAccount, PosRuleProblem } from '#contract/admin/pos-rules.ts'
import { decimal, lira } from '#domain/money/money.ts'
import { checkRules, type RuleProblem } from '#domain/payments/check-rules.ts'
import { matchesRule, type TakenShares } from '#domain/payments/pos-rules.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type BinInfo, findCards } from '#server/payments/bins/bins.ts'
import { loadBinChoices } from '#server/payments/pos/pos-rows.ts'
import { listRuleRows, loadTaken, type PosRuleRow } from './rule-rows.ts'
import { ruleValuesOf } from './rule-values.ts'

/** The rules with what is odd about them, and what their accounts took lately. `today`: the day in Turkey. */
export async function presentRules(db: Db, today: Day): Promise<Reply<typeof listPosRules>> {
  const rules = await listRuleRows(db)
  const accounts = await db.query<PosRuleAccount>(
    `SELECT a.id, a.name, a.currency, a.is_active AS "isActive",
            EXISTS (SELECT FROM pos_alerts t
                     WHERE t.pos_account_id = a.id AND t.kind = 'silent' AND t.closed_at IS NULL) AS "isSilent"
       FROM pos_accounts a ORDER BY a.position, a.id`,
  )
  const found = checkRules(rules.filter(({ isActive }) => isActive))
  const items: ManagedPosRule[] = []
  for (const rule of rules) {
    const taken = await loadTaken(db, { currency: rule.currency ?? lira, today })
    const problems = [
      ...textOf(found.get(rule.id), rules),
      ...(rule.isActive ? await binProblems(db, rule) : []),
      ...(isClosed(rule, accounts) ? [{ kind: 'closed' as const }] : []),
    ]
    items.push({ id: rule.id, values: ruleValuesOf(rule), problems, taken: percentsOf(rule, taken.get(rule.id)) })
  }
  return { items, accounts, ...(await loadBinChoices(db)) }
}

function textOf(problem: RuleProblem | undefined, rules: readonly PosRuleRow[]): PosRuleProblem[] {
  if (problem === undefined) return []
  if (problem.kind === 'impossible') return [problem]
  return [{ kind: problem.kind, rules: rules.filter(({ id }) => problem.by.includes(id)).map(({ name }) => name) }]
}

const isClosed = ({ accounts, isActive }: PosRuleRow, all: readonly PosRuleAccount[]): boolean =>
  isActive && !accounts.some(({ id }) => all.some((each) => each.id === id && each.isActive))

/** Prefixes whose cards have several programs, and those of cards that the other conditions exclude. */
async function binProblems(db: Db, rule: PosRuleRow): Promise<PosRuleProblem[]> {
  const problems: PosRuleProblem[] = []
  for (const bin of rule.bins) {
    const cards = await findCards(db, bin)
    const families = [...new Set(cards.flatMap(({ family }) => family ?? []))]
    if (cards.length > 0 && !cards.some((card) => mayFulfil(rule, bin, card))) {
      problems.push({ kind: 'bin_excluded', bin })
    } else if (families.length > 1) problems.push({ kind: 'bin_programs', bin, families })
  }
  return problems
}

const counts = Array.from({ length: 12 }, (_, i) => i + 1)

function mayFulfil(rule: PosRuleRow, digits: string, card: BinInfo): boolean {
  const currency = rule.currency ?? lira
  return counts.some((installment) => matchesRule(rule, { digits, card, amount: null, currency, installment }))
}

function percentsOf({ target, accounts }: PosRuleRow, taken: TakenShares = new Map()): ManagedPosRule['taken'] {
  if (target !== 'shares') return []
  const total = [...taken.values()].reduce((sum, each) => sum.plus(each), decimal(0))
  return accounts.map(({ id }) => {
    const percent = total.isZero()
      ? null
      : decimal(taken.get(id) ?? 0)
          .times(100)
          .dividedBy(total)
    return { id, percent: percent === null ? null : Number(percent.toFixed(1)) }
  })
}
