import { Link } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useCartActions, useOffSaleLines } from '#web/cart/use-cart.ts'

type OffSaleNoteProps = { isInCart?: boolean; className?: string }

/**
 * Explains that lines no longer on sale stop the order; in the cart they can be removed, in checkout it links to the
 * cart.
 */
export function OffSaleNote({ isInCart = false, className }: OffSaleNoteProps) {
  const { t } = useTranslation()
  const { remove } = useCartActions()
  const lines = useOffSaleLines()
  if (lines.length === 0) return null
  return (
    <MessageStrip
      tone="danger"
      role="status"
      actions={
        isInCart ? (
          <Button size="sm" variant="danger" onClick={() => lines.forEach(remove)}>
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
