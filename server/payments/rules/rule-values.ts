import type { PosRuleValues } from '#contract/admin/pos-rules.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { decimal } from '#domain/money/money.ts'
import { sharesAddUp } from '#domain/payments/pos-rules.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { exactAmount, readAmount, shownAmount } from '#server/payments/pos/pos-values.ts'
import type { PosRuleRow } from './rule-rows.ts'

/** A rule that can be written: all of it but its place in the list. */
export type ReadRule = Omit<PosRuleRow, 'id'>

/** What a rule may name. */
export type RuleChoices = { accountIds: readonly number[]; families: readonly string[]; bankCodes: readonly string[] }

const shownShare = (exact: string | null) => (exact === null ? '' : exact.replace('.', ','))

/** The values of a rule as its form shows them. */
export function ruleValuesOf(row: Omit<PosRuleRow, 'id'>): PosRuleValues {
  const { name, isActive, bins, families, bankCodes, cardTypes, cardClass, installments, currency, target, shareBy } =
    row
  return {
    name,
    isActive,
    bins: bins.join(', '),
    families: [...families],
    bankCodes: [...bankCodes],
    cardTypes: [...cardTypes],
    cardClass: cardClass ?? '',
    minAmount: shownAmount(row.minAmount),
    maxAmount: shownAmount(row.maxAmount),
    installments: [...installments],
    currency: currency ?? '',
    target,
    shareBy,
    accounts: row.accounts.map(({ id, share }) => ({ id, share: shownShare(share) })),
  }
}

const problem = (name: string, facts?: Record<string, string>) => {
  return { text: `administration.posRules.problems.${name}`, ...(facts && { facts }) }
}
type FieldCheck = ReturnType<typeof createFieldCheck>

/** Parses typed values, or returns the problem of each field. */
export function readRule(typed: PosRuleValues, choices: RuleChoices): { ok: true; rule: ReadRule } | Refusal {
  const check = createFieldCheck()
  const [min, max] = [readAmount(check, 'minAmount', typed.minAmount), readAmount(check, 'maxAmount', typed.maxAmount)]
  const amounts = { minAmount: exactAmount(min) || null, maxAmount: exactAmount(max) || null }
  if (
    amounts.minAmount !== null &&
    amounts.maxAmount !== null &&
    decimal(amounts.minAmount).greaterThan(amounts.maxAmount)
  )
    check.fields['maxAmount'] ??= problem('most')
  const hasAmount = amounts.minAmount !== null || amounts.maxAmount !== null
  if (hasAmount && typed.currency === '') check.fields['currency'] ??= problem('currency')
  const rule: ReadRule = {
    name: check.text('name', typed.name, { max: 60, isNeeded: true }),
    isActive: typed.isActive,
    bins: readBins(check, typed.bins),
    families: readNames(check, 'families', typed.families, choices.families),
    bankCodes: readNames(check, 'bankCodes', typed.bankCodes, choices.bankCodes),
    cardTypes: [...new Set(typed.cardTypes)],
    cardClass: typed.cardClass || null,
    ...amounts,
    installments: [...new Set(typed.installments)].toSorted((a, b) => a - b),
    currency: typed.currency || null,
    target: typed.target,
    shareBy: typed.shareBy,
    accounts: readAccounts(check, typed, choices.accountIds),
  }
  return check.refusal() ?? { ok: true, rule }
}

/** At most two hundred prefixes, each once, in ascending order. */
function readBins(check: FieldCheck, typed: string): string[] {
  const bins = [...new Set(typed.split(/[\s,;]+/).filter((bin) => bin !== ''))].toSorted()
  const wrong = bins.find((bin) => !/^\d{6,8}$/.test(bin))
  if (wrong !== undefined) check.fields['bins'] ??= problem('bin', { bin: wrong.slice(0, 6) })
  if (bins.length > 200) check.fields['bins'] ??= problem('bins')
  return bins
}

function readNames(check: FieldCheck, field: string, typed: readonly string[], known: readonly string[]): string[] {
  const unknown = typed.find((name) => !known.includes(name))
  if (unknown !== undefined) check.fields[field] ??= problem('unknown', { name: unknown })
  return [...new Set(typed)]
}

function readAccounts(
  check: FieldCheck,
  { accounts, target }: PosRuleValues,
  known: readonly number[],
): ReadRule['accounts'] {
  if (accounts.length === 0) check.fields['accounts'] ??= problem('accounts')
  if (new Set(accounts.map(({ id }) => id)).size < accounts.length) check.fields['accounts'] ??= problem('twice')
  if (accounts.some(({ id }) => !known.includes(id))) check.fields['accounts'] ??= problem('account')
  if (target !== 'shares') return accounts.map(({ id }) => ({ id, share: null }))
  const read = accounts.map(({ id, share }) => ({ id, share: readShare(check, id, share) }))
  const sum = read.reduce((total, { share }) => total.plus(share ?? 0), decimal(0))
  if (!sharesAddUp(read.map(({ share }) => share))) {
    check.fields['accounts'] ??= problem('shares', { sum: shownShare(sum.toString()) })
  }
  return read
}

function readShare(check: FieldCheck, id: number, typed: string): string | null {
  const share = typed.trim().replace(/\s*%$/, '').replace(/^%\s*/, '').replace(',', '.')
  if (/^\d{1,3}(\.\d{1,2})?$/.test(share) && Number(share) > 0 && Number(share) <= 100) return decimal(share).toString()
  check.fields[`share-${id}`] ??= problem('share')
  return null
}
