import '#web/app/page-words.ts'
import { Download } from 'lucide-react'
import { data } from 'react-router'
import {
  fileImportAreas,
  type FileImportKind,
  fileImportBytesOf,
  fileImportEndings,
  fileImportKinds,
} from '#contract/admin/imports/file-import-options.ts'
import { fileImportSamplePath, listFileImports } from '#contract/admin/imports/file-imports.ts'
import { adminFileImportPath, adminFileImportsPath } from '#contract/core/admin-pages.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { FileDrop } from '#web/imports/file-drop.tsx'
import { ImportKinds } from '#web/imports/import-kinds.tsx'
import { PastImports } from '#web/imports/past-imports.tsx'
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
        <MayChange area={fileImportAreas[kind]}>
          <Upload key={kind} kind={kind} />
        </MayChange>
        {kind !== 'pictures' && <NeededColumns kind={kind} />}
        <PastImports
          items={list.items.map(({ file, summary, ...item }) => ({
            ...item,
            path: adminFileImportPath(kind, item.id),
            files: file,
            figures: summary && [summary.added ?? 0, summary.changed ?? 0, summary.rejected ?? 0],
          }))}
          figuresTitle={t('imports.files.list.figures')}
          page={list.page}
          pages={list.pages}
          to={(page) => urlOf(adminFileImportsPath(kind), {}, { page })}
        />
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
