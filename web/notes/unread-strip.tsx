import { useCallback } from 'react'
import { Link } from '#web/ui/link.tsx'
import { adminOfferPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import {
  adminFaultReportPath,
  adminOrderPath,
  adminReturnPath,
  faultReportPath,
  orderPath,
  returnPath,
} from '#contract/core/record-paths.ts'
import type { NoteKind } from '#domain/notes/note.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ShownUnread } from './note-calls.ts'
import { useUnread } from './use-unread.ts'

/** How many records the strip names. */
const namedMax = 5

type Paths = { dealer(number: string): string; store(id: number): string }

/** The pages that show the thread of a kind. */
const paths: Readonly<Record<NoteKind, Paths>> = {
  order: { dealer: orderPath, store: adminOrderPath },
  offer: {
    dealer: (number) => `${pages.offers}?${new URLSearchParams({ q: number, note: number })}`,
    store: adminOfferPath,
  },
  fault_report: { dealer: faultReportPath, store: adminFaultReportPath },
  return: { dealer: returnPath, store: adminReturnPath },
}

const pathOf = ({ kind, number, id }: ShownUnread): string =>
  id === undefined ? paths[kind].dealer(number) : paths[kind].store(id)

/** The records of a list with unread notes, also those of its other pages. */
export function UnreadStrip({ kind }: { kind: NoteKind }) {
  const { t } = useTranslation()
  const select = useCallback(
    ({ threads }: { threads: ShownUnread[] }) => threads.filter((thread) => thread.kind === kind),
    [kind],
  )
  const threads = useUnread(select) ?? []
  if (threads.length === 0) return null
  const more = threads.length - namedMax
  return (
    <MessageStrip tone="info" className="my-3">
      <span className="font-medium">{t('notes.unread.title', { count: threads.length })}</span>{' '}
      <span className="inline-flex flex-wrap gap-x-3">
        {threads.slice(0, namedMax).map((thread) => (
          <Link
            key={thread.number}
            to={pathOf(thread)}
            className="code inline-flex items-center text-brand-ink hover:underline pointer-coarse:min-h-11"
          >
            {thread.number}
          </Link>
        ))}
        {more > 0 && <span>{t('notes.unread.more', { count: more })}</span>}
      </span>
    </MessageStrip>
  )
}
