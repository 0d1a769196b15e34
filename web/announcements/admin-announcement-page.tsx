import '#web/app/page-words.ts'
import { useNavigate, useRevalidator } from 'react-router'
import { type AnnouncementDetail, deleteAnnouncement, getAnnouncement } from '#contract/admin/announcements.ts'
import { adminAnnouncementPath, adminAnnouncementsPath } from '#contract/core/announcement-paths.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-announcement-page.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import { PeriodBadge } from './period-badge.tsx'
import { RemoveButton } from './remove-button.tsx'

async function load(
  api: ServerCall,
  { params: { id } }: PageLocation<Route.LoaderArgs>,
): Promise<{ announcement: AnnouncementDetail | null }> {
  return { announcement: id === 'yeni' ? null : await api(getAnnouncement, { params: { id } }) }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** An announcement with who has seen it, or a new one. */
export default function AdminAnnouncementPage({ loaderData: { announcement } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const title = announcement?.title ?? t('announcements.new')
  const id = announcement?.id ?? 'yeni'
  return (
    <DetailFrame
      title={title}
      description={t('administration.announcements.description')}
      path={adminAnnouncementPath(id)}
      back={{ to: adminAnnouncementsPath, label: t('administration.announcements.title') }}
    >
      <div key={id} className="flex max-w-260 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{title}</h1>
          {announcement !== null && <PeriodBadge state={announcement.state} />}
        </div>
        <AnnouncementForm
          saved={announcement}
          onSaved={(saved) => (announcement === null ? navigate(adminAnnouncementPath(saved.id)) : revalidate())}
        />
        {announcement !== null && <Readers announcement={announcement} />}
        {announcement !== null && (
          <RemoveButton
            text={t('announcements.remove')}
            question={t('announcements.removeQuestion')}
            listPath={adminAnnouncementsPath}
            onRemove={() => call(deleteAnnouncement, { params: { id: String(announcement.id) } })}
          />
        )}
      </div>
    </DetailFrame>
  )
}

/** Who has seen the announcement, and when. */
function Readers({ announcement: { readers, seenCount } }: { announcement: AnnouncementDetail }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('announcements.readers.title')} className="rounded-panel border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">
        {t('announcements.readers.title')} <span className="font-normal text-ink-2">({seenCount})</span>
      </h2>
      {readers.length === 0 && <p className="p-4 text-13 text-ink-2">{t('announcements.readers.none')}</p>}
      <ul className="divide-y divide-line">
        {readers.map(({ user, dealer, dealerCode, seenAt, closedAt }) => (
          <li
            key={`${dealerCode} ${user} ${seenAt}`}
            className="flex flex-wrap justify-between gap-x-4 px-4 py-2 text-13"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-medium">{user}</span> · {dealer} (<span className="code">{dealerCode}</span>)
            </span>
            <span className="text-ink-2">
              <Moment date={seenAt} />
              {closedAt !== null && ` · ${t('announcements.readers.closed')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
