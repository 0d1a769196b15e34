import '#web/app/page-words.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { call } from '#web/app/data/call.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { useLocation } from 'react-router'
import type { Reply } from '#contract/core/endpoint.ts'
import {
  type AdminOrderState as AdminOrderFilterState,
  adminOrderStates,
  listAllOrders,
} from '#contract/admin/orders.ts'
import { pages } from '#contract/core/pages.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterDays, FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { Price } from '#web/app/price.tsx'
import { UnreadStrip } from '#web/notes/unread-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-orders-page.ts'
import { MarkButtons } from './admin-mark-orders.tsx'
import { PickButton } from './admin-pick-button.tsx'
import { PrintSlips } from './admin-print-slips.tsx'
import { ShipButton } from './admin-ship-button.tsx'
import { ShipEach } from './admin-ship-each.tsx'
import { MoveButtons } from './admin-move-orders.tsx'
import { AdminOrdersTable } from './admin-orders-table.tsx'
import { ChoiceStrip } from './choice-strip.tsx'
import { useOrderChoice } from './use-order-choice.ts'

const place: ListPlace = {
  page: pages.adminOrders,
  names: ['q', 'dealer', 'product', 'state', 'from', 'to'],
  sort: '-date',
}

const load = (api: ServerCall, { url }: PageLocation) => api(listAllOrders, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type List = Reply<typeof listAllOrders>

/** Milliseconds between two checks for changed orders. */
const pace = 15_000

/** Orders of all dealers. */
export default function AdminOrdersPage({ loaderData: list }: Route.ComponentProps) {
  const { search } = useLocation()
  useFollow(list, () => call(listAllOrders, queryOf(`http://shop${pages.adminOrders}${search}`, place.names)), pace)
  const { query } = queryOf(`http://shop${pages.adminOrders}${search}`, place.names)
  const filters = { ...query, page: undefined }
  const choice = useOrderChoice(JSON.stringify(filters), list.items)
  const { orders, clear } = choice
  return (
    <ListFrame
      place={place}
      list={list}
      noun="orders"
      filter={<OrdersFilter list={list} />}
      head={
        <>
          <UnreadStrip kind="order" />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <Sums list={list} />
            <div className="ml-auto flex flex-wrap gap-2">
              <MayChange>
                <MoveButtons isList orders={orders} onDone={clear} />
                <PickButton isList orders={orders} />
                <ShipButton isList orders={orders} />
                <ShipEach orders={orders} onDone={clear} />
              </MayChange>
              <PrintSlips orders={orders} />
              <MayChange>
                <MarkButtons chosen={choice.ids} onDone={clear} />
              </MayChange>
              <ExportButtons name="orders" place={place} list={list} />
            </div>
          </div>
          <ChoiceStrip choice={choice} total={list.total} onChooseAll={() => void choice.chooseAll(filters)} />
        </>
      }
    >
      <AdminOrdersTable place={place} list={list} choice={choice} />
    </ListFrame>
  )
}

function OrdersFilter({ list }: { list: List }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.orders.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')}>
      <FilterSelect name="state" label={text('state')} value={list.state}>
        <option value="">{text('allStates')}</option>
        {adminOrderStates.map((state) => (
          <option key={state} value={state}>
            {t(stateName(state))}
          </option>
        ))}
      </FilterSelect>
      <FilterDays from={list.from} to={list.to} />
      <FilterText name="q" label={text('q')} value={list.q} />
      <FilterText name="dealer" label={text('dealer')} value={list.dealer} hint={text('dealerHint')} />
      {list.product !== '' && <FilterText name="product" label={text('product')} value={list.product} />}
    </ListFilter>
  )
}

const ownStates: ReadonlySet<AdminOrderFilterState> = new Set(['active', 'open', 'sent', 'card', 'requested'])
const stateName = (state: AdminOrderFilterState) =>
  ownStates.has(state) ? `administration.orders.states.${state}` : `orders.states.${state}`

/** Sums over all matching orders, not only over this page. */
function Sums({ list: { total, totalTry, cancelledTry } }: { list: List }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <ListSums>
      <ListSum name={t('administration.orders.sums.count')}>{formatQuantity(total)}</ListSum>
      <ListSum name={t('administration.orders.sums.total')}>
        <Price value={totalTry} currency="TRY" />
      </ListSum>
      {cancelledTry > 0 && (
        <ListSum name={t('administration.orders.sums.cancelled')}>
          <Price value={cancelledTry} currency="TRY" />
        </ListSum>
      )}
    </ListSums>
  )
}
