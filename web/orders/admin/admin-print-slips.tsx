import { Printer } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import type { ChosenOrder } from '#contract/admin/order-bulk.ts'
import { orderSlipsPath } from '#contract/core/admin-pages.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Opens the printed slips of the chosen orders in a tab of their own: the list stays as it is. */
export function PrintSlips({ orders }: { orders: readonly ChosenOrder[] }) {
  const { t, formatQuantity } = useTranslation()
  if (orders.length === 0) return null
  return (
    <AreaLink
      isAction
      to={orderSlipsPath(orders.map(({ id }) => id))}
      target="_blank"
      rel="noreferrer"
      className={buttonClasses('outline', 'card')}
    >
      <Printer size={16} aria-hidden="true" /> {t('administration.orders.slips.print')} ({formatQuantity(orders.length)}
      )
    </AreaLink>
  )
}
