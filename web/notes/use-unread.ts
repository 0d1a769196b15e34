import { useCallback } from 'react'
import type { NoteSide } from '#domain/notes/note.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { noteCalls, type ShownUnread } from './note-calls.ts'

export const unreadKey = (side: NoteSide): string => `notes unread ${side}`

type Unread = { threads: ShownUnread[] }

/** What `select` takes from the threads with unread notes of the user's side. `select` must be stable. */
export function useUnread<Selected>(select: (unread: Unread) => Selected): Selected | undefined {
  const { user } = useVisitor()
  const side = user?.role === 'admin' ? 'store' : 'dealer'
  const fetcher: Fetcher<Unread> = useCallback(({ signal }) => noteCalls[side].unread({ signal }), [side])
  return useQuery(unreadKey(side), user === null ? null : fetcher, { select, freshFor: 10_000 })
}
