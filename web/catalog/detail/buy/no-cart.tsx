import { Link } from '#web/ui/link.tsx'
import { representativePath } from '#contract/core/representative-pages.ts'
import { useMustChooseDealer } from '#web/app/visitor/use-may-fill-cart.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Why a product page has no button: the role has no cart, or the representative has chosen no dealer. */
export function NoCart() {
  const { t } = useTranslation()
  const mustChoose = useMustChooseDealer()
  if (!mustChoose) return <p className="text-13 text-ink-2">{t('cart.summary.noOrderRight')}</p>
  return (
    <Link to={representativePath} className={buttonClasses('outline', 'lg', 'w-full')}>
      {t('shell.acting.choose')}
    </Link>
  )
}
