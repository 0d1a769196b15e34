import '#web/app/page-words.ts'
import { data } from 'react-router'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminText, getAdminText } from '#contract/admin/texts.ts'
import { adminAcceptancesPath, adminTextPath, adminTextsPath, textPath } from '#contract/core/application-paths.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { textOfSlug } from '#domain/texts/published-text.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-text-page.ts'
import { TextForm } from './text-form.tsx'

const load = (api: ServerCall, { params: { slug } }: PageLocation<Route.LoaderArgs>) => {
  const kind = textOfSlug(slug)
  if (kind === undefined) throw data(null, { status: 404 })
  return api(getAdminText, { params: { kind } })
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One text: its next version, earlier ones, and who has accepted them. */
export default function AdminTextPage({ loaderData: text }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { kind, version } = text
  const title = t(`texts.kinds.${kind}`)
  return (
    <DetailFrame
      title={title}
      description={t('administration.texts.description')}
      path={adminTextPath(kind)}
      back={{ to: adminTextsPath, label: t('administration.texts.title') }}
    >
      <div key={kind} className="flex max-w-260 flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-18 font-semibold">{title}</h1>
          {version !== null && (
            <AreaLink isAction to={textPath(kind)} className={buttonClasses('outline', 'card')}>
              {t('administration.texts.open')}
            </AreaLink>
          )}
        </div>
        {/* Another version starts the form anew. */}
        <TextForm key={version} text={text} />
        <Versions text={text} />
        {kind !== 'cookies' && <Accepted text={text} />}
      </div>
    </DetailFrame>
  )
}

const rowClasses = 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 [overflow-wrap:anywhere]'

function Versions({ text: { kind, versions } }: { text: AdminText }) {
  const { t } = useTranslation()
  return (
    <AdminPanel title={t('administration.texts.versions')}>
      {versions.length === 0 && <p className="text-13 text-ink-2">{t('administration.texts.noVersions')}</p>}
      <ul className="flex flex-col gap-2 text-13">
        {versions.map(({ version, publishedAt, author, acceptances, acceptUntil, summary }) => (
          <li key={version} className={rowClasses}>
            <AreaLink
              to={textPath(kind, version)}
              className="inline-flex min-h-6 items-center font-medium text-brand-ink hover:underline pointer-coarse:min-h-11"
            >
              {t('administration.texts.number', { version })}
            </AreaLink>
            <span className="text-ink-2">
              <Moment date={publishedAt} />
              {author !== null && ` · ${author}`}
              {kind !== 'cookies' && ` · ${t('administration.texts.acceptances', { count: acceptances })}`}
            </span>
            {acceptUntil !== null && (
              <span className="w-full text-12 text-ink-2">
                {t('administration.texts.mustAcceptUntil', { date: formatDay(dayInTurkey(new Date(acceptUntil))) })}
                {summary !== '' && ` · ${summary}`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </AdminPanel>
  )
}

function Accepted({ text: { kind, version, waiting } }: { text: AdminText }) {
  const { t } = useTranslation()
  const listPath = (query: Record<string, string>) =>
    `${adminAcceptancesPath}?${new URLSearchParams({ kind, ...query })}`
  return (
    <AdminPanel title={t('administration.texts.accepted')}>
      <p className="text-13 text-ink-2">{t('administration.texts.waiting', { count: waiting })}</p>
      <div className="flex flex-wrap gap-2">
        <AreaLink to={listPath({})} className={buttonClasses('outline', 'card')}>
          {t('administration.texts.showAccepted')}
        </AreaLink>
        {version !== null && waiting > 0 && (
          <AreaLink to={listPath({ show: 'waiting' })} className={buttonClasses('outline', 'card')}>
            {t('administration.texts.showWaiting')}
          </AreaLink>
        )}
      </div>
    </AdminPanel>
  )
}
