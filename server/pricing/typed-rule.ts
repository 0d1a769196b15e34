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
    aboveCost: draft.aboveCost.replace('.', ','),
    minQuantity: quantityText(draft.minQuantity),
    quantity: quantityText(draft.quantity),
  }
}

const quantityText = (quantity: string): string => (quantity === '' ? '' : formFormats.formatQuantity(Number(quantity)))

/** Reads a form. A number that cannot be read is an issue, and missing in the draft. */
export function readTyped(typed: PriceRuleValues): { draft: RuleDraft; issues: RuleIssue[] } {
  const issues: RuleIssue[] = []
  const numberOf = (
    field: 'price' | 'aboveCost' | 'minQuantity' | 'quantity',
    problem: RuleIssue['problem'],
  ): string => {
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
      aboveCost: numberOf('aboveCost', 'rule_above_cost_invalid'),
      minQuantity: numberOf('minQuantity', 'rule_quantity_invalid'),
      quantity: numberOf('quantity', 'rule_quantity_invalid'),
      periodDays: text('periodDays'),
      unit: text('unit'),
      startsOn: text('startsOn'),
      endsOn: text('endsOn'),
      priority: text('priority') || '0',
    },
  }
}
