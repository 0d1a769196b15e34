import type { PosRuleValues } from '#contract/admin/pos-rules.ts'

/** The values of a rule in a form. */
export type RuleFields = {
  values: PosRuleValues
  errors: Readonly<Record<string, string>>
  set(part: Partial<PosRuleValues>): void
}
