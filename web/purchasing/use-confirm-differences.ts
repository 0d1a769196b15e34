import type { Purchase, PurchaseLine } from '#contract/shop/purchases.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { changedLines, hasNewPrice, isBlocked, linesWithNewQuantity } from './purchase-differences.ts'

/** `approve`: as it is now. `open`: look at the request first. Null: nothing. */
type Answer = 'approve' | 'open' | null

/**
 * Asks before an approval if something is no longer as the buyer sent it, and shows what. Answers `approve` at once if
 * nothing has changed. `isListed`: the lines are not on screen, so that changed quantities count too, and the request can
 * be opened.
 */
export function useConfirmDifferences(isListed: boolean): (purchase: Purchase) => Promise<Answer> {
  const { t, formatMoney, formatQuantity } = useTranslation()

  function textsOf(line: PurchaseLine): string[] {
    const { price, priceBefore, isShort, shortage, problem, quantity, quantityBefore, unit } = line
    const stock =
      shortage === undefined
        ? t('purchases.lines.short')
        : t('purchases.lines.shortOf', { count: formatQuantity(shortage) })
    return [
      ...(hasNewPrice(line) && price && priceBefore
        ? [`${formatMoney(priceBefore.value, priceBefore.currency)} → ${formatMoney(price.value, price.currency)}`]
        : []),
      ...(isShort ? [stock] : []),
      ...(problem === null ? [] : [t(`purchases.problems.${problem}`)]),
      ...(isListed && quantity !== quantityBefore
        ? [`${formatQuantity(quantityBefore)} → ${formatQuantity(quantity)} ${unit}`]
        : []),
    ]
  }

  return async (purchase) => {
    const changed = new Set([...changedLines(purchase), ...(isListed ? linesWithNewQuantity(purchase) : [])])
    if (changed.size === 0) return 'approve'
    const { total, totalBefore, lines } = purchase
    const sums =
      total && totalBefore && (total.value !== totalBefore.value || total.currency !== totalBefore.currency)
        ? [
            t('purchases.confirm.total', {
              before: formatMoney(totalBefore.value, totalBefore.currency),
              now: formatMoney(total.value, total.currency),
            }),
          ]
        : []
    const facts = lines.filter((line) => changed.has(line)).map((line) => `${line.name}: ${textsOf(line).join(' · ')}`)
    const cannot = isBlocked(purchase)
    const answer = await showAlert({
      title: t('purchases.confirm.title'),
      text: t(cannot ? 'purchases.confirm.blocked' : 'purchases.confirm.text'),
      facts: [...sums, ...facts].join('\n'),
      actions: [
        ...(isListed ? [{ label: t('purchases.confirm.open'), value: 'open' }] : []),
        ...(cannot ? [] : [{ label: t('purchases.action.approve'), value: 'approve', variant: 'solid' as const }]),
      ],
      close: t('ui.cancel'),
    })
    return answer === 'approve' || answer === 'open' ? answer : null
  }
}
