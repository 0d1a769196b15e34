import '#web/app/page-words.ts'
import { Download } from 'lucide-react'
import { data, Link } from 'react-router'
import {
  type FileImportKind,
  fileImportBytesOf,
  fileImportEndings,
  fileImportKinds,
  fileImportSamplePath,
  type ListedFileImport,
  listFileImports,
} from '#contract/admin/file-imports.ts'
import { importRetentionDays } from '#contract/admin/imports.ts'
import { adminFileImportPath, adminFileImportsPath } from '#contract/core/pages.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Pagination } from '#web/app/page/pagination.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { FileDrop } from '#web/imports/file-drop.tsx'
import { ImportKinds } from '#web/imports/import-kinds.tsx'
import { ImportStateBadge } from '#web/imports/import-state-badge.tsx'
import type { Route } from './+types/admin-file-imports-page.ts'
import { NeededColumns } from './needed-columns.tsx'
import { sendFile } from './send-file.ts'

async function load(api: ServerCall, { params: { kind: word }, url }: PageLocation<Route.LoaderArgs>) {
  const kind = fileImportKinds.find((each) => each === word)
  if (kind === undefined) throw data(null, { status: 404 })
  const page = new URL(url).searchParams.get('page')?.slice(0, 8)
  return { kind, list: await api(listFileImports, { query: { kind, page } }) }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Uploads a file of movements, balances, serial numbers or pictures, and lists earlier imports of the kind. */
export default function AdminFileImportsPage({ loaderData: { kind, list } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t(`imports.files.titles.${kind}`)
  const about = t(`imports.files.about.${kind}`)
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={about} canonical={adminFileImportsPath(kind)} noIndex />
      <div className="flex max-w-420 flex-col gap-5">
        <ImportKinds current={kind} />
        <p className="max-w-180 text-13 text-ink-2">{about}</p>
        <Upload key={kind} kind={kind} />
        {kind !== 'pictures' && <NeededColumns kind={kind} />}
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
          <Pagination
            page={list.page}
            pages={list.pages}
            to={(page) => urlOf(adminFileImportsPath(kind), {}, { page })}
          />
        </section>
      </div>
    </AdminFrame>
  )
}

function Upload({ kind }: { kind: FileImportKind }) {
  const { t } = useTranslation()
  const megabytes = fileImportBytesOf(kind) / 2 ** 20
  const endings = fileImportEndings(kind)
  function problemOf(files: readonly File[]): string | null {
    const [file] = files
    if (file === undefined || files.length > 1) return t('imports.files.upload.one')
    const { name, size } = file
    const isAccepted = endings.some((ending) => name.toLowerCase().endsWith(ending))
    if (!isAccepted) return t('imports.upload.otherKind', { name, endings: endings.join(', ') })
    if (size > fileImportBytesOf(kind)) return t('imports.upload.tooLarge', { name, megabytes })
    return size === 0 ? t('imports.upload.isEmpty', { name }) : null
  }
  async function send([file]: readonly File[], onProgress: (part: number) => void): Promise<string> {
    if (file === undefined) throw new Error('There is no file.')
    return adminFileImportPath(kind, await sendFile(kind, file, onProgress))
  }
  const sort = kind === 'pictures' ? 'pictures' : 'rows'
  return (
    <FileDrop
      title={t('imports.upload.title')}
      drop={t('imports.files.upload.drop')}
      choose={t('imports.upload.choose')}
      endings={endings}
      problemOf={problemOf}
      send={send}
    >
      {kind === 'pictures' && <p className="max-w-140 text-12 text-ink-2">{t('imports.files.columns.pictures')}</p>}
      <p className="max-w-140 text-12 text-ink-2">
        {t(`imports.files.upload.${sort === 'rows' ? 'hintRows' : 'hintPictures'}`, { megabytes })}
      </p>
      <p className="max-w-140 text-12 text-ink-2">{t('imports.upload.safe')}</p>
      <a href={fileImportSamplePath(kind)} download className={buttonClasses('outline', 'card')}>
        <Download size={16} aria-hidden="true" />
        {t(`imports.files.sample.${sort}`)}
      </a>
    </FileDrop>
  )
}

function ImportsTable({ items }: { items: readonly ListedFileImport[] }) {
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
          <HeadCell align="right">{t('imports.files.list.figures')}</HeadCell>
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

function ImportRow({ id, kind, file, state, summary, createdBy, createdAt }: ListedFileImport) {
  const { t, formatQuantity } = useTranslation()
  const figures = summary && [summary.added, summary.changed, summary.rejected].map((n) => formatQuantity(n ?? 0))
  return (
    <tr data-testid="import" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="max-xl:px-0 xl:pl-4">
        {/* The whole row links to the import. */}
        <Link
          to={adminFileImportPath(kind, id)}
          aria-label={t('imports.list.open', { number: id })}
          className="font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {id}
        </Link>
      </Cell>
      <Cell className="[overflow-wrap:anywhere] max-xl:order-1 max-xl:col-span-2 max-xl:px-0 xl:max-w-80">{file}</Cell>
      <Cell className="max-xl:px-0 max-xl:text-right">
        <ImportStateBadge state={state} />
      </Cell>
      <Cell
        align="right"
        className="whitespace-nowrap tabular-nums max-xl:order-4 max-xl:col-span-2 max-xl:px-0 max-xl:text-left!"
      >
        {figures && <span className="text-12 text-ink-2 xl:hidden">{t('imports.files.list.figures')}: </span>}
        {figures?.join(' / ')}
      </Cell>
      <Cell className="max-xl:order-2 max-xl:px-0">{createdBy}</Cell>
      <Cell className="whitespace-nowrap max-xl:order-3 max-xl:px-0 max-xl:text-right xl:pr-4">
        <Moment date={createdAt} />
      </Cell>
    </tr>
  )
}
