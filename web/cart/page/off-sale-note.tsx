import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { removeLine } from '#web/cart/removals.ts'
import { useOffSaleLines } from '#web/cart/use-cart.ts'

type OffSaleNoteProps = { isInCart?: boolean; className?: string }

/**
 * Explains that lines no longer on sale stop the order; in the cart they can be removed, in checkout it links to the
 * cart.
 */
export function OffSaleNote({ isInCart = false, className }: OffSaleNoteProps) {
  const { t } = useTranslation()
  const cache = useQueryCache()
  const lines = useOffSaleLines()
  if (lines.length === 0) return null
  return (
    <MessageStrip
      tone="danger"
      role="status"
      actions={
        isInCart ? (
          <Button
            size="sm"
            variant="danger"
            onClick={() => lines.forEach((line) => removeLine(cache, line, undefined))}
          >
            {t('cart.summary.removeOffSale')}
          </Button>
        ) : (
          <Link to={pages.cart} className={buttonClasses('outline', 'sm')}>
            {t('cart.goToCart')}
          </Link>
        )
      }
      className={className}
    >
      {t('cart.summary.offSale', { count: lines.length })}
    </MessageStrip>
  )
}
