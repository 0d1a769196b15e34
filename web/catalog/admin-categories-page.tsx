import '#web/app/page-words.ts'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  type AdminCategory,
  changeCategory,
  createCategory,
  listAllCategories,
} from '#contract/catalog-administration.ts'
import type { Reply } from '#contract/endpoint.ts'
import { categoryPath, pages } from '#contract/pages.ts'
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
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-categories-page.ts'
import { LabelDialog, LabelField, type TextOf } from './admin-label-dialog.tsx'

const place: ListPlace = { page: pages.adminCategories, names: ['q'] }

export async function loader({ context, request }: Route.LoaderArgs) {
  return context
    .get(callContext)(listAllCategories, queryOf(request.url, place.names))
    .catch((error: unknown) => signInOrThrow(error, request.url))
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listAllCategories, queryOf(request.url, place.names)).catch((error: unknown) =>
    signInOrThrow(error, request.url),
  )
}

type List = Reply<typeof listAllCategories>

/** The tree of categories, for staff. */
export default function AdminCategoriesPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<AdminCategory | 'new' | null>(null)
  return (
    <ListFrame
      {...{ place, list }}
      noun="categories"
      filter={
        <ListFilter isShort {...{ place, list }} label={t('administration.categories.filter')}>
          <FilterText name="q" label={t('administration.labels.search')} value={list.q} />
        </ListFilter>
      }
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ListSums>
            <ListSum name={t('administration.categories.count')}>{formatQuantity(list.total)}</ListSum>
          </ListSums>
          <div className="flex flex-wrap gap-2">
            <ExportButtons name="categories" {...{ place, list }} />
            <Button
              look="solid"
              size="card"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => setEdited('new')}
            >
              {t('administration.categories.add')}
            </Button>
          </div>
          {edited !== null && <CategoryDialog {...{ list, edited }} onClose={() => setEdited(null)} />}
        </div>
      }
    >
      <CategoriesTable items={list.items} onEdit={setEdited} />
    </ListFrame>
  )
}

type TableProps = { items: readonly AdminCategory[]; onEdit(category: AdminCategory): void }

function CategoriesTable({ items, onEdit }: TableProps) {
  const { t } = useTranslation()
  const title = (name: string) => t(`administration.categories.columns.${name}`)
  return (
    <section className={adminTable}>
      <Table aria-label={t('administration.categories.title')}>
        <TableHead>
          <tr className="border-b border-line">
            <HeadCell className="w-full pl-4">{title('name')}</HeadCell>
            <HeadCell className="max-sm:hidden">{title('slug')}</HeadCell>
            <HeadCell align="right" className="max-sm:hidden">
              {title('position')}
            </HeadCell>
            <HeadCell align="right">{title('products')}</HeadCell>
            <HeadCell className="pr-4" />
          </tr>
        </TableHead>
        <tbody>
          {items.map((category) => (
            <tr
              key={category.id}
              data-testid="admin-category"
              className="h-11 border-b border-line last:border-0 hover:bg-hover"
            >
              <Cell className="pl-4">
                <span className="block" style={{ paddingLeft: `${category.depth * 1.25}rem` }}>
                  <Link to={categoryPath(category.slug)} className="font-medium hover:underline">
                    {category.name}
                  </Link>
                </span>
              </Cell>
              <Cell className="code whitespace-nowrap text-ink-2 max-sm:hidden">/{category.slug}</Cell>
              <Cell align="right" className="max-sm:hidden">
                {category.position}
              </Cell>
              <Cell align="right">{category.products === null ? '' : formatQuantity(category.products)}</Cell>
              <Cell align="right" className="pr-4">
                <IconButton
                  label={t('administration.labels.edit', { name: category.name })}
                  onClick={() => onEdit(category)}
                >
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

type DialogProps = { list: List; edited: AdminCategory | 'new'; onClose(): void }

function CategoryDialog({ list, edited, onClose }: DialogProps) {
  const { t } = useTranslation()
  const category = edited === 'new' ? null : edited
  const title = (name: string) => t(`administration.categories.columns.${name}`)
  const save = (textOf: TextOf) => {
    const parentId = textOf('parentId') === '' ? null : Number(textOf('parentId'))
    const body = { name: textOf('name'), slug: textOf('slug'), position: Number(textOf('position')), parentId }
    return category === null
      ? call(createCategory, { body })
      : call(changeCategory, { params: { id: String(category.id) }, body })
  }
  return (
    <LabelDialog
      save={save}
      title={
        category === null
          ? t('administration.categories.add')
          : t('administration.labels.edit', { name: category.name })
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <LabelField name="name" label={title('name')} value={category?.name ?? ''} form={form} />
          <LabelField
            name="slug"
            label={title('slug')}
            value={category?.slug ?? ''}
            form={form}
            hint={t('administration.labels.slugHint')}
          />
          <Field label={title('parent')} error={form.errors.parentId}>
            {(wired) => (
              <Select {...wired} size="lg" name="parentId" defaultValue={category?.parentId ?? ''} className="w-full">
                <option value="">{t('administration.categories.none')}</option>
                {list.all
                  .filter(({ id }) => id !== category?.id)
                  .map(({ id, name, depth }) => (
                    <option key={id} value={id}>
                      {`${'\u00a0\u00a0'.repeat(depth)}${name}`}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
          <LabelField
            name="position"
            label={title('position')}
            value={String(category?.position ?? 0)}
            form={form}
            type="number"
          />
        </>
      )}
    </LabelDialog>
  )
}
