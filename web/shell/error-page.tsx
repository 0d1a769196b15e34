import { useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { isRouteErrorResponse } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useLoadedVisitor } from '#web/app/visitor/use-visitor.ts'
import { QueryCache } from '#web/app/data/query-cache.ts'
import { CallError } from '#web/app/data/call-error.ts'
import { Shell } from './shell.tsx'
import { QueryCacheContext } from '#web/app/data/use-query.ts'

type Kind = 'notFound' | 'forbidden' | 'unavailable' | 'offline' | 'server'

function kindOf(status: number): Kind {
  if (status === 404 || status === 410) return 'notFound'
  if (status === 401 || status === 403) return 'forbidden'
  if (status === 503 || status === 429) return 'unavailable'
  return status === 0 ? 'offline' : 'server'
}

/** An error's status, and the server's text for the user if there is one. */
function read(error: unknown): { status: number; message: string | null } {
  if (error instanceof CallError) return { status: error.status, message: error.message }
  if (!isRouteErrorResponse(error)) return { status: 500, message: null }
  const message = (error.data as { messages?: { type?: unknown } } | null | undefined)?.messages?.type
  return { status: error.status, message: typeof message === 'string' ? message : null }
}

/**
 * Shown in place of a page that cannot be displayed. Refusals keep the shell; after a crash the shell itself may be the
 * cause.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const visitor = useLoadedVisitor()
  const [cache] = useState(() => new QueryCache())
  const { status, message } = read(error)
  const isAdmin = visitor?.user?.role === 'admin'
  const content = <ErrorContent status={status} message={message} isAdmin={isAdmin} />
  const isRefusal = error instanceof CallError || isRouteErrorResponse(error)
  if (visitor === undefined || !isRefusal) {
    return <main className="flex min-h-dvh items-center justify-center">{content}</main>
  }
  return (
    <QueryCacheContext value={cache}>
      <Shell isPage={false}>{content}</Shell>
    </QueryCacheContext>
  )
}

/** Its links reload the document, since the program's state may be broken. */
function ErrorContent({ status, message, isAdmin }: { status: number; message: string | null; isAdmin: boolean }) {
  const { t } = useTranslation()
  const kind = kindOf(status)
  const title = t(`errorPage.${kind}.title`)
  const isRetryUseful = kind !== 'notFound' && kind !== 'forbidden'
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        level="h1"
        className="py-20"
        title={title}
        text={
          <>
            {kind === 'forbidden' && message !== null ? message : t(`errorPage.${kind}.text`)}
            {status > 0 && <span className="mt-1 block text-12 text-ink-3">{t('errorPage.code', { status })}</span>}
          </>
        }
        actions={
          <>
            {isRetryUseful && (
              <Button variant="solid" size="card" onClick={() => location.reload()}>
                {t('errorPage.retry')}
              </Button>
            )}
            {isAdmin && (
              <a href={pages.admin} className={buttonClasses(isRetryUseful ? 'outline' : 'solid', 'card')}>
                {t('errorPage.administration')}
              </a>
            )}
            <a href={pages.home} className={buttonClasses(isRetryUseful || isAdmin ? 'outline' : 'solid', 'card')}>
              {t('errorPage.home')}
            </a>
            {status === 401 && (
              <a href={pages.login} className={buttonClasses('outline', 'card')}>
                {t('errorPage.signIn')}
              </a>
            )}
          </>
        }
      />
    </>
  )
}
