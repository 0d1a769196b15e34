import '#web/app/page-words.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { listAllTexts } from '#contract/admin/texts.ts'
import { adminAcceptancesPath, adminTextPath, adminTextsPath } from '#contract/core/application-paths.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-texts-page.ts'

const load = (api: ServerCall) => api(listAllTexts, {})
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The texts of the store with their current versions. */
export default function AdminTextsPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t('administration.texts.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('administration.texts.description')} canonical={adminTextsPath} noIndex />
      <div className="flex max-w-200 flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-60 text-ink-2">{t('administration.texts.description')}</p>
          <AreaLink to={adminAcceptancesPath} className={buttonClasses('outline', 'card')}>
            {t('administration.acceptances.title')}
          </AreaLink>
        </div>
        <ul className="divide-y divide-line rounded-panel border border-line bg-surface">
          {items.map(({ kind, version, publishedAt, acceptances }) => (
            <li
              key={kind}
              className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover"
            >
              <AreaLink
                to={adminTextPath(kind)}
                className="font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
              >
                {t(`texts.kinds.${kind}`)}
              </AreaLink>
              {version === null || publishedAt === null ? (
                <Badge tone="warning">{t('administration.texts.unpublished')}</Badge>
              ) : (
                <span className="text-13 text-ink-2">
                  {t('texts.version', { version, date: formatDay(dayInTurkey(new Date(publishedAt))) })}
                  {kind !== 'cookies' && ` · ${t('administration.texts.acceptances', { count: acceptances })}`}
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </AdminFrame>
  )
}
