import type { ShownStep } from '#contract/shop/price-reasons.ts'
import type { PriceStep } from '#domain/pricing/price-steps.ts'

/** A step as screens show it. */
export function shownStep(step: PriceStep): ShownStep {
  return {
    kind: step.kind,
    rule: 'rule' in step ? step.rule.name : null,
    chain: 'chain' in step ? step.chain : null,
    value: Number(step.value),
    currency: step.currency,
  }
}
