import '#web/app/page-words.ts'
import { Link } from '#web/ui/link.tsx'
import {
  type ErpDetail,
  getErpConnection,
  listErpDifferences,
  listErpDocuments,
  listErpRefused,
  listErpRuns,
} from '#contract/admin/erp.ts'
import { pages } from '#contract/core/pages.ts'
import { adminErpPath } from '#contract/core/record-paths.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { loadInBrowser, loadOnServer, type PageLocation, type ServerCall } from '#web/app/data/page-loader.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { CountBadge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-erp-connection-page.ts'
import { ConnectionHead } from './connection-head.tsx'
import { DifferencesTab } from './differences-tab.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { FeedsTab } from './feeds-tab.tsx'
import { MappingTab } from './mapping-tab.tsx'
import { RefusedTab } from './refused-tab.tsx'
import { RunsTab } from './runs-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'

/** The parts of the page, as its address names them. */
const tabs = ['durum', 'belgeler', 'reddedilen', 'farklar', 'gunluk', 'esleme', 'ayarlar'] as const
type Tab = (typeof tabs)[number]

const tabOf = (search: URLSearchParams): Tab => tabs.find((tab) => tab === search.get('sekme')) ?? 'durum'

async function load(api: ServerCall, { params, url }: PageLocation<Route.LoaderArgs>) {
  const search = new URL(url).searchParams
  const tab = tabOf(search)
  const filter = search.get('filtre') ?? ''
  const [connection, content] = await Promise.all([
    api(getErpConnection, { params }),
    loadTab(api, params, tab, filter),
  ])
  return { connection, tab, filter, content }
}

type Params = Route.LoaderArgs['params']

async function loadTab(api: ServerCall, params: Params, tab: Tab, filter: string) {
  if (tab === 'belgeler')
    return { tab, list: await api(listErpDocuments, { params, query: { state: filter } }) } as const
  if (tab === 'reddedilen')
    return { tab, list: await api(listErpRefused, { params, query: { resource: filter } }) } as const
  if (tab === 'farklar')
    return { tab, list: await api(listErpDifferences, { params, query: { resource: filter } }) } as const
  if (tab === 'gunluk') return { tab, list: await api(listErpRuns, { params, query: { state: filter } }) } as const
  return { tab } as const
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One connection: its state, what goes out, what was refused, differences, log, mapping and settings. */
export default function AdminErpConnectionPage({ loaderData: { connection, filter, content } }: Route.ComponentProps) {
  const { t } = useTranslation()
  // Every run changes its feed, so the lists of the other tabs follow as well.
  useFollow(connection, () => call(getErpConnection, { params: { id: String(connection.id) } }))
  return (
    <DetailFrame
      title={connection.name}
      description={t('erp.description')}
      path={adminErpPath(connection.id)}
      back={{ to: pages.adminErp, label: t('erp.title') }}
    >
      <ConnectionHead connection={connection} />
      <Tabs connection={connection} chosen={content.tab} />
      {content.tab === 'durum' && <FeedsTab connection={connection} />}
      {content.tab === 'belgeler' && <DocumentsTab connection={connection} list={content.list} filter={filter} />}
      {content.tab === 'reddedilen' && <RefusedTab connection={connection} list={content.list} filter={filter} />}
      {content.tab === 'farklar' && <DifferencesTab connection={connection} list={content.list} filter={filter} />}
      {content.tab === 'gunluk' && <RunsTab key={filter} connection={connection} list={content.list} filter={filter} />}
      {content.tab === 'esleme' && <MappingTab key={connection.id} connection={connection} />}
      {content.tab === 'ayarlar' && <SettingsTab key={connection.id} connection={connection} />}
    </DetailFrame>
  )
}

function Tabs({ connection, chosen }: { connection: ErpDetail; chosen: Tab }) {
  const { t } = useTranslation()
  const differences = connection.feeds.reduce((sum, feed) => sum + feed.differences, 0)
  const counts: Partial<Record<Tab, number>> = {
    belgeler: connection.refusedDocuments,
    reddedilen: connection.refusedRows,
    farklar: differences,
  }
  return (
    <nav
      aria-label={t('erp.tabs.label')}
      className="flex gap-5 overflow-x-auto overflow-y-hidden border-b border-line max-sm:-mx-4 max-sm:px-4"
    >
      {tabs.map((tab) => (
        <Link
          key={tab}
          ref={chosen === tab ? showInTabs : undefined}
          to={tab === 'durum' ? adminErpPath(connection.id) : `?sekme=${tab}`}
          preventScrollReset
          aria-current={chosen === tab ? 'page' : undefined}
          className={classes(
            'flex min-h-10 shrink-0 items-center gap-1.5 border-b-2 text-13 font-medium whitespace-nowrap max-sm:min-h-11 max-sm:text-14',
            chosen === tab ? 'border-brand text-brand-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {t(`erp.tabs.${tab}`)}
          <CountBadge count={counts[tab] ?? 0} />
        </Link>
      ))}
    </nav>
  )
}

/** On a phone the tabs are wider than the screen. */
const showInTabs = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
