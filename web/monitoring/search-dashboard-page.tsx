import { adminSearchesPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { RefreshCw } from 'lucide-react'
import { topQueries } from '#contract/admin/monitoring.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { CallError } from '#web/app/data/call-error.ts'
import { callContext } from '#web/app/data/call-context.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { signInOrThrow } from '#web/app/data/page-loader.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/search-dashboard-page.ts'
import { SearchBoard } from './search-board.tsx'
import { SearchBox } from './search-box.tsx'
import { type Board, useBoard } from './use-board.ts'

type Loaded = { board: Board | null; hasFailed: boolean }

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  try {
    return { board: await context.get(callContext)(topQueries), hasFailed: false }
  } catch (error) {
    // The page itself reports that its data could not be loaded.
    if (error instanceof CallError && error.status >= 500) return { board: null, hasFailed: true }
    return signInOrThrow(error, request.url)
  }
}

/** The page opens at once, with a spinner in place of the dashboard. */
export function clientLoader(): Loaded {
  return { board: null, hasFailed: false }
}

/** Searches and the users who made them (specification, checkout, section 2). */
export default function SearchDashboardPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { board, isLoading, reload } = useBoard(loaderData.board, loaderData.hasFailed)
  const title = t('monitoring.search.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('monitoring.search.description')} canonical={adminSearchesPath} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <SearchBox />
          <Button
            size="card"
            icon={<RefreshCw size={16} aria-hidden="true" />}
            busy={isLoading}
            onClick={() => void reload()}
          >
            {t('monitoring.search.refresh')}
          </Button>
        </div>
        {isLoading ? (
          <p role="status" className="flex min-h-80 items-center justify-center gap-3 text-ink-2">
            <Spinner className="size-6" /> {t('monitoring.search.loading')}
          </p>
        ) : board === null ? (
          <MessageStrip tone="danger" actions={<Button onClick={() => void reload()}>{t('ui.retry')}</Button>}>
            {t('monitoring.search.dataFailed')}
          </MessageStrip>
        ) : (
          <SearchBoard board={board} />
        )}
      </div>
    </AdminFrame>
  )
}
