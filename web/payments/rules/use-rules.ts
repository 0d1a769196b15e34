import type { Reply } from '#contract/core/endpoint.ts'
import {
  listPosRules,
  type ManagedPosRule,
  orderPosRules,
  type PosRuleProblem,
  type PosRuleValues,
} from '#contract/admin/pos-rules.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { call } from '#web/app/data/call.ts'
import { useWholeList } from '#web/administration/use-whole-list.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** The rules with the calls that change them. */
export function useRules(loaded: Reply<typeof listPosRules>) {
  const { t } = useTranslation()
  const { list, ...changes } = useWholeList(listPosRules, loaded)

  /** Moves a rule one place up (-1) or down (1). */
  function move(at: number, step: -1 | 1): Promise<void> {
    const ids = list.items.map(({ id }) => id)
    const [moved] = ids.splice(at, 1)
    if (moved !== undefined) ids.splice(at + step, 0, moved)
    return changes.runOrAlert(() => call(orderPosRules, { body: { ids } }), t('administration.posRules.ordered'))
  }
  return { ...list, ...changes, move }
}
export type Rules = ReturnType<typeof useRules>

/** Describes the conditions of a rule, and the accounts that it chooses from. */
export function useRuleTexts(rules: Pick<Rules, 'accounts' | 'banks'>) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const textOf = (key: string, facts: Record<string, string | number> = {}) =>
    t(`administration.posRules.${key}`, facts)

  function amountText({ minAmount, maxAmount, currency }: PosRuleValues): string[] {
    const money = (typed: string) => formatMoney(parseAmount(typed)?.toFixed(2) ?? '0', currency || 'TRY')
    if (minAmount === '' && maxAmount === '') return []
    if (maxAmount === '') return [textOf('facts.from', { amount: money(minAmount) })]
    if (minAmount === '') return [textOf('facts.until', { amount: money(maxAmount) })]
    return [textOf('facts.between', { from: money(minAmount), until: money(maxAmount) })]
  }

  function conditions(values: PosRuleValues): string[] {
    const { bins, families, bankCodes, cardTypes, cardClass, installments, currency } = values
    const named = (code: string) => rules.banks.find((bank) => bank.code === code)?.name ?? code
    const counts = installments.map((count) => (count === 1 ? textOf('single') : String(count))).join(', ')
    const all = [
      ...(bins === '' ? [] : [textOf('facts.bins', { bins })]),
      ...(families.length === 0 ? [] : [families.join(', ')]),
      ...(bankCodes.length === 0 ? [] : [bankCodes.map(named).join(', ')]),
      ...(cardTypes.length === 0 ? [] : [cardTypes.map((type) => textOf(`cardTypes.${type}`)).join(', ')]),
      ...(cardClass === '' ? [] : [textOf(`classes.${cardClass}`)]),
      ...amountText(values),
      ...(counts === '' ? [] : [textOf('facts.installments', { counts })]),
      ...(currency === '' ? [] : [currency]),
    ]
    return all.length === 0 ? [textOf('everything')] : all
  }

  function target({ values: { target: kind, shareBy, accounts }, taken }: ManagedPosRule): string {
    const names = accounts.map(({ id, share }) => {
      const name = rules.accounts.find((account) => account.id === id)?.name ?? String(id)
      if (kind !== 'shares') return name
      const percent = taken.find((each) => each.id === id)?.percent
      const now = percent == null ? '' : ` (${textOf('facts.taken', { percent: formatQuantity(percent) })})`
      return `${name} % ${share}${now}`
    })
    const list = names.join(kind === 'ordered' ? ' → ' : ', ')
    return kind === 'shares' ? `${list} · ${textOf(`shareBy.${shareBy}`)}` : list
  }

  function problem(found: PosRuleProblem): string {
    const { kind } = found
    const facts = {
      ...('rules' in found && { rules: found.rules.map((name) => `“${name}”`).join(', ') }),
      ...('bin' in found && { bin: found.bin }),
      ...('families' in found && { families: found.families.join(', ') }),
    }
    return textOf(`odd.${kind}`, facts)
  }
  return { conditions, target, problem }
}
