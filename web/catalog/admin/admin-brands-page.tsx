import { adminBrandsPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminBrand, changeBrand, createBrand, listAllBrands } from '#contract/admin/catalog.ts'
import { brandPath } from '#contract/core/pages.ts'
import { queryOf } from '#web/administration/list-address.ts'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-brands-page.ts'
import { LabelDialog, LabelField, type TextOf } from './admin-label-dialog.tsx'
import { LabelsFrame } from './admin-labels-frame.tsx'

const place: ListPlace = { page: adminBrandsPath, names: ['q'] }

const load = (api: ServerCall, { url }: PageLocation) => api(listAllBrands, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** All brands. */
export default function AdminBrandsPage({ loaderData: list }: Route.ComponentProps) {
  const [edited, setEdited] = useState<AdminBrand | 'new' | null>(null)
  return (
    <LabelsFrame
      place={place}
      list={list}
      noun="brands"
      onAdd={() => setEdited('new')}
      dialog={edited !== null && <BrandDialog edited={edited} onClose={() => setEdited(null)} />}
    >
      <ListTable place={place} list={list} columns={columns} noun="brands" below="never">
        {list.items.map((brand) => (
          <BrandRow key={brand.id} brand={brand} onEdit={setEdited} />
        ))}
      </ListTable>
    </LabelsFrame>
  )
}

const columns: readonly Column[] = [
  { name: 'name', className: 'w-full pl-4 2xl:w-1/2' },
  { name: 'code' },
  { name: 'slug', className: 'max-sm:hidden' },
  { name: 'products', align: 'right' },
  { name: 'edit', content: '', className: 'pr-4' },
]

function BrandRow({ brand, onEdit }: { brand: AdminBrand; onEdit(brand: AdminBrand): void }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <tr data-testid="admin-brand" className="h-11 border-b border-line last:border-0 hover:bg-hover">
      <Cell className="pl-4">
        <AreaLink to={brandPath(brand.slug)} className="font-medium hover:underline">
          {brand.name}
        </AreaLink>
      </Cell>
      <Cell className="code whitespace-nowrap text-ink-2">{brand.code}</Cell>
      <Cell className="code whitespace-nowrap text-ink-2 max-sm:hidden">/{brand.slug}</Cell>
      <Cell align="right">{brand.products === null ? '' : formatQuantity(brand.products)}</Cell>
      <Cell align="right" className="pr-4">
        <MayChange>
          <IconButton label={t('administration.labels.edit', { name: brand.name })} onClick={() => onEdit(brand)}>
            <Pencil size={16} aria-hidden="true" />
          </IconButton>
        </MayChange>
      </Cell>
    </tr>
  )
}

function BrandDialog({ edited, onClose }: { edited: AdminBrand | 'new'; onClose(): void }) {
  const { t } = useTranslation()
  const brand = edited === 'new' ? null : edited
  const title = (name: string) => t(`administration.brands.columns.${name}`)
  const save = (textOf: TextOf) => {
    const body = { name: textOf('name'), slug: textOf('slug'), code: textOf('code') }
    return brand === null ? call(createBrand, { body }) : call(changeBrand, { params: { id: String(brand.id) }, body })
  }
  const fields = ['name', 'code', 'slug'] as const
  return (
    <LabelDialog
      save={save}
      title={brand === null ? t('administration.brands.add') : t('administration.labels.edit', { name: brand.name })}
      onClose={onClose}
    >
      {(form) =>
        fields.map((name) => (
          <LabelField
            key={name}
            name={name}
            label={title(name)}
            value={brand?.[name] ?? ''}
            form={form}
            hint={name === 'name' ? undefined : t('administration.labels.slugHint')}
          />
        ))
      }
    </LabelDialog>
  )
}
