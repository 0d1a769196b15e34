import { adminOnlinePath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { listOnlineUsers, type OnlineUser } from '#contract/core/live.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/online-page.ts'
import { useOnlineUsers } from './use-online-users.ts'

const load = (api: ServerCall) => api(listOnlineUsers)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Users in the shop, live (specification, checkout, sections 2 and 7). */
export default function OnlinePage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { users, isLost } = useOnlineUsers(loaderData.onlineUsers)
  const title = t('monitoring.online.title')
  const online = users.filter(({ status }) => status === 'online').length
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('monitoring.online.description')} canonical={adminOnlinePath} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        {isLost && (
          <MessageStrip tone="warning" role="status">
            {t('monitoring.online.lost')}
          </MessageStrip>
        )}
        {users.length === 0 ? (
          <EmptyState title={t('monitoring.online.empty')} />
        ) : (
          <>
            <p role="status" className="text-13 text-ink-2">
              {t('monitoring.online.count', { count: online })}
            </p>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3">
              {users.map((user) => (
                <UserCard key={user.id} user={user} />
              ))}
            </ul>
          </>
        )}
      </div>
    </AdminFrame>
  )
}

function UserCard({ user: { name, date, status } }: { user: OnlineUser }) {
  const { t } = useTranslation()
  const [initial = '?'] = name.trim()
  return (
    <li data-testid="online-user" className="flex items-center gap-3 rounded-panel border border-line bg-surface p-3">
      <span className="relative shrink-0">
        <span
          aria-hidden="true"
          className="flex size-10 items-center justify-center rounded-full bg-brand-soft font-semibold text-brand-ink"
        >
          {initial.toLocaleUpperCase('tr')}
        </span>
        <span
          aria-hidden="true"
          className={classes(
            'absolute -right-0.5 -bottom-0.5 size-3 rounded-full border-2 border-surface',
            status === 'online' ? 'bg-success' : 'bg-danger',
          )}
        />
      </span>
      <div className="min-w-0">
        <p className="line-clamp-2 font-medium">{name}</p>
        <p className="text-12 text-ink-2">
          <span className="sr-only">{t(`monitoring.online.status.${status}`)}, </span>
          {t('monitoring.online.lastSeen')}: <Moment date={date} />
        </p>
      </div>
    </li>
  )
}
