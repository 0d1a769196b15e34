import '#web/app/page-words.ts'
import { useState } from 'react'
import { data } from 'react-router'
import {
  type FileImportDetail,
  type FileImportTab,
  fileImportTabs,
  getFileImport,
  listFileImportRows,
  runningFileImportStates,
  saveFileImportProfile,
} from '#contract/admin/imports/file-imports.ts'
import { fileImportAreas } from '#contract/admin/imports/file-import-options.ts'
import { adminFileImportPath, adminFileImportsPath } from '#contract/core/admin-pages.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { usePolledData } from '#web/imports/use-polled-data.ts'
import { ImportProgress } from '#web/imports/import-progress.tsx'
import { ImportStateBadge } from '#web/imports/import-state-badge.tsx'
import { ImportFiles } from '#web/imports/import-files.tsx'
import { SaveProfile } from '#web/imports/save-profile.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-file-import-page.ts'
import { FileImportActions } from './file-import-actions.tsx'
import { FileImportFigures } from './file-import-figures.tsx'
import { FileImportForm } from './file-import-form.tsx'
import { FileImportLists } from './file-import-lists.tsx'

/** Loads the import and the page of the list in the address. */
async function load(api: ServerCall, { params: { kind, id }, url }: PageLocation<Route.LoaderArgs>) {
  const detail = await api(getFileImport, { params: { id } })
  if (detail.kind !== kind) throw data(null, { status: 404 })
  const search = new URL(url).searchParams
  const tab = tabOf(search.get('tab'), detail)
  const page = search.get('page')?.slice(0, 8)
  const problemKind = search.get('kind')?.slice(0, 60)
  const rows =
    tab === null ? null : await api(listFileImportRows, { params: { id }, query: { tab, page, kind: problemKind } })
  return { detail, tab, rows, problemKind: problemKind ?? null }
}

/** The requested list if it has rows, otherwise the first that has. */
function tabOf(requested: string | null, { counts, summary }: FileImportDetail): FileImportTab | null {
  if (summary === null) return null
  const filled = fileImportTabs.filter((tab) => counts[tab] > 0)
  return filled.find((tab) => tab === requested) ?? filled[0] ?? null
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const pollInterval = 1000 // milliseconds

/** One import of movements, balances, serial numbers or pictures: what it would change or has changed, and its actions. */
export default function AdminFileImportPage({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { detail, tab, rows, problemKind } = usePolledData(loaderData, {
    interval: ({ detail: { state } }) => (runningFileImportStates.includes(state) ? pollInterval : null),
    load: () => load(call, { params, url: location.href }),
  })
  const { id, kind, state, summary } = detail
  const isRunning = runningFileImportStates.includes(state)
  const [isChanged, setChanged] = useState(false)
  const title = t('imports.one.title', { number: id })
  const isWriter = useMayChange(fileImportAreas[kind])
  const mayChange = isWriter && (state === 'ready' || state === 'failed' || state === 'cancelled')
  return (
    <DetailFrame
      title={title}
      description={t(`imports.files.about.${kind}`)}
      path={adminFileImportPath(kind, id)}
      back={{ to: adminFileImportsPath(kind), label: t(`imports.files.titles.${kind}`) }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-18 font-semibold">{title}</h1>
        <ImportStateBadge state={state} />
        {isWriter && <FileImportActions detail={detail} mayApply={!isChanged} />}
      </div>
      <Facts detail={detail} />
      {state === 'uploading' && <MessageStrip tone="warning">{t('imports.files.one.broken')}</MessageStrip>}
      {detail.secondPerson !== null && (
        <MessageStrip tone="warning">
          {t(`imports.files.one.${detail.secondPerson.mayApply ? 'second' : 'needsSecond'}`)}
        </MessageStrip>
      )}
      <Failure text={detail.refusal} />
      {isRunning && (
        <ImportProgress
          name={t(`imports.files.steps.${detail.step ?? 'waiting'}`)}
          done={detail.done}
          total={detail.total}
        />
      )}
      {!isRunning && summary !== null && <FileImportFigures detail={detail} summary={summary} />}
      {mayChange && <FileImportForm key={JSON.stringify(detail.options)} detail={detail} onChanged={setChanged} />}
      {state === 'applied' && detail.inspection !== null && <ImportFiles files={[detail.inspection]} />}
      {isWriter && detail.suggestedProfile !== null && (
        <SaveProfile
          key={detail.suggestedProfile}
          suggested={detail.suggestedProfile}
          used={detail.profile?.name ?? null}
          save={(name) => call(saveFileImportProfile, { params: { id: String(id) }, body: { name } })}
        />
      )}
      {!isRunning && tab !== null && rows !== null && (
        <FileImportLists detail={detail} tab={tab} kind={problemKind} rows={rows} />
      )}
    </DetailFrame>
  )
}

function Facts({ detail: { file, createdBy, createdAt, appliedAt, profile } }: { detail: FileImportDetail }) {
  const { t } = useTranslation()
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1 text-13 text-ink-2">
      <span className="[overflow-wrap:anywhere]">
        {t('imports.one.file')}: {file}
      </span>
      <span>
        {t('imports.one.by')}: {createdBy} · <Moment date={createdAt} />
      </span>
      {profile !== null && (
        <span>
          {t('imports.profiles.label')}: {profile.name}
        </span>
      )}
      {appliedAt !== null && (
        <span>
          {t('imports.one.appliedAt')}: <Moment date={appliedAt} />
        </span>
      )}
    </p>
  )
}
