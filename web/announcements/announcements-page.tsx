import '#web/app/page-words.ts'
import { useEffect } from 'react'
import { announcementsPath } from '#contract/core/announcement-paths.ts'
import { type Announcement, listAnnouncements, seeAnnouncement } from '#contract/shop/announcements.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { call } from '#web/app/data/call.ts'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { richText } from '#web/catalog/detail/rich-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/announcements-page.ts'

const load = (api: ServerCall) => api(listAnnouncements, {})
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The announcements of the store. Those on screen count as seen. */
export default function AnnouncementsPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t } = useTranslation()
  useEffect(() => {
    for (const { id } of items.filter(({ isNew }) => isNew)) {
      // Recorded the next time if it fails now.
      void call(seeAnnouncement, { params: { id: String(id) }, body: { isClosed: false } }).catch(() => {})
    }
  }, [items])
  return (
    <div className="page-width max-w-260! py-5">
      <PageHead
        title={t('announcements.title')}
        description={t('announcements.description')}
        canonical={announcementsPath}
        noIndex
      />
      <h1 className="text-20 font-semibold">{t('announcements.title')}</h1>
      {items.length === 0 && (
        <EmptyState className="py-16" title={t('announcements.empty.title')} text={t('announcements.empty.text')} />
      )}
      <ul className="mt-4 flex flex-col gap-4">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    </div>
  )
}

function Item({ item: { title, html, from, until, isNew } }: { item: Announcement }) {
  const { t } = useTranslation()
  return (
    <li
      data-testid="announcement-item"
      className="rounded-panel border border-line bg-surface p-4 [overflow-wrap:anywhere]"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-16 font-semibold">{title}</h2>
        {isNew && <Badge tone="info">{t('announcements.isNew')}</Badge>}
      </div>
      <p className="mt-0.5 text-12 text-ink-2">
        {until === null
          ? formatDay(from)
          : t('announcements.period', { from: formatDay(from), until: formatDay(until) })}
      </p>
      <div className={`mt-2 text-14 ${richText}`} dangerouslySetInnerHTML={{ __html: html }} />
    </li>
  )
}
