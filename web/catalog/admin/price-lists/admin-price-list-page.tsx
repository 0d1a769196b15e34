import '#web/app/page-words.ts'
import { useState } from 'react'
import { getPriceList, listPriceListDealers, listPriceProposals } from '#contract/admin/price-lists.ts'
import { adminPriceListPath, adminPriceListsPath } from '#contract/core/admin-pages.ts'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-price-list-page.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { DealersPanel } from './dealers-panel.tsx'
import { type EditedList, PriceListDialog } from './price-list-dialog.tsx'
import { type ListAction, PriceListActions } from './price-list-actions.tsx'
import { PricesSection, pricesNames } from './prices-section.tsx'
import { ProposalsPanel } from './proposals-panel.tsx'
import { RaiseDialog } from './raise-dialog.tsx'

/** Number of dealers shown on the page of a list. */
const dealersShown = 12

async function load(api: ServerCall, { url, params: { id } }: PageLocation<Route.LoaderArgs>) {
  const [detail, dealers, proposals] = await Promise.all([
    api(getPriceList, { params: { id }, ...queryOf(url, pricesNames) }),
    api(listPriceListDealers, { params: { id }, query: { limit: String(dealersShown) } }),
    api(listPriceProposals, { params: { id } }),
  ])
  return { detail, dealers, proposals: proposals.items }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One price list: its prices, its dealers, and what can be done with it. */
export default function AdminPriceListPage({ loaderData: { detail, dealers, proposals } }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const [action, setAction] = useState<ListAction | null>(null)
  const { list } = detail
  const close = () => setAction(null)
  const edited: EditedList | null =
    action === 'copy' ? { kind: 'new', copyOf: list } : action === 'rename' ? { kind: 'rename', list } : null
  return (
    <AdminFrame title={<BackTo to={adminPriceListsPath}>{t('administration.priceLists.title')}</BackTo>}>
      <PageHead
        title={list.name}
        description={t('priceLists.description')}
        canonical={adminPriceListPath(list.id)}
        noIndex
      />
      <div key={list.id} className="flex max-w-420 flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex flex-col gap-1.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{list.name}</h1>
              <span className="code text-13 text-ink-2">{list.code}</span>
              {list.isDefault && <Badge tone="info">{t('priceLists.default')}</Badge>}
            </div>
            <ListSums>
              <ListSum name={t('priceLists.facts.products')}>{formatQuantity(list.products)}</ListSum>
              <ListSum name={t('priceLists.facts.units')}>{formatQuantity(list.units)}</ListSum>
              <ListSum name={t('priceLists.facts.currencies')}>{list.currencies.join(', ') || '–'}</ListSum>
              <ListSum name={t('priceLists.facts.dealers')}>{formatQuantity(list.dealers)}</ListSum>
              <ListSum name={t('priceLists.changedAt')}>
                <Moment date={list.changedAt} />
              </ListSum>
            </ListSums>
          </div>
          <PriceListActions list={list} onChoose={setAction} />
        </div>
        {proposals.length > 0 && <ProposalsPanel list={list} proposals={proposals} />}
        <DealersPanel list={list} dealers={dealers} onAssign={() => setAction('assign')} />
        <PricesSection detail={detail} />
      </div>
      {edited !== null && <PriceListDialog key={action} edited={edited} lists={detail.lists} onClose={close} />}
      {action === 'raise' && <RaiseDialog detail={detail} onClose={close} />}
      {action === 'assign' && <AssignDialog list={list} onClose={close} />}
    </AdminFrame>
  )
}
