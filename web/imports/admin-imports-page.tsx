import '#web/app/page-words.ts'
import { Link } from 'react-router'
import type { Reply } from '#contract/core/endpoint.ts'
import { listProfiles } from '#contract/admin/import-profiles.ts'
import { importRetentionDays, listImports } from '#contract/admin/imports.ts'
import { adminImportPath, pages } from '#contract/core/pages.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { listPath, queryOf } from '#web/administration/list-address.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Pagination } from '#web/app/page/pagination.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-imports-page.ts'
import { ImportKinds } from './import-kinds.tsx'
import { ImportProfiles } from './import-profiles.tsx'
import { ImportStateBadge } from './import-state-badge.tsx'
import { UploadBox } from './upload-box.tsx'

const load = async (api: ServerCall, { url }: PageLocation) => {
  const priceList = new URL(url).searchParams.get('list')?.slice(0, 60) ?? null
  const [list, profiles] = await Promise.all([api(listImports, queryOf(url, [])), api(listProfiles)])
  return { ...list, profiles, priceList }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Uploads files and lists earlier imports. */
export default function AdminImportsPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <AdminFrame title={<h1 className="truncate">{t('imports.title')}</h1>}>
      <PageHead
        title={t('imports.title')}
        description={t('imports.description')}
        canonical={pages.adminImports}
        noIndex
      />
      <div className="flex max-w-420 flex-col gap-5">
        <ImportKinds current="products" />
        <UploadBox priceList={list.priceList} />
        <ImportProfiles loaded={list.profiles} />
        <section aria-labelledby="past-imports" className="flex flex-col gap-2">
          <h2 id="past-imports" className="text-16 font-semibold">
            {t('imports.list.title')}
          </h2>
          {list.items.length === 0 ? (
            <EmptyState
              title={t('imports.list.empty')}
              text={t('imports.list.emptyText', { days: importRetentionDays })}
            />
          ) : (
            <ImportsTable items={list.items} />
          )}
          <Pagination page={list.page} pages={list.pages} to={(page) => listPath(pages.adminImports, { page }, [])} />
        </section>
      </div>
    </AdminFrame>
  )
}

type Import = Reply<typeof listImports>['items'][number]

function ImportsTable({ items }: { items: readonly Import[] }) {
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
          <HeadCell align="right">{title('figures')}</HeadCell>
          <HeadCell>{title('who')}</HeadCell>
          <HeadCell className="pr-4">{title('when')}</HeadCell>
        </>
      }
    >
      {items.map((one) => (
        <ImportRow key={one.id} {...one} />
      ))}
    </CardTable>
  )
}

function ImportRow({ id, files, state, summary, createdBy, createdAt }: Import) {
  const { t, formatQuantity } = useTranslation()
  return (
    <tr data-testid="import" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="max-xl:px-0 xl:pl-4">
        {/* The whole row links to the import. */}
        <Link
          to={adminImportPath(id)}
          aria-label={t('imports.list.open', { number: String(id) })}
          className="font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {id}
        </Link>
      </Cell>
      <Cell className="[overflow-wrap:anywhere] max-xl:order-1 max-xl:col-span-2 max-xl:px-0 xl:max-w-80">
        {files.join(', ')}
      </Cell>
      <Cell className="max-xl:px-0 max-xl:text-right">
        <ImportStateBadge state={state} />
      </Cell>
      <Cell
        align="right"
        className="whitespace-nowrap tabular-nums max-xl:order-4 max-xl:col-span-2 max-xl:px-0 max-xl:text-left!"
      >
        {summary && <span className="text-12 text-ink-2 xl:hidden">{t('imports.list.figures')}: </span>}
        {summary && [summary.created, summary.updated, summary.rejected].map((n) => formatQuantity(n)).join(' / ')}
      </Cell>
      <Cell className="max-xl:order-2 max-xl:px-0">{createdBy}</Cell>
      <Cell className="whitespace-nowrap max-xl:order-3 max-xl:px-0 max-xl:text-right xl:pr-4">
        <Moment date={createdAt} />
      </Cell>
    </tr>
  )
}
