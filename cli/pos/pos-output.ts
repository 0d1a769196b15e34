import type { LimitProblem, PlanProblem, PosProblem } from '#server/payments/payments.ts'

const sentences: Record<PosProblem | PlanProblem | LimitProblem, string> = {
  pos_unknown: 'There is no POS account with this code.',
  pos_known: 'There is already a POS account with this code; "toptan pos set" changes it.',
  code_invalid: 'A code has 2 to 40 lowercase letters, digits and dashes.',
  adapter_unknown: 'There is no such adapter.',
  mode_unknown: 'The adapter does not have this mode.',
  setting_unknown: 'The adapter has no such setting.',
  secret_unknown: 'The adapter has no such key.',
  bank_invalid: 'A bank is identified by its four-digit EFT code, e.g. 0046.',
  currency_unknown: 'The adapter does not charge in this currency.',
  amount_invalid: 'Amounts are written as 100 or 99.90, and the minimum must not exceed the maximum.',
  frozen:
    'The account has payments, and their inquiries and refunds depend on these values. Add a new account instead.',
  has_payments: 'The account has payments, so it cannot be removed. "toptan pos deactivate" stops new ones.',
  in_rules: 'Rules name the account, so it cannot be removed. "toptan pos rules" lists them.',
  incomplete: 'Settings or keys are missing.',
  sandbox_off: 'The sandbox bank is not available in production.',
  installment_invalid: 'The number of installments must be 1 (single payment) to 12.',
  percent_invalid: 'The fee must be 0 to 100 percent, with up to three decimals.',
  single_stays: 'The single payment cannot be removed.',
  plan_unknown: 'The account has no such plan.',
  most_invalid: 'A limit must be 1 to 12 installments.',
  class_unknown: 'The class of cards must be personal or commercial.',
  category_unknown: 'There is no category with this slug.',
  day_invalid: 'A day must have the form 2026-12-31 or 31.12.2026.',
  days_crossed: 'The last day must not be before the first one.',
  limit_unknown: 'There is no limit with this number.',
}

type Problem = { ok: false; problem: keyof typeof sentences; names?: readonly string[] }

export function sentenceOf({ problem, names }: Problem): string {
  return names === undefined ? sentences[problem] : `${sentences[problem]} (${names.join(', ')})`
}

/** Prints the result and returns the exit code. */
export function report(result: { ok: true } | Problem): number {
  if (result.ok) console.log('Done.')
  else console.error(sentenceOf(result))
  return result.ok ? 0 : 1
}
