import '#web/app/page-words.ts'
import { Copy, FilePenLine, GitCompareArrows, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type ListedPriceList, listPriceLists } from '#contract/admin/price-lists.ts'
import {
  adminPriceChangesPath,
  adminPriceComparisonPath,
  adminPriceListPath,
  adminPriceListsPath,
} from '#contract/core/admin-pages.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-price-lists-page.ts'
import { type EditedList, PriceListDialog } from './price-list-dialog.tsx'

const place: ListPlace = { page: adminPriceListsPath, names: [] }

/** With `show=waiting` only the lists with changes that wait for a second person, to which today's board leads. */
async function load(api: ServerCall, { url }: PageLocation) {
  const { items } = await api(listPriceLists)
  const isNarrowed = new URL(url).searchParams.get('show') === 'waiting'
  return { items: isNarrowed ? items.filter(({ waiting }) => waiting > 0) : items, isNarrowed }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const columns: readonly Column[] = [
  { name: 'name', className: 'w-full pl-4' },
  { name: 'code', className: 'max-sm:hidden' },
  { name: 'products', align: 'right' },
  { name: 'currencies', className: 'max-md:hidden' },
  { name: 'dealers', align: 'right' },
  { name: 'changed', className: 'max-lg:hidden' },
  { name: 'actions', content: '', className: 'pr-4' },
]

/** All price lists. */
export default function AdminPriceListsPage({ loaderData: { items, isNarrowed } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<EditedList | null>(null)
  const title = t('administration.priceLists.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('priceLists.description')} canonical={adminPriceListsPath} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="max-w-160 text-13 text-ink-2">
            {isNarrowed ? (
              <>
                {t('priceLists.second.narrowed')}{' '}
                <AreaLink to={adminPriceListsPath} className="tap text-brand-ink underline">
                  {t('priceLists.second.all')}
                </AreaLink>
              </>
            ) : (
              t('priceLists.intro')
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <ExportButtons name="priceLists" place={place} list={{ total: items.length }} />
            <AreaLink isAction to={adminPriceChangesPath} className={buttonClasses('outline', 'card')}>
              <FilePenLine size={16} aria-hidden="true" /> {t('priceChanges.open')}
            </AreaLink>
            {items.length > 1 && (
              <AreaLink isAction to={adminPriceComparisonPath} className={buttonClasses('outline', 'card')}>
                <GitCompareArrows size={16} aria-hidden="true" /> {t('priceLists.compare')}
              </AreaLink>
            )}
            <MayChange>
              <Button
                variant="solid"
                size="card"
                icon={<Plus size={16} aria-hidden="true" />}
                onClick={() => setEdited({ kind: 'new', copyOf: null })}
              >
                {t('priceLists.add')}
              </Button>
            </MayChange>
          </div>
        </div>
        <ListTable place={place} list={{}} columns={columns} noun="priceLists" below="never">
          {items.map((list) => (
            <PriceListRow key={list.id} list={list} onEdit={setEdited} />
          ))}
        </ListTable>
      </div>
      {edited !== null && <PriceListDialog edited={edited} lists={items} onClose={() => setEdited(null)} />}
    </AdminFrame>
  )
}

function PriceListRow({ list, onEdit }: { list: ListedPriceList; onEdit(edited: EditedList): void }) {
  const { t, formatQuantity } = useTranslation()
  const { id, name, code } = list
  return (
    <tr data-testid="price-list" className="h-11 border-b border-line last:border-0 hover:bg-hover">
      <Cell className="py-1.5 pl-4">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <AreaLink to={adminPriceListPath(id)} className="font-medium [overflow-wrap:anywhere] hover:underline">
            {name}
          </AreaLink>
          {list.isDefault && <Badge tone="info">{t('priceLists.default')}</Badge>}
          {list.waiting > 0 && <Badge tone="warning">{t('priceLists.second.badge', { count: list.waiting })}</Badge>}
        </span>
        <span className="block text-12 text-ink-2 lg:hidden">
          <Moment date={list.changedAt} />
        </span>
      </Cell>
      <Cell className="code whitespace-nowrap text-ink-2 max-sm:hidden">{code}</Cell>
      <Cell align="right" className="tabular-nums">
        {formatQuantity(list.products)}
      </Cell>
      <Cell className="whitespace-nowrap text-ink-2 max-md:hidden">{list.currencies.join(', ') || '–'}</Cell>
      <Cell align="right" className="tabular-nums">
        {formatQuantity(list.dealers)}
      </Cell>
      <Cell className="max-lg:hidden">
        <Moment date={list.changedAt} />
      </Cell>
      <Cell align="right" className="pr-4 whitespace-nowrap">
        <MayChange>
          <IconButton label={t('priceLists.copyOf', { name })} onClick={() => onEdit({ kind: 'new', copyOf: list })}>
            <Copy size={16} aria-hidden="true" />
          </IconButton>
        </MayChange>
        <MayChange>
          <IconButton label={t('priceLists.renameOf', { name })} onClick={() => onEdit({ kind: 'rename', list })}>
            <Pencil size={16} aria-hidden="true" />
          </IconButton>
        </MayChange>
      </Cell>
    </tr>
  )
}
