import { adminCategoriesPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminCategory, changeCategory, createCategory, listAllCategories } from '#contract/admin/catalog.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { categoryPath } from '#contract/core/pages.ts'
import { queryOf } from '#web/administration/list-address.ts'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Field } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-categories-page.ts'
import { LabelDialog, LabelField, type TextOf } from './admin-label-dialog.tsx'
import { LabelsFrame } from './admin-labels-frame.tsx'

const place: ListPlace = { page: adminCategoriesPath, names: ['q'] }

const load = (api: ServerCall, { url }: PageLocation) => api(listAllCategories, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type List = Reply<typeof listAllCategories>

/** The category tree. */
export default function AdminCategoriesPage({ loaderData: list }: Route.ComponentProps) {
  const [edited, setEdited] = useState<AdminCategory | 'new' | null>(null)
  return (
    <LabelsFrame
      place={place}
      list={list}
      noun="categories"
      onAdd={() => setEdited('new')}
      dialog={edited !== null && <CategoryDialog list={list} edited={edited} onClose={() => setEdited(null)} />}
    >
      <ListTable place={place} list={list} columns={columns} noun="categories" below="never">
        {list.items.map((category) => (
          <CategoryRow key={category.id} category={category} onEdit={setEdited} />
        ))}
      </ListTable>
    </LabelsFrame>
  )
}

const columns: readonly Column[] = [
  { name: 'name', className: 'w-full pl-4 2xl:w-1/2' },
  { name: 'code', className: 'max-sm:hidden' },
  { name: 'slug', className: 'max-sm:hidden' },
  { name: 'position', align: 'right', className: 'max-sm:hidden' },
  { name: 'products', align: 'right' },
  { name: 'edit', content: '', className: 'pr-4' },
]

function CategoryRow({ category, onEdit }: { category: AdminCategory; onEdit(category: AdminCategory): void }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <tr data-testid="admin-category" className="h-11 border-b border-line last:border-0 hover:bg-hover">
      <Cell className="pl-4">
        <span className="block" style={{ paddingLeft: `${category.depth * 1.25}rem` }}>
          <AreaLink to={categoryPath(category.slug)} className="font-medium hover:underline">
            {category.name}
          </AreaLink>
        </span>
      </Cell>
      <Cell className="code whitespace-nowrap text-ink-2 max-sm:hidden">{category.code}</Cell>
      <Cell className="code whitespace-nowrap text-ink-2 max-sm:hidden">/{category.slug}</Cell>
      <Cell align="right" className="max-sm:hidden">
        {category.position}
      </Cell>
      <Cell align="right">{category.products === null ? '' : formatQuantity(category.products)}</Cell>
      <Cell align="right" className="pr-4">
        <MayChange>
          <IconButton label={t('administration.labels.edit', { name: category.name })} onClick={() => onEdit(category)}>
            <Pencil size={16} aria-hidden="true" />
          </IconButton>
        </MayChange>
      </Cell>
    </tr>
  )
}

type DialogProps = { list: List; edited: AdminCategory | 'new'; onClose(): void }

function CategoryDialog({ list, edited, onClose }: DialogProps) {
  const { t } = useTranslation()
  const category = edited === 'new' ? null : edited
  const title = (name: string) => t(`administration.categories.columns.${name}`)
  const save = (textOf: TextOf) => {
    const parentId = textOf('parentId') === '' ? null : Number(textOf('parentId'))
    const texts = { name: textOf('name'), code: textOf('code'), slug: textOf('slug') }
    const body = { ...texts, position: Number(textOf('position')), parentId }
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
            name="code"
            label={title('code')}
            value={category?.code ?? ''}
            form={form}
            hint={t('administration.categories.codeHint')}
          />
          <LabelField
            name="slug"
            label={title('slug')}
            value={category?.slug ?? ''}
            form={form}
            hint={t('administration.labels.slugHint')}
          />
          <Field label={title('parent')} error={form.errors.parentId}>
            {(fieldProps) => (
              <Select
                {...fieldProps}
                size="lg"
                name="parentId"
                defaultValue={category?.parentId ?? ''}
                className="w-full"
              >
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
