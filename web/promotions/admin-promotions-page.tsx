import '#web/app/page-words.ts'
import { FileUp, Plus } from 'lucide-react'
import { type ListedPromotion, listPromotions, promotionStates } from '#contract/admin/promotions.ts'
import { adminFileImportsPath, adminPromotionPath, adminPromotionsPath } from '#contract/core/admin-pages.ts'
import { promotionKinds } from '#domain/promotions/promotion-kinds.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { RuleStateBadge } from '#web/pricing/rule-state-badge.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-promotions-page.ts'
import { PromotionKindsGuide } from './promotion-kinds-guide.tsx'
import { usePromotionTexts } from './promotion-texts.ts'

const place: ListPlace = { page: adminPromotionsPath, names: ['q', 'kind', 'state'], sort: 'name' }

const load = async (api: ServerCall, { url }: PageLocation) => ({
  list: await api(listPromotions, queryOf(url, place.names)),
})
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type Loaded = Route.ComponentProps['loaderData']

/** All promotions. */
export default function AdminPromotionsPage({ loaderData: { list } }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <ListFrame
      place={place}
      list={list}
      noun="promotions"
      filter={<PromotionsFilter list={list} />}
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ListSums>
            <ListSum name={t('administration.promotions.count')}>{formatQuantity(list.total)}</ListSum>
          </ListSums>
          <div className="flex flex-wrap gap-2">
            <ExportButtons name="promotions" place={place} list={list} />
            <MayChange>
              <AreaLink isAction to={adminFileImportsPath('promotions')} className={buttonClasses('outline', 'card')}>
                <FileUp size={16} aria-hidden="true" /> {t('administration.promotions.import')}
              </AreaLink>
            </MayChange>
            <MayChange>
              <AreaLink isAction to={adminPromotionPath('yeni')} className={buttonClasses('solid', 'card')}>
                <Plus size={16} aria-hidden="true" /> {t('administration.promotions.add')}
              </AreaLink>
            </MayChange>
          </div>
        </div>
      }
      guide={<PromotionKindsGuide />}
    >
      <ListTable place={place} list={list} columns={columns} noun="promotions">
        {list.items.map((promotion) => (
          <PromotionRow key={promotion.id} promotion={promotion} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

function PromotionsFilter({ list }: { list: Loaded['list'] }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.promotions.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')}>
      <FilterText name="q" label={text('q')} value={list.q} />
      <FilterSelect name="kind" label={text('kind')} value={list.kind}>
        <option value="">{text('all')}</option>
        {promotionKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`promotions.kinds.${kind}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="state" label={text('state')} value={list.state}>
        <option value="">{text('all')}</option>
        {promotionStates.map((state) => (
          <option key={state} value={state}>
            {t(`priceRules.states.${state}`)}
          </option>
        ))}
      </FilterSelect>
    </ListFilter>
  )
}

const columns: readonly Column[] = [
  { name: 'name', sort: 'name', className: 'w-1/4 pl-4' },
  { name: 'kind' },
  { name: 'dealers' },
  { name: 'goods' },
  { name: 'days', sort: 'start' },
  { name: 'priority', sort: 'priority', align: 'right' },
  { name: 'used', align: 'right' },
  { name: 'state', className: 'pr-4' },
]

function PromotionRow({ promotion }: { promotion: ListedPromotion }) {
  const { t, formatQuantity } = useTranslation()
  const { dealers, days, goods, gives } = usePromotionTexts(promotion)
  const { id, code, name, kind, state, priority, needsCoupon, used, totalQuota } = promotion
  return (
    <tr data-testid="promotion" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="[overflow-wrap:anywhere] max-xl:px-0 xl:min-w-50 xl:pl-4">
        {/* The whole row links to the promotion. */}
        <AreaLink
          to={adminPromotionPath(id)}
          className="font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {name}
        </AreaLink>
        <span className="code block text-12 text-ink-2">{code}</span>
      </Cell>
      <Cell className="max-xl:order-3 max-xl:px-0 max-xl:text-ink-2 xl:whitespace-nowrap">
        {t(`promotions.kinds.${kind}`)}
        <span className="block font-medium whitespace-pre-line text-ink">{gives}</span>
        {needsCoupon && <span className="block text-12 text-ink-2">{t('promotions.withCoupon')}</span>}
      </Cell>
      <Cell className="[overflow-wrap:anywhere] max-xl:order-5 max-xl:col-span-2 max-xl:px-0 xl:min-w-40">
        {dealers}
      </Cell>
      <Cell className="[overflow-wrap:anywhere] max-xl:order-6 max-xl:col-span-2 max-xl:px-0 max-xl:text-ink-2 xl:min-w-40">
        {goods}
      </Cell>
      <Cell className="max-xl:order-7 max-xl:col-span-2 max-xl:px-0 max-xl:text-ink-2 xl:min-w-28">{days}</Cell>
      <Cell align="right" className="tabular-nums max-xl:hidden">
        {formatQuantity(priority)}
      </Cell>
      <Cell align="right" className="whitespace-nowrap tabular-nums max-xl:order-4 max-xl:px-0">
        <span className="text-ink-2 xl:hidden">{t('administration.promotions.columns.used')}: </span>
        {totalQuota === null
          ? formatQuantity(used)
          : t('promotions.usedOf', { used: formatQuantity(used), quota: formatQuantity(totalQuota) })}
      </Cell>
      <Cell className="max-xl:order-2 max-xl:px-0 max-xl:text-right xl:pr-4">
        <RuleStateBadge state={state} />
      </Cell>
    </tr>
  )
}
