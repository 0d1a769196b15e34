import { Megaphone, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { announcementsPath } from '#contract/core/announcement-paths.ts'
import { type AnnouncementBanner, seeAnnouncement } from '#contract/shop/announcements.ts'
import { call } from '#web/app/data/call.ts'
import { richText } from '#web/catalog/detail/rich-text.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Records that the user has seen an announcement. Nothing is lost if that fails: it is recorded the next time. */
const markSeen = (id: number, isClosed: boolean) =>
  call(seeAnnouncement, { params: { id: String(id) }, body: { isClosed } }).catch(() => {})

/** Announcements above every page until the user closes them. */
export function AnnouncementBanners({ banners }: { banners: readonly AnnouncementBanner[] }) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const shown = banners.filter(({ id }) => !closed.has(id))
  function close(id: number): void {
    setClosed((before) => new Set([...before, id]))
    void markSeen(id, true)
  }
  return shown.map((banner) => <Banner key={banner.id} banner={banner} onClose={() => close(banner.id)} />)
}

function Banner({ banner: { id, title, html }, onClose }: { banner: AnnouncementBanner; onClose(): void }) {
  const { t } = useTranslation()
  useEffect(() => {
    void markSeen(id, false)
  }, [id])
  return (
    <section
      aria-label={title}
      data-testid="announcement"
      className="border-b border-info/30 bg-info-soft text-13 print:hidden"
    >
      <div className="page-width flex items-start gap-3 py-2">
        <Megaphone size={16} aria-hidden="true" className="mt-1 shrink-0 text-info" />
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <Link to={announcementsPath} className="font-semibold hover:underline">
            {title}
          </Link>
          <div
            className={`max-h-24 overflow-y-auto max-sm:line-clamp-2 ${richText} [&>:first-child]:mt-0.5 [&>:last-child]:mb-0`}
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </div>
        <IconButton label={`${t('ui.close')}: ${title}`} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  )
}
