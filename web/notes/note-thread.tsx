import { FileText, LockKeyhole } from 'lucide-react'
import { noteFilePath } from '#contract/core/note-paths.ts'
import type { NoteFile, NoteSubject } from '#contract/shop/notes.ts'
import type { NoteSide } from '#domain/notes/note.ts'
import { Moment } from '#web/app/moment.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ShownNote } from './note-calls.ts'
import { NoteForm } from './note-form.tsx'
import { useThread } from './use-thread.ts'

/** The notes that a dealer and the store write about a record, and a form for a new one. Not printed. */
export function NoteThread({ kind, number }: NoteSubject) {
  const { t } = useTranslation()
  const { side, calls, thread, fresh, hasFailed, mayWrite, write, retry } = useThread({ kind, number })
  const notes = thread?.notes ?? []
  return (
    <section
      id="notes"
      aria-label={t('notes.title')}
      className="mt-4 rounded-panel border border-line bg-surface print:hidden"
    >
      <div className="border-b border-line px-4 py-2.5">
        <h2 className="text-14 font-semibold">{t('notes.title')}</h2>
        <p className="text-12 text-ink-2">{t(`notes.hint.${side}`)}</p>
      </div>
      {thread === undefined && !hasFailed && <Loading />}
      {thread === undefined && hasFailed && (
        <MessageStrip
          tone="danger"
          role="alert"
          className="m-4"
          actions={<Button onClick={retry}>{t('ui.retry')}</Button>}
        >
          {t('notes.failed')}
        </MessageStrip>
      )}
      {thread !== undefined && notes.length === 0 && <p className="px-4 pt-4 text-13 text-ink-2">{t('notes.none')}</p>}
      <ol aria-live="polite" className={classes('flex flex-col gap-3', notes.length > 0 && 'p-4 pb-0')}>
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} isNew={fresh.has(note.id)} side={side} />
        ))}
      </ol>
      {mayWrite ? (
        <NoteForm key={number} subject={{ kind, number }} side={side} calls={calls} onPosted={write} />
      ) : (
        <div className="h-4" />
      )}
    </section>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('notes.loading')} className="flex flex-col gap-2 p-4">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-10 w-full max-w-120" />
    </div>
  )
}

type NoteItemProps = { note: ShownNote; isNew: boolean; side: NoteSide }

function NoteItem({ note, isNew, side }: NoteItemProps) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const isOwn = note.side === side
  const isInternal = note.isInternal === true
  return (
    <li
      data-testid="note"
      className={classes(
        'max-w-170 min-w-0 rounded-control border px-3 py-2 text-13 sm:min-w-80',
        isOwn ? 'self-end max-sm:self-stretch' : 'self-start max-sm:self-stretch',
        isInternal
          ? 'border-dashed border-warning/60 bg-warning-soft'
          : isOwn
            ? 'border-line bg-canvas'
            : 'border-info/30 bg-info-soft',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-12 text-ink-2">
        <span className="font-semibold text-ink">{note.author ?? settings.storeName}</span>
        <Moment date={note.at} />
        {isInternal && (
          <Badge tone="warning">
            <LockKeyhole size={12} aria-hidden="true" /> {t('notes.internal')}
          </Badge>
        )}
        {isNew && <Badge tone="info">{t('notes.new')}</Badge>}
      </p>
      {note.text !== '' && <p className="mt-1 [overflow-wrap:anywhere] whitespace-pre-line">{note.text}</p>}
      {note.files.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {note.files.map((file) => (
            <NoteFileLink key={file.file} file={file} />
          ))}
        </ul>
      )}
    </li>
  )
}

function NoteFileLink({ file: { file, kind, name, bytes, width, height } }: { file: NoteFile }) {
  const { t, formatQuantity } = useTranslation()
  const path = noteFilePath(file)
  return (
    <li className="min-w-0">
      {kind === 'picture' ? (
        <a
          href={path}
          target="_blank"
          rel="noreferrer"
          aria-label={t('notes.files.open', { name })}
          className="block size-24 overflow-hidden rounded-control border border-line bg-photo hover:border-brand"
        >
          <img
            src={path}
            alt={name}
            width={width ?? undefined}
            height={height ?? undefined}
            loading="lazy"
            className="size-full object-cover"
          />
        </a>
      ) : (
        <a
          href={path}
          download={name}
          className="inline-flex max-w-full items-center gap-2 rounded-control border border-line bg-surface px-2.5 py-1.5 hover:border-brand pointer-coarse:min-h-11"
        >
          <FileText size={16} aria-hidden="true" className="shrink-0 text-ink-2" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          <span className="shrink-0 text-12 text-ink-2">
            {formatQuantity(Math.max(1, Math.round(bytes / 1024)))} kB
          </span>
        </a>
      )}
    </li>
  )
}
