import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Ordered } from './use-list-order.ts'

/** What was added to the cart, and what was not and why. */
export function OrderOutcome({ outcome, onClose }: { outcome: Ordered | null; onClose(): void }) {
  const { t } = useTranslation()
  if (outcome === null) return null
  const { rows, addedCount, goneCount } = outcome
  const refused = rows.filter(({ error }) => error !== undefined)
  return (
    <Dialog
      open
      width="md"
      title={addedCount === 0 ? t('lists.ordered.none') : t('lists.ordered.title')}
      onOpenChange={onClose}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.close')}
          </Button>
          {addedCount > 0 && (
            <Link to={pages.cart} className={buttonClasses('solid', 'card')}>
              {t('lists.ordered.cart')}
            </Link>
          )}
        </>
      }
    >
      <p role="status" className="font-semibold">
        {addedCount === 0 ? t('lists.ordered.none') : t('lists.ordered.added', { count: addedCount })}
      </p>
      {goneCount > 0 && <p className="text-13 text-ink-2">{t('lists.ordered.goneToo', { count: goneCount })}</p>}
      {refused.length > 0 && <h3 className="mt-4 mb-1 text-13 text-ink-2">{t('lists.ordered.refused')}</h3>}
      <ul className="divide-y divide-line">
        {refused.map(({ code, name, error }, at) => (
          <li key={at} className="py-2">
            <ProductCode code={code} className="text-ink-2" /> <span className="font-medium">{name}</span>
            <p className="text-13 text-danger">{error?.messages.type}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
