import '#web/app/page-words.ts'
import { useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminBackOrder, listBackOrders } from '#contract/admin/back-orders.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { adminBackOrdersPath } from '#contract/core/admin-pages.ts'
import { adminOrderPath, adminProductPath } from '#contract/core/record-paths.ts'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { cardRow } from '#web/ui/card-table.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-back-orders-page.ts'
import { FillButtons } from './fill-buttons.tsx'

const place: ListPlace = { page: adminBackOrdersPath, names: ['q', 'dealer', 'ready'], sort: 'date' }

const load = (api: ServerCall, { url }: PageLocation) => api(listBackOrders, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type List = Reply<typeof listBackOrders>

const keyOf = ({ orderId, lineNo }: AdminBackOrder) => `${orderId} ${lineNo}`

/** Order lines that wait for stock; stock that arrived is assigned to them. */
export default function AdminBackOrdersPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const [chosen, onChoose] = useState<ReadonlySet<string>>(new Set())
  const chosenLines = list.items.filter((line) => line.ready > 0 && chosen.has(keyOf(line)))
  return (
    <ListFrame
      place={place}
      list={list}
      noun="backOrders"
      filter={<BackOrdersFilter list={list} />}
      head={
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <p className="text-13 text-ink-2">
            {t('administration.backOrders.count', { count: list.total, number: formatQuantity(list.total) })}
            {' · '}
            {t('administration.backOrders.readyCount', {
              count: list.readyCount,
              number: formatQuantity(list.readyCount),
            })}
          </p>
          <FillButtons chosen={chosenLines} readyCount={list.readyCount} onDone={() => onChoose(new Set())} />
        </div>
      }
    >
      <BackOrdersTable list={list} chosen={chosen} onChoose={onChoose} />
    </ListFrame>
  )
}

function BackOrdersFilter({ list }: { list: List }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.backOrders.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')}>
      <FilterSelect name="ready" label={text('ready')} value={list.ready}>
        <option value="">{text('all')}</option>
        <option value="1">{text('onlyReady')}</option>
      </FilterSelect>
      <FilterText name="q" label={text('q')} value={list.q} />
      <FilterText name="dealer" label={text('dealer')} value={list.dealer} hint={text('dealerHint')} />
    </ListFilter>
  )
}

type Choice = { chosen: ReadonlySet<string>; onChoose(chosen: ReadonlySet<string>): void }

const box = 'relative z-1 block size-4.5 accent-(--brand) disabled:opacity-40 pointer-coarse:size-6'

function BackOrdersTable({ list, chosen, onChoose }: Choice & { list: List }) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  const ready = list.items.filter((line) => line.ready > 0).map(keyOf)
  const isAll = ready.length > 0 && ready.every((key) => chosen.has(key))
  const chooseAll = (
    <input
      type="checkbox"
      aria-label={t('administration.backOrders.chooseAll')}
      checked={isAll}
      disabled={ready.length === 0}
      className={box}
      onChange={() => onChoose(new Set(isAll ? [] : ready))}
    />
  )
  const columns: readonly Column[] = [
    ...(mayChange ? [{ name: 'choice', content: chooseAll, className: 'w-10 pl-4' }] : []),
    { name: 'order', ...(!mayChange && { className: 'pl-4' }) },
    { name: 'date', sort: 'date' },
    { name: 'dealer', className: 'w-1/3' },
    { name: 'product', sort: 'product', className: 'w-2/3' },
    { name: 'waiting', align: 'right' },
    { name: 'stock', align: 'right' },
    { name: 'ready', align: 'right', className: 'pr-4' },
  ]
  return (
    <ListTable place={place} list={list} columns={columns} noun="backOrders">
      {list.items.map((line) => (
        <BackOrderRow key={keyOf(line)} line={line} chosen={chosen} onChoose={onChoose} />
      ))}
    </ListTable>
  )
}

function BackOrderRow({ line, chosen, onChoose }: Choice & { line: AdminBackOrder }) {
  const { t, formatQuantity } = useTranslation()
  const { orderId, orderNo, dealer, dealerCode, productId, code, name, unit, waiting, stock, ready } = line
  const mayChange = useMayChange()
  const key = keyOf(line)
  const isChosen = chosen.has(key)
  return (
    <tr
      data-testid="admin-back-order"
      className={classes(cardRow.xl, mayChange ? 'max-xl:grid-cols-[auto_1fr_auto]' : 'max-xl:grid-cols-[1fr_auto]')}
    >
      {mayChange && (
        <Cell className="max-xl:row-span-4 max-xl:px-0 max-xl:pt-1 xl:pl-4">
          <input
            type="checkbox"
            aria-label={t('administration.backOrders.choose', { number: orderNo, name })}
            checked={isChosen && ready > 0}
            disabled={ready === 0}
            className={box}
            onChange={() => onChoose(new Set(isChosen ? [...chosen].filter((each) => each !== key) : [...chosen, key]))}
          />
        </Cell>
      )}
      <Cell className={classes('whitespace-nowrap max-xl:px-0', !mayChange && 'xl:pl-4')}>
        <AreaLink to={adminOrderPath(orderId)} className="tap code font-medium text-brand-ink hover:underline">
          {orderNo}
        </AreaLink>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:px-0 max-xl:text-right">
        <Moment date={line.date} />
      </Cell>
      <Cell className="max-xl:order-2 max-xl:col-span-2 max-xl:px-0">
        <span className="line-clamp-1">{dealer}</span>
        <span className="code text-12 text-ink-2 max-xl:hidden">{dealerCode}</span>
      </Cell>
      <Cell className="max-xl:order-1 max-xl:col-span-2 max-xl:px-0">
        {productId === null ? (
          <span className="line-clamp-2 font-medium">{name}</span>
        ) : (
          <AreaLink to={adminProductPath(productId)} className="tap line-clamp-2 font-medium hover:underline">
            {name}
          </AreaLink>
        )}
        <span className="code text-12 text-ink-2">{code}</span>
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-3 max-xl:px-0 max-xl:text-left!">
        <span className="text-12 text-ink-2 xl:hidden">{t('administration.backOrders.columns.waiting')} </span>
        {formatQuantity(waiting)} {unit}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:hidden">
        {formatQuantity(stock)}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-3 max-xl:px-0 xl:pr-4">
        {ready > 0 ? (
          <Badge tone="success">
            {t(`administration.backOrders.${ready < waiting ? 'partlyReady' : 'ready'}`, {
              quantity: formatQuantity(ready),
              unit,
            })}
          </Badge>
        ) : (
          <span className="text-13 text-ink-2">
            {t(`administration.backOrders.${line.state === 'picking' ? 'inPicking' : 'notReady'}`)}
          </span>
        )}
      </Cell>
    </tr>
  )
}
