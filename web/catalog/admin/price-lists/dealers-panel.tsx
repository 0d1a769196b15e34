import { UserPlus } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import type { ListedPriceList, listPriceListDealers } from '#contract/admin/price-lists.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { adminDealerPath } from '#contract/core/record-paths.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type DealersPanelProps = { list: ListedPriceList; dealers: Reply<typeof listPriceListDealers>; onAssign(): void }

/** The first dealers that buy from a list. */
export function DealersPanel({ list, dealers, onAssign }: DealersPanelProps) {
  const { t, formatQuantity } = useTranslation()
  const more = dealers.total - dealers.items.length
  return (
    <AdminPanel
      title={`${t('priceLists.dealers.title')} (${formatQuantity(list.dealers)})`}
      end={
        <MayChange>
          <Button icon={<UserPlus size={16} aria-hidden="true" />} onClick={onAssign}>
            {t('priceLists.dealers.assign')}
          </Button>
        </MayChange>
      }
    >
      {dealers.items.length === 0 ? (
        <p className="text-ink-2">{t('priceLists.dealers.none')}</p>
      ) : (
        <ul className="flex flex-wrap gap-x-6 gap-y-2 text-13">
          {dealers.items.map(({ id, code, name, isDisabled }) => (
            <li key={id} className="flex items-center gap-2">
              <AreaLink to={adminDealerPath(id)} className="font-medium hover:underline">
                {name}
              </AreaLink>
              <span className="code text-ink-2">{code}</span>
              {isDisabled && <span className="text-ink-2">{t('priceLists.dealers.disabled')}</span>}
            </li>
          ))}
          {more > 0 && (
            <li className="text-ink-2">{t('priceLists.dealers.further', { count: formatQuantity(more) })}</li>
          )}
        </ul>
      )}
    </AdminPanel>
  )
}
