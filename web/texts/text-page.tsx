import '#web/app/page-words.ts'
import { ArrowLeft } from 'lucide-react'
import { data } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { textPath } from '#contract/core/application-paths.ts'
import { textsPath } from '#contract/core/pages.ts'
import { getText } from '#contract/shop/texts.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { textOfSlug } from '#domain/texts/published-text.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { richText } from '#web/catalog/detail/rich-text.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/text-page.ts'

const load = (api: ServerCall, { params: { slug }, url }: PageLocation<Route.LoaderArgs>) => {
  const version = new URL(url).searchParams.get('surum') ?? undefined
  const kind = textOfSlug(slug)
  if (kind === undefined) throw data(null, { status: 404 })
  return api(getText, { params: { kind }, query: { version } })
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One text of the store, the current version or an earlier one. */
export default function TextPage({ loaderData: text }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { kind, version, publishedAt, html, isCurrent } = text
  const title = t(`texts.kinds.${kind}`)
  return (
    <div className="page-width flex max-w-220! flex-col gap-4 py-5">
      <PageHead title={title} description={t('texts.description')} canonical={textPath(kind)} noIndex={!isCurrent} />
      <Link
        to={textsPath}
        className="inline-flex items-center gap-1.5 self-start text-13 text-ink-2 hover:underline pointer-coarse:min-h-11 print:hidden"
      >
        <ArrowLeft size={14} aria-hidden="true" /> {t('texts.back')}
      </Link>
      <div>
        <h1 className="text-20 font-semibold">{title}</h1>
        <p className="mt-0.5 text-12 text-ink-2">
          {t('texts.version', { version, date: formatDay(dayInTurkey(new Date(publishedAt))) })}
        </p>
      </div>
      {!isCurrent && (
        <MessageStrip
          tone="warning"
          actions={
            <Link to={textPath(kind)} className={buttonClasses('outline', 'card')}>
              {t('texts.current')}
            </Link>
          }
        >
          {t('texts.old')}
        </MessageStrip>
      )}
      <div
        data-testid="published-text"
        className={`rounded-panel border border-line bg-surface p-4 text-14 [overflow-wrap:anywhere] sm:p-6 ${richText}`}
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </div>
  )
}
