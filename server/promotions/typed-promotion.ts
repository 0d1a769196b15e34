import type { PromotionValues } from '#contract/admin/promotions.ts'
import { parseNumber } from '#domain/money/number-text.ts'
import { ofItsKind, type PromotionDraft, type PromotionIssue } from '#domain/promotions/check-promotion.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'

const shown = (number: string): string => number.replace('.', ',')

/** A promotion as its form shows it: numbers in Turkish notation. */
export function typedOf(draft: PromotionDraft): PromotionValues {
  return {
    ...draft,
    buy: shown(draft.buy),
    price: shown(draft.price),
    steps: draft.steps.map(({ amount, percent, freeDelivery }) => {
      return { amount: shown(amount), percent: shown(percent), freeDelivery }
    }),
  }
}

/** Reads a form. A number that cannot be read is an issue, and stays as it is in the draft. */
export function readTyped(typed: PromotionValues): { draft: PromotionDraft; issues: PromotionIssue[] } {
  const issues: PromotionIssue[] = []
  const text = (value: string) => cleanText(value.toWellFormed())
  const number = (field: PromotionIssue['field'], value: string): string => {
    const cleaned = text(value)
    if (cleaned === '') return ''
    const read = parseNumber(cleaned, ',')
    if (read.ok && read.currency === undefined) return read.value
    issues.push({ field, problem: 'number', facts: { value: cleaned.slice(0, 60) } })
    return cleaned
  }
  const draft: PromotionDraft = {
    ...typed,
    code: text(typed.code),
    name: text(typed.name),
    nameEn: text(typed.nameEn),
    dealer: text(typed.dealer),
    group: text(typed.group),
    region: text(typed.region),
    product: text(typed.product),
    brand: text(typed.brand),
    category: text(typed.category),
    buy: number('buy', typed.buy),
    free: number('free', typed.free),
    freeProduct: text(typed.freeProduct),
    price: number('price', typed.price),
    currency: text(typed.currency),
    steps: typed.steps.map(({ amount, percent, freeDelivery }) => {
      return { amount: number('steps', amount), percent: number('steps', percent), freeDelivery }
    }),
    parts: typed.parts.map(({ product, unit, quantity }) => {
      return { product: text(product), unit: text(unit), quantity: number('parts', quantity) }
    }),
    startsOn: text(typed.startsOn),
    endsOn: text(typed.endsOn),
    priority: text(typed.priority) || '0',
    totalQuota: number('totalQuota', typed.totalQuota),
    dealerQuota: number('dealerQuota', typed.dealerQuota),
    orderLimit: number('orderLimit', typed.orderLimit),
  }
  return { issues, draft: ofItsKind(draft) }
}
