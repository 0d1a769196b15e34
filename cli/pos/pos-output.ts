import type { LimitProblem, PlanProblem, PosProblem } from '#server/payments/payments.ts'

const sentences: Record<PosProblem | PlanProblem | LimitProblem, string> = {
  pos_unknown: 'There is no POS account with this code.',
  pos_known: 'There is a POS account with this code already; "toptan pos set" changes it.',
  code_invalid: 'A code has 2 to 40 small letters, digits and dashes.',
  adapter_unknown: 'There is no such adapter.',
  mode_unknown: 'The adapter does not have this mode.',
  setting_unknown: 'The adapter has no such setting.',
  secret_unknown: 'The adapter has no such key.',
  bank_invalid: 'A bank is named by its EFT code of four digits, e.g. 0046.',
  amount_invalid: 'Amounts are in lira, e.g. 100 or 99.90; the least is not above the most.',
  has_payments: 'It has taken payments, and the books name it. "toptan pos deactivate" ends it.',
  incomplete: 'It lacks something.',
  sandbox_off: 'The sandbox bank is not served in production.',
  installment_invalid: 'Installments are 1 (single payment) to 12.',
  percent_invalid: 'The fee is 0 to 100 percent, with up to three decimals.',
  single_stays: 'Every account has the single payment.',
  plan_unknown: 'It has no such plan.',
  most_invalid: 'A limit is 1 to 12 installments.',
  class_unknown: 'Cards are personal or commercial.',
  category_unknown: 'There is no category with this slug.',
  day_invalid: 'A day is written 2026-12-31 or 31.12.2026.',
  days_crossed: 'The last day is not before the first one.',
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
