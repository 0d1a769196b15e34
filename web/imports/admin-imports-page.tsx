import '#web/app/page-words.ts'
import { Link } from 'react-router'
import type { Reply } from '#contract/endpoint.ts'
import { importKeptDays, listImports } from '#contract/imports.ts'
import { adminImportPath, pages } from '#contract/pages.ts'
import { formatQuantity } from '#domain/format.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { listPath, queryOf } from '#web/administration/list-address.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page-head.tsx'
import { type LoadPlace, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/page-loader.ts'
import { Pagination } from '#web/catalog/list-pagination.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-imports-page.ts'
import { ImportStateBadge } from './import-state-badge.tsx'
import { UploadBox } from './upload-box.tsx'

const load = (ask: ServerCall, { url }: LoadPlace) => ask(listImports, queryOf(url, []))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Files are uploaded here; below stands what was imported before. */
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
        <UploadBox />
        <section aria-labelledby="past-imports" className="flex flex-col gap-2">
          <h2 id="past-imports" className="text-16 font-semibold">
            {t('imports.list.title')}
          </h2>
          {list.items.length === 0 ? (
            <EmptyState title={t('imports.list.empty')} text={t('imports.list.emptyText', { days: importKeptDays })} />
          ) : (
            <ImportsTable items={list.items} />
          )}
          <Pagination page={list.page} pages={list.pages} to={(page) => listPath(pages.adminImports, { page }, [])} />
        </section>
      </div>
    </AdminFrame>
  )
}

function ImportsTable({ items }: { items: Reply<typeof listImports>['items'] }) {
  const { t } = useTranslation()
  const title = (name: string) => t(`imports.list.${name}`)
  return (
    <div className="overflow-x-auto rounded-panel border border-line bg-surface">
      <Table aria-label={title('title')}>
        <TableHead>
          <tr className="border-b border-line">
            <HeadCell className="pl-4">{title('number')}</HeadCell>
            <HeadCell>{title('files')}</HeadCell>
            <HeadCell>{title('state')}</HeadCell>
            <HeadCell align="right">{title('figures')}</HeadCell>
            <HeadCell>{title('who')}</HeadCell>
            <HeadCell className="pr-4">{title('when')}</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {items.map(({ id, files, state, summary, createdBy, createdAt }) => (
            <tr key={id} data-testid="import" className="border-b border-line last:border-0 [&>td]:py-2">
              <Cell className="pl-4">
                <Link
                  to={adminImportPath(id)}
                  aria-label={t('imports.list.open', { number: id })}
                  className="inline-flex min-h-6 min-w-6 items-center font-medium text-brand-ink hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
                >
                  {id}
                </Link>
              </Cell>
              <Cell className="max-w-80 [overflow-wrap:anywhere]">{files.join(', ')}</Cell>
              <Cell>
                <ImportStateBadge state={state} />
              </Cell>
              <Cell align="right" className="whitespace-nowrap tabular-nums">
                {summary &&
                  [summary.created, summary.updated, summary.rejected].map((n) => formatQuantity(n)).join(' / ')}
              </Cell>
              <Cell>{createdBy}</Cell>
              <Cell className="pr-4 whitespace-nowrap">
                <Moment date={createdAt} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
