import { refuse, type Refusal } from '#contract/core/errors.ts'
import { choice, choiceKeys } from '#contract/core/visitor.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import type { StoreFacts } from './facts.ts'
import { factsFor, mayUseBranch, usableCurrencies } from './view.ts'

/** A choice as it is stored; `null` removes it. */
export type StoredChoice = { key: (typeof choiceKeys)[number]; value: string | number | null }

/** Checks one of the visitor's five choices (decisions, "Sign-in and calls"). Any other key is refused. */
export function checkChoice(
  input: { key: string; value: unknown },
  visitor: Pick<CallContext, 'actor'>,
  facts: StoreFacts,
): StoredChoice | Refusal {
  if (!(choiceKeys as readonly string[]).includes(input.key)) return refuse('setting_unknown')
  const parsed = choice.safeParse(input)
  if (!parsed.success) return invalidValue()
  const { key, value } = parsed.data
  if (key === 'defaultCurrency') {
    const currency = usableCurrencies(factsFor(visitor, facts)).find(({ id }) => id === wholeNumber(value))
    return currency === undefined ? invalidValue() : { key, value: currency.id }
  }
  return key === 'branch' ? checkBranch(value, visitor, facts) : { key, value }
}

/** An empty value means "no branch". */
function checkBranch(
  value: string | number,
  visitor: Pick<CallContext, 'actor'>,
  facts: StoreFacts,
): StoredChoice | Refusal {
  if (visitor.actor === null) return refuse('not_signed_in')
  if (value === '') return { key: 'branch', value: null }
  const id = wholeNumber(value)
  return id !== null && mayUseBranch(id, visitor, facts) ? { key: 'branch', value: id } : refuse('branch_unknown')
}

function invalidValue(): Refusal {
  return { ...refuse('validation_failed'), fields: { value: 'invalid' } }
}

function wholeNumber(value: string | number): number | null {
  return /^\d{1,9}$/.test(String(value)) ? Number(value) : null
}
