import { listOnlineUsers } from '#contract/core/live.ts'
import { listFailedEmails, retryFailedEmails } from '#contract/admin/failed-emails.ts'
import { listJobs, listSchedules, removeJob, retryJob } from '#contract/admin/jobs.ts'
import { getMailServer, testMailServer } from '#contract/admin/mail-server.ts'
import { getSetup } from '#contract/admin/setup.ts'
import { cartsState, listCarts, searchQueries, topQueries } from '#contract/admin/monitoring.ts'
import { listRecentUsers } from '#server/account/account.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { listFailed, retryFailed } from './emails/failed-emails.ts'
import { remove, runAgain } from './jobs/change-job.ts'
import { loadJobs, loadSchedules } from './jobs/list-jobs.ts'
import { describeMailServer, type MailServerDeps, sendTestEmail } from './mail-server.ts'
import { loadDashboard, searchSearches } from './search-dashboard.ts'
import { loadSetup, type SetupDeps } from './setup.ts'
import { loadCarts, loadState } from './watched-carts.ts'

export function registerMonitoring(calls: Calls, deps: SetupDeps & MailServerDeps): void {
  const { pool } = deps
  handle(calls, topQueries, (_input, { locale }) => loadDashboard(pool, locale))

  handle(calls, searchQueries, ({ query: { query = '', type = 'kelime' } }, { locale }) =>
    searchSearches(pool, { query, type, locale }),
  )

  handle(calls, listOnlineUsers, async () => ({ onlineUsers: await listRecentUsers(pool) }))

  handle(calls, listCarts, ({ query }, { locale }) => loadCarts(pool, deps.store, { ...query, locale }))

  handle(calls, cartsState, () => loadState(pool))

  handle(calls, getSetup, () => loadSetup(deps))

  handle(calls, getMailServer, () => describeMailServer(deps))

  handle(calls, testMailServer, (_input, { actor, locale }) => sendTestEmail(deps, actor, locale))

  handle(calls, listFailedEmails, ({ query }) => listFailed(pool, query))

  handle(calls, retryFailedEmails, ({ body }) => retryFailed(pool, body))

  handle(calls, listJobs, ({ query }) => loadJobs(pool, query))

  handle(calls, listSchedules, () => loadSchedules(pool, new Date()))

  handle(calls, retryJob, ({ body }, context) => runAgain(pool, context, body))

  handle(calls, removeJob, ({ body }, context) => remove(pool, context, body))
}
