import '#web/app/page-words.ts'
import type { NavigateFunction } from 'react-router'
import { comparisonPath } from '#contract/core/comparison-path.ts'
import { comparedMax } from '#contract/shop/catalog.ts'
import type { Product } from '#contract/shop/product.ts'
import { t } from '#web/app/i18n.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { comparedIds, toggleCompared } from './compared.ts'

/** Chooses a product to compare, or no longer, and says so; one too many is refused with a sentence. */
export function toggleAndNotify({ id, name }: Pick<Product, 'id' | 'name'>, navigate: NavigateFunction): void {
  const outcome = toggleCompared(id)
  const action = { label: t('compare.open'), run: () => void navigate(comparisonPath(comparedIds())) }
  if (outcome === 'full') notify.error(t('compare.full', { most: comparedMax }), { id: 'compare', action })
  else if (outcome === 'removed') notify.info(t('compare.removed', { name }), { id: 'compare' })
  else notify.success(t('compare.added', { name }), { id: 'compare', action })
}
