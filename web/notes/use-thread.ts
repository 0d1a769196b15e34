import { useCallback, useEffect, useState } from 'react'
import type { NoteSubject } from '#contract/shop/notes.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery, useQueryCache } from '#web/app/data/use-query.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { noteCalls, type ShownThread } from './note-calls.ts'
import { unreadKey } from './use-unread.ts'

/** Milliseconds between two checks for new notes while the page is visible. */
const pace = 8_000

/** The thread about a subject, followed while it is on screen; its notes count as opened. */
export function useThread({ kind, number }: NoteSubject) {
  const { user } = useVisitor()
  const side = user?.role === 'admin' ? 'store' : 'dealer'
  const calls = noteCalls[side]
  const mayWrite = side === 'dealer' || user?.permissions.includes('orders:write') === true
  const cache = useQueryCache()
  const key = `notes ${side} ${kind} ${number}`
  const [hasFailed, setFailed] = useState(false)
  const fetcher: Fetcher<ShownThread> = useCallback(
    ({ signal }) =>
      calls.load({ kind, number }, { signal }).then(
        (thread) => {
          setFailed(false)
          return thread
        },
        (error: unknown) => {
          setFailed(true)
          throw error
        },
      ),
    [calls, kind, number],
  )
  const thread = useQuery(key, fetcher, { freshFor: 0 })
  /** Notes that were new when this page showed them first. */
  const [fresh] = useState(() => new Set<number>())
  for (const { id, isUnread } of thread?.notes ?? []) if (isUnread) fresh.add(id)

  useEffect(() => {
    const check = () => {
      if (document.visibilityState !== 'visible' || cache.read(key) === undefined) return
      calls
        .load({ kind, number })
        .then((latest) => {
          if (JSON.stringify(latest) !== JSON.stringify(cache.read(key))) cache.write(key, latest)
        })
        // The next check tries again.
        .catch(() => {})
    }
    const timer = setInterval(check, pace)
    return () => clearInterval(timer)
  }, [cache, calls, key, kind, number])

  const last = thread?.notes.findLast(({ isUnread }) => isUnread)?.id
  useEffect(() => {
    if (last === undefined || !mayWrite) return undefined
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', mark)
      calls
        .read({ kind, number }, last)
        .then(() => cache.refresh(unreadKey(side)))
        // Administrators who look at the shop as a dealer's user open nothing for that user.
        .catch(() => {})
    }
    document.addEventListener('visibilitychange', mark)
    mark()
    return () => document.removeEventListener('visibilitychange', mark)
  }, [cache, calls, kind, number, side, last, mayWrite])

  const write = (next: ShownThread) => cache.write(key, next)
  return { side, calls, thread, fresh, hasFailed, mayWrite, write, retry: () => cache.refresh(key) } as const
}
