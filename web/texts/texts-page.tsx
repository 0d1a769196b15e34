import '#web/app/page-words.ts'
import { FileText } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { textPath } from '#contract/core/application-paths.ts'
import { textsPath } from '#contract/core/pages.ts'
import { listTexts } from '#contract/shop/texts.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/texts-page.ts'

const load = (api: ServerCall) => api(listTexts, {})
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The published texts of the store. */
export default function TextsPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <div className="page-width max-w-220! py-5">
      <PageHead title={t('texts.title')} description={t('texts.description')} canonical={textsPath} />
      <h1 className="text-20 font-semibold">{t('texts.title')}</h1>
      {items.length === 0 && (
        <EmptyState className="py-16" title={t('texts.empty.title')} text={t('texts.empty.text')} />
      )}
      <ul className="mt-4 flex flex-col gap-3">
        {items.map(({ kind, version, publishedAt }) => (
          <li key={kind}>
            <Link
              to={textPath(kind)}
              className="flex items-center gap-3 rounded-panel border border-line bg-surface p-4 hover:bg-hover"
            >
              <FileText size={20} aria-hidden="true" className="shrink-0 text-ink-2" />
              <span className="min-w-0">
                <span className="block font-semibold">{t(`texts.kinds.${kind}`)}</span>
                <span className="block text-12 text-ink-2">
                  {t('texts.version', { version, date: formatDay(dayInTurkey(new Date(publishedAt))) })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
