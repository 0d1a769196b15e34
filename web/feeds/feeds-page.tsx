import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type ListedFeed, listFeeds } from '#contract/shop/feeds.ts'
import { pages } from '#contract/core/pages.ts'
import { useWholeList } from '#web/administration/use-whole-list.ts'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/feeds-page.ts'
import { FeedDialog } from './feed-dialog.tsx'
import { FeedRow } from './feed-row.tsx'
import { ProgramTabs } from './program-tabs.tsx'

const load = (api: ServerCall) => api(listFeeds)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The dealer's catalog as files at secret addresses, for its own shop. */
export default function FeedsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const feeds = useWholeList(listFeeds, loaderData)
  const [edited, setEdited] = useState<ListedFeed | 'new' | null>(null)
  const { items } = feeds.list
  const add = (
    <Button variant="solid" size="card" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {t('feeds.add')}
    </Button>
  )
  return (
    <div className="page-width flex flex-col gap-4 py-5">
      <PageHead title={t('feeds.title')} description={t('feeds.description')} canonical={pages.feeds} noIndex />
      <ProgramTabs />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="max-w-180 min-w-0 flex-1 basis-60">
          <h1 className="text-20 font-semibold">{t('feeds.title')}</h1>
          <p className="text-13 text-ink-2">{t('feeds.description')}</p>
        </div>
        {items.length > 0 && add}
      </div>
      {items.length === 0 ? (
        <EmptyState title={t('feeds.empty')} text={t('feeds.emptyText')} actions={add} />
      ) : (
        <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          {items.map((feed) => (
            <FeedRow key={feed.id} feed={feed} feeds={feeds} onChange={() => setEdited(feed)} />
          ))}
        </ul>
      )}
      {edited !== null && (
        <FeedDialog feed={edited === 'new' ? null : edited} feeds={feeds} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}
