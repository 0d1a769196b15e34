import '#web/app/page-words.ts'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type AdminBrand, changeBrand, createBrand, listAllBrands } from '#contract/catalog-administration.ts'
import { brandPath, pages } from '#contract/pages.ts'
import { formatQuantity } from '#domain/format.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { adminTable } from '#web/administration/list-looks.ts'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { call } from '#web/app/call.ts'
import { callContext } from '#web/app/call-context.ts'
import { signInOrThrow } from '#web/cart/sign-in-redirect.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-brands-page.ts'
import { LabelDialog, LabelField, type TextOf } from './admin-label-dialog.tsx'

const place: ListPlace = { page: pages.adminBrands, names: ['q'] }

export async function loader({ context, request }: Route.LoaderArgs) {
  return context
    .get(callContext)(listAllBrands, queryOf(request.url, place.names))
    .catch((error: unknown) => signInOrThrow(error, request.url))
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listAllBrands, queryOf(request.url, place.names)).catch((error: unknown) =>
    signInOrThrow(error, request.url),
  )
}

/** All brands, for staff. */
export default function AdminBrandsPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<AdminBrand | 'new' | null>(null)
  return (
    <ListFrame
      {...{ place, list }}
      noun="brands"
      filter={
        <ListFilter isShort {...{ place, list }} label={t('administration.brands.filter')}>
          <FilterText name="q" label={t('administration.labels.search')} value={list.q} />
        </ListFilter>
      }
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ListSums>
            <ListSum name={t('administration.brands.count')}>{formatQuantity(list.total)}</ListSum>
          </ListSums>
          <div className="flex flex-wrap gap-2">
            <ExportButtons name="brands" {...{ place, list }} />
            <Button
              look="solid"
              size="card"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => setEdited('new')}
            >
              {t('administration.brands.add')}
            </Button>
          </div>
          {edited !== null && <BrandDialog edited={edited} onClose={() => setEdited(null)} />}
        </div>
      }
    >
      <BrandsTable items={list.items} onEdit={setEdited} />
    </ListFrame>
  )
}

function BrandsTable({ items, onEdit }: { items: readonly AdminBrand[]; onEdit(brand: AdminBrand): void }) {
  const { t } = useTranslation()
  const title = (name: string) => t(`administration.brands.columns.${name}`)
  return (
    <section className={adminTable}>
      <Table aria-label={t('administration.brands.title')}>
        <TableHead>
          <tr className="border-b border-line">
            <HeadCell className="w-full pl-4">{title('name')}</HeadCell>
            <HeadCell>{title('code')}</HeadCell>
            <HeadCell className="max-sm:hidden">{title('slug')}</HeadCell>
            <HeadCell align="right">{title('products')}</HeadCell>
            <HeadCell className="pr-4" />
          </tr>
        </TableHead>
        <tbody>
          {items.map((brand) => (
            <tr
              key={brand.id}
              data-testid="admin-brand"
              className="h-11 border-b border-line last:border-0 hover:bg-hover"
            >
              <Cell className="pl-4">
                <Link to={brandPath(brand.slug)} className="font-medium hover:underline">
                  {brand.name}
                </Link>
              </Cell>
              <Cell className="code whitespace-nowrap text-ink-2">{brand.code}</Cell>
              <Cell className="code whitespace-nowrap text-ink-2 max-sm:hidden">/{brand.slug}</Cell>
              <Cell align="right">{brand.products === null ? '' : formatQuantity(brand.products)}</Cell>
              <Cell align="right" className="pr-4">
                <IconButton label={t('administration.labels.edit', { name: brand.name })} onClick={() => onEdit(brand)}>
                  <Pencil size={16} aria-hidden="true" />
                </IconButton>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
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
            {...(name === 'name' ? {} : { hint: t('administration.labels.slugHint') })}
          />
        ))
      }
    </LabelDialog>
  )
}
