import type { Locale } from '#contract/core/visitor.ts'
import type { ShownStep } from '#contract/shop/price-reasons.ts'
import { translate } from '#server/platform/http/words.ts'
import type { PriceStep, StepRule } from '#domain/pricing/price-steps.ts'

/** The name of a rule as it was when the price was made. */
export const ruleNameIn = ({ name, nameEn = name }: StepRule, locale: Locale): string =>
  locale === 'en' ? nameEn : name

/**
 * A step as screens show it. A floor from cost has neither its rule nor its percentage unless `seesCosts`: names of rules often
 * contain the percentage, and together with the price it gives the cost away.
 */
export function shownStep(step: PriceStep, locale: Locale, { seesCosts = false } = {}): ShownStep {
  const aboveCost = step.kind === 'floor' ? step.aboveCost : undefined
  const isHidden = aboveCost !== undefined && !seesCosts
  return {
    kind: step.kind,
    rule: isHidden
      ? translate(locale, 'priceReasons.storeMinimum')
      : 'rule' in step
        ? ruleNameIn(step.rule, locale)
        : null,
    chain: 'chain' in step ? step.chain : null,
    ...(aboveCost !== undefined && seesCosts && { aboveCost: Number(aboveCost) }),
    value: Number(step.value),
    currency: step.currency,
  }
}
