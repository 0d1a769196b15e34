import '#web/app/page-words.ts'
import { useState } from 'react'
import {
  changesPrices,
  getImport,
  type ImportDetail,
  runningImportStates,
  saveImportProfile,
} from '#contract/admin/imports/imports.ts'
import { listImportChanges, listImportPictures, listImportProblems } from '#contract/admin/imports/import-lists.ts'
import { pages } from '#contract/core/pages.ts'
import { adminImportPath } from '#contract/core/record-paths.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { usePolledData } from './use-polled-data.ts'
import { Failure } from '#web/ui/failure.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-import-page.ts'
import { ImportActions } from './import-actions.tsx'
import { ImportDetails } from './import-details.tsx'
import { ImportFigures } from './import-figures.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportPictures } from './import-pictures.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportStateBadge } from './import-state-badge.tsx'
import { PriceSamples } from './price-samples.tsx'
import { SaveProfile } from './save-profile.tsx'
import { tabOf, type Tab } from './import-tabs.ts'

/** Loads the import and the page of the tab in the address. */
async function load(api: ServerCall, { params: { id }, url }: PageLocation<Route.LoaderArgs>) {
  const detail = await api(getImport, { params: { id } })
  const search = new URL(url).searchParams
  const tab: Tab | null = tabOf(search.get('tab'), detail)
  const page = search.get('page')?.slice(0, 8)
  const kind = search.get('kind')?.slice(0, 60)
  const changes =
    tab === 'changed' || tab === 'new'
      ? await api(listImportChanges, { params: { id }, query: { kind: tab, page } })
      : null
  const pictures = tab === 'pictures' ? await api(listImportPictures, { params: { id }, query: { page } }) : null
  const problems =
    tab !== null && tab !== 'pictures' && changes === null
      ? await api(listImportProblems, { params: { id }, query: { level: tab, kind, page } })
      : null
  return { detail, tab, kind: kind ?? null, changes, problems, pictures }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Milliseconds between two looks at a run, and at pictures that are fetched. */
const pollInterval = 1000
const pictureInterval = 2500

const isRun = ({ state }: ImportDetail) => state === 'waiting' || runningImportStates.includes(state)
const isFetchingOf = ({ pictures }: ImportDetail) => pictures !== null && pictures.waiting > pictures.retried

/** One import: what it would change or has changed, and its actions. */
export default function AdminImportPage({ loaderData, params }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const shown = usePolledData(loaderData, {
    interval: ({ detail }) => (isRun(detail) ? pollInterval : isFetchingOf(detail) ? pictureInterval : null),
    load: () => load(call, { params, url: location.href }),
  })
  const { detail } = shown
  const { user } = useVisitor()
  const isWriter = useMayChange()
  const needsPriceRight =
    detail.state === 'ready' &&
    detail.summary !== null &&
    changesPrices(detail.summary) &&
    user?.permissions.includes('prices:write') !== true
  // While the question is open, the samples would show an assumption.
  const arePricesKnown =
    (detail.summary?.samples?.length ?? 0) > 0 && detail.questions.every(({ kind }) => kind !== 'prices')
  const isRunning = isRun(detail)
  const isFetching = isFetchingOf(detail)
  const [isChanged, setChanged] = useState(false)
  const title = t('imports.one.title', { number: String(detail.id) })
  return (
    <DetailFrame
      title={title}
      description={t('imports.description')}
      path={adminImportPath(detail.id)}
      back={{ to: pages.adminImports, label: t('imports.title') }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-18 font-semibold">{title}</h1>
        <ImportStateBadge state={detail.state} />
        {isWriter && <ImportActions detail={detail} mayApply={!isChanged} />}
      </div>
      <Facts detail={detail} />
      {detail.state === 'uploading' && <MessageStrip tone="warning">{t('imports.one.broken')}</MessageStrip>}
      {detail.state === 'waiting' && <MessageStrip tone="info">{t('imports.one.waiting')}</MessageStrip>}
      {needsPriceRight && <MessageStrip tone="warning">{t('imports.one.noPriceRight')}</MessageStrip>}
      {detail.secondPerson !== null && (
        <MessageStrip tone="warning">
          {t(`imports.one.${detail.secondPerson.mayApply ? 'second' : 'needsSecond'}`, {
            percent: formatQuantity(detail.secondPerson.percent),
          })}
        </MessageStrip>
      )}
      <Failure text={detail.refusal} />
      {isRunning && (
        <ImportProgress name={t(`imports.steps.${detail.step ?? 'waiting'}`)} done={detail.done} total={detail.total} />
      )}
      {!isRunning && detail.summary !== null && <ImportFigures detail={detail} summary={detail.summary} />}
      {!isRunning && <ImportPictures detail={detail} isFetching={isFetching} />}
      {isWriter &&
        (detail.state === 'ready' || detail.state === 'failed' || detail.state === 'cancelled') &&
        detail.isReadable && <ImportForm key={JSON.stringify(detail.options)} detail={detail} onChanged={setChanged} />}
      {detail.state === 'ready' && arePricesKnown && <PriceSamples samples={detail.summary?.samples ?? []} />}
      {isWriter && detail.suggestedProfile !== null && (
        <SaveProfile
          key={detail.suggestedProfile}
          suggested={detail.suggestedProfile}
          used={detail.profile?.name ?? null}
          save={(name) => call(saveImportProfile, { params: { id: String(detail.id) }, body: { name } })}
        />
      )}
      {!isRunning && <ImportDetails {...shown} />}
    </DetailFrame>
  )
}

function Facts({ detail }: { detail: ImportDetail }) {
  const { t } = useTranslation()
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1 text-13 text-ink-2">
      <span className="[overflow-wrap:anywhere]">
        {t('imports.one.file')}:{' '}
        {detail.files
          .map(({ name }, at) => (at === detail.options.units ? t('imports.one.units', { name }) : name))
          .join(', ')}
      </span>
      <span>
        {t('imports.one.by')}: {detail.createdBy} · <Moment date={detail.createdAt} />
      </span>
      {detail.appliedAt !== null && (
        <span>
          {t('imports.one.appliedAt')}: <Moment date={detail.appliedAt} />
        </span>
      )}
      {detail.profile !== null && (
        <span>
          {t('imports.profiles.label')}: {detail.profile.name}
        </span>
      )}
      {detail.undoneAt !== null && (
        <span>
          {t('imports.one.undoneAt')}: <Moment date={detail.undoneAt} />
        </span>
      )}
    </p>
  )
}
