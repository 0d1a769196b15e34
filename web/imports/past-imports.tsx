import { Link } from '#web/ui/link.tsx'
import { type ImportState, importRetentionDays } from '#contract/admin/imports/imports.ts'
import { Moment } from '#web/app/moment.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ImportStateBadge } from './import-state-badge.tsx'

type Item = {
  id: number
  path: string
  files: string
  state: ImportState
  /** In the order that `figuresTitle` names; null before the first preview. */
  figures: readonly number[] | null
  createdBy: string
  createdAt: string
}
type ListProps = { items: readonly Item[]; figuresTitle: string }
type Props = ListProps & { page: number; pages: number; to(page: number): string }

/** Imports of one kind, newest first. */
export function PastImports({ items, figuresTitle, ...paging }: Props) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="past-imports" className="flex flex-col gap-2">
      <h2 id="past-imports" className="text-16 font-semibold">
        {t('imports.list.title')}
      </h2>
      {items.length === 0 ? (
        <EmptyState title={t('imports.list.empty')} text={t('imports.list.emptyText', { days: importRetentionDays })} />
      ) : (
        <ImportsTable items={items} figuresTitle={figuresTitle} />
      )}
      <Pagination {...paging} />
    </section>
  )
}

function ImportsTable({ items, figuresTitle }: ListProps) {
  const { t } = useTranslation()
  const title = (name: string) => t(`imports.list.${name}`)
  return (
    <CardTable
      label={title('title')}
      below="xl"
      head={
        <>
          <HeadCell className="pl-4">{title('number')}</HeadCell>
          <HeadCell>{title('files')}</HeadCell>
          <HeadCell>{title('state')}</HeadCell>
          <HeadCell align="right">{figuresTitle}</HeadCell>
          <HeadCell>{title('who')}</HeadCell>
          <HeadCell className="pr-4">{title('when')}</HeadCell>
        </>
      }
    >
      {items.map((item) => (
        <ImportRow key={item.id} item={item} figuresTitle={figuresTitle} />
      ))}
    </CardTable>
  )
}

function ImportRow({ item, figuresTitle }: { item: Item; figuresTitle: string }) {
  const { t, formatQuantity } = useTranslation()
  const { id, path, files, state, figures, createdBy, createdAt } = item
  return (
    <tr data-testid="import" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="max-xl:px-0 xl:pl-4">
        {/* The whole row links to the import. */}
        <Link
          to={path}
          aria-label={t('imports.list.open', { number: String(id) })}
          className="font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {id}
        </Link>
      </Cell>
      <Cell className="[overflow-wrap:anywhere] max-xl:order-1 max-xl:col-span-2 max-xl:px-0 xl:max-w-80">{files}</Cell>
      <Cell className="max-xl:px-0 max-xl:text-right">
        <ImportStateBadge state={state} />
      </Cell>
      <Cell
        align="right"
        className="whitespace-nowrap tabular-nums max-xl:order-4 max-xl:col-span-2 max-xl:px-0 max-xl:text-left!"
      >
        {figures && <span className="text-12 text-ink-2 xl:hidden">{figuresTitle}: </span>}
        {figures?.map((n) => formatQuantity(n)).join(' / ')}
      </Cell>
      <Cell className="max-xl:order-2 max-xl:px-0">{createdBy}</Cell>
      <Cell className="whitespace-nowrap max-xl:order-3 max-xl:px-0 max-xl:text-right xl:pr-4">
        <Moment date={createdAt} />
      </Cell>
    </tr>
  )
}
