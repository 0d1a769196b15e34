import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { isRouteErrorResponse } from 'react-router'
import { useLoadedVisitor } from '#web/app/visitor/use-visitor.ts'
import { QueryCache } from '#web/app/data/query-cache.ts'
import { CallError } from '#web/app/data/call-error.ts'
import { loadErrorContent } from './later-parts.ts'
import type { ErrorContentProps } from './error-content.tsx'
import { Shell } from './shell.tsx'
import { QueryCacheContext } from '#web/app/data/use-query.ts'

/** What is left if an error comes before its texts, and they cannot be loaded. */
const NoContent: ComponentType<ErrorContentProps> = function NoContent() {
  const { t } = useTranslation()
  return (
    <p role="alert" className="px-4 py-20 text-center">
      {t('errors.network')}
    </p>
  )
}

const ErrorContent = lazy(async () => ({
  default: (await loadErrorContent().catch(() => ({ ErrorContent: NoContent }))).ErrorContent,
}))

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
  const content = (
    <Suspense fallback={null}>
      <ErrorContent status={status} message={message} isAdmin={isAdmin} />
    </Suspense>
  )
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
