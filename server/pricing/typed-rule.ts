import type { PriceRuleValues } from '#contract/admin/price-rules.ts'
import { parseNumber } from '#domain/money/number-text.ts'
import type { RuleDraft, RuleIssue } from '#domain/pricing/check-rule.ts'
import { priceText } from '#domain/pricing/price-text.ts'
import { formFormats } from '#domain/text/format.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'

/** A rule as its form shows it: numbers in Turkish notation. */
export function typedOf(draft: RuleDraft): PriceRuleValues {
  return {
    ...draft,
    price: draft.price === '' ? '' : priceText(draft.price),
    chain: draft.chain.replaceAll('.', ','),
    minQuantity: draft.minQuantity === '' ? '' : formFormats.formatQuantity(Number(draft.minQuantity)),
  }
}

/** Reads a form. A number that cannot be read is an issue, and missing in the draft. */
export function readTyped(typed: PriceRuleValues): { draft: RuleDraft; issues: RuleIssue[] } {
  const issues: RuleIssue[] = []
  const numberOf = (field: 'price' | 'minQuantity', problem: RuleIssue['problem']): string => {
    const text = cleanText(typed[field])
    if (text === '') return ''
    const number = parseNumber(text, ',')
    if (number.ok && number.currency === undefined) return number.value
    issues.push({ field, problem, facts: { value: text.slice(0, 60) } })
    return ''
  }
  const text = (field: keyof PriceRuleValues) => cleanText(String(typed[field]).toWellFormed())
  return {
    issues,
    draft: {
      ...typed,
      code: text('code'),
      name: text('name'),
      dealer: text('dealer'),
      group: text('group'),
      region: text('region'),
      product: text('product'),
      brand: text('brand'),
      category: text('category'),
      priceList: text('priceList'),
      price: numberOf('price', 'rule_price_invalid'),
      currency: text('currency'),
      chain: text('chain'),
      minQuantity: numberOf('minQuantity', 'rule_quantity_invalid'),
      unit: text('unit'),
      startsOn: text('startsOn'),
      endsOn: text('endsOn'),
      priority: text('priority') || '0',
    },
  }
}
