import { MessageSquare } from 'lucide-react'
import { useCallback } from 'react'
import type { NoteSubject } from '#contract/shop/notes.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ShownUnread } from './note-calls.ts'
import { useUnread } from './use-unread.ts'

/** How many notes of a row nobody of the user's side has opened; nothing without one. */
export function UnreadBadge({ kind, number }: NoteSubject) {
  const { t } = useTranslation()
  const select = useCallback(
    ({ threads }: { threads: ShownUnread[] }) =>
      threads.find((thread) => thread.kind === kind && thread.number === number)?.count ?? 0,
    [kind, number],
  )
  const count = useUnread(select) ?? 0
  if (count === 0) return null
  return (
    <Badge tone="info" className="ml-1.5">
      <MessageSquare size={12} aria-hidden="true" /> {t('notes.unread.badge', { count })}
    </Badge>
  )
}
