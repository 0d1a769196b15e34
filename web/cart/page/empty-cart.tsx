import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { useBackToShop } from '#web/product/back-to-shop.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function EmptyCart() {
  const { t } = useTranslation()
  const shop = useBackToShop()
  const mayFill = useMayFillCart()
  return (
    <EmptyState
      level="h1"
      className="py-20"
      title={t('cart.empty.title')}
      text={t(mayFill ? 'cart.empty.text' : 'cart.noRight')}
      actions={
        <Link to={shop} className={buttonClasses('solid', 'card')}>
          {t('cart.empty.shop')}
        </Link>
      }
    />
  )
}
