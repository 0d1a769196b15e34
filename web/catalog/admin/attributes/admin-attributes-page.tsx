import '#web/app/page-words.ts'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type AdminAttribute, deleteAttribute, listAttributes } from '#contract/admin/attributes.ts'
import { adminAttributesPath } from '#contract/core/admin-pages.ts'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-attributes-page.ts'
import { AttributeDialog } from './attribute-dialog.tsx'

const place: ListPlace = { page: adminAttributesPath, names: ['q'] }

const load = (api: ServerCall, { url }: PageLocation) => api(listAttributes, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The technical attributes: what product data means, and what lists are filtered by. */
export default function AdminAttributesPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const [edited, setEdited] = useState<AdminAttribute | 'new' | null>(null)
  return (
    <ListFrame
      place={place}
      list={list}
      noun="attributes"
      filter={
        <ListFilter isShort place={place} list={list} label={t('administration.attributes.filter')}>
          <FilterText name="q" label={t('administration.labels.search')} value={list.q} />
        </ListFilter>
      }
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ListSums>
            <ListSum name={t('administration.attributes.count')}>{formatQuantity(list.total)}</ListSum>
          </ListSums>
          <MayChange>
            <Button
              variant="solid"
              size="card"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => setEdited('new')}
            >
              {t('administration.attributes.add')}
            </Button>
          </MayChange>
          {edited !== null && <AttributeDialog list={list} edited={edited} onClose={() => setEdited(null)} />}
        </div>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="attributes" below="never">
        {list.items.map((attribute) => (
          <AttributeRow key={attribute.id} attribute={attribute} onEdit={setEdited} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

const columns: readonly Column[] = [
  { name: 'name', className: 'w-full pl-4 2xl:w-1/3' },
  { name: 'type' },
  { name: 'group', className: 'max-xl:hidden' },
  { name: 'category', className: 'max-lg:hidden' },
  { name: 'filter', className: 'max-sm:hidden' },
  { name: 'position', align: 'right', className: 'max-sm:hidden' },
  { name: 'products', align: 'right' },
  { name: 'edit', content: '', className: 'pr-4' },
]

type RowProps = { attribute: AdminAttribute; onEdit(attribute: AdminAttribute): void }

function AttributeRow({ attribute, onEdit }: RowProps) {
  const { t, formatQuantity } = useTranslation()
  const { nameTr, nameEn, key, type, unit, choices, isFilter } = attribute
  const typeText = t(`administration.attributes.types.${type}`)
  return (
    <tr data-testid="admin-attribute" className="h-11 border-b border-line last:border-0 hover:bg-hover">
      <Cell className="py-1.5 pl-4">
        <span className="font-medium">{nameTr}</span>
        {nameEn !== '' && <span className="text-ink-2"> / {nameEn}</span>}
        <span className="code block text-12 text-ink-3">{key}</span>
      </Cell>
      <Cell className="whitespace-nowrap">
        {typeText}
        {unit !== '' && ` (${unit})`}
        {type === 'list' && ` (${formatQuantity(choices.length)})`}
      </Cell>
      <Cell className="text-ink-2 whitespace-nowrap max-xl:hidden">{attribute.groupTr}</Cell>
      <Cell className="text-ink-2 whitespace-nowrap max-lg:hidden">
        {attribute.category ?? t('administration.attributes.everywhere')}
      </Cell>
      <Cell className="max-sm:hidden">
        {isFilter && <Badge tone="success">{t('administration.attributes.isFilter')}</Badge>}
      </Cell>
      <Cell align="right" className="max-sm:hidden">
        {attribute.position}
      </Cell>
      <Cell align="right">{formatQuantity(attribute.products)}</Cell>
      <Cell align="right" className="pr-4 whitespace-nowrap">
        <MayChange>
          <IconButton label={t('administration.labels.edit', { name: nameTr })} onClick={() => onEdit(attribute)}>
            <Pencil size={16} aria-hidden="true" />
          </IconButton>
          <DeleteButton attribute={attribute} />
        </MayChange>
      </Cell>
    </tr>
  )
}

/** Asks first when products have values; they keep them as free technical data. */
function DeleteButton({ attribute: { id, nameTr: name, products } }: { attribute: AdminAttribute }) {
  const { t, formatQuantity } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  async function remove(): Promise<void> {
    const answer = await showAlert({
      title: t('administration.attributes.delete', { name }),
      text: t(products > 0 ? 'administration.attributes.deleteUsed' : 'administration.attributes.deleteUnused', {
        count: products,
        number: formatQuantity(products),
      }),
      actions: [{ label: t('administration.attributes.deleteNow'), value: 'delete', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'delete') return
    await send(
      async () => {
        await call(deleteAttribute, { params: { id: String(id) } })
        await revalidate()
        notify.success(t('administration.attributes.deleted', { name }), { id: 'attribute' })
      },
      (error) => notify.error(error.message),
    )
  }
  return (
    <IconButton
      variant="danger"
      label={t('administration.attributes.delete', { name })}
      disabled={isBusy}
      onClick={() => void remove()}
    >
      <Trash2 size={16} aria-hidden="true" />
    </IconButton>
  )
}
