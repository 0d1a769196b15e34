import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { draftLinesMax } from '#domain/cart/draft-line.ts'
import { loginPath } from '#web/app/data/sign-in-redirect.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { DraftSaver } from './draft-saver.ts'
import type { RowChecks } from './row-checks.ts'
import type { Added } from './use-add-lines.ts'
import type { PasteNote } from './use-paste.ts'

/** What keeps the draft from being saved, and what the user can do about it. */
export function SaverNote({ saver }: { saver: DraftSaver }) {
  const { t, formatQuantity } = useTranslation()
  const { pathname } = useLocation()
  const { status, message } = useSyncExternalStore(saver.subscribe, saver.get, saver.getInitial)
  const [isTooMany, setTooMany] = useState(false)
  if (status === 'changed')
    return (
      <MessageStrip
        tone="warning"
        role="alert"
        className="mb-3"
        actions={
          <>
            <Button size="sm" onClick={() => saver.takeOver()}>
              {t('orderPad.takeOver')}
            </Button>
            <Button size="sm" variant="solid" onClick={() => setTooMany(!saver.merge())}>
              {t('orderPad.merge')}
            </Button>
          </>
        }
      >
        {t('orderPad.changed')}{' '}
        {isTooMany && <b>{t('orderPad.mergeTooMany', { max: formatQuantity(draftLinesMax) })}</b>}
      </MessageStrip>
    )
  if (status === 'offline')
    return (
      <MessageStrip tone="warning" role="status" className="mb-3">
        {t('orderPad.offline')}
      </MessageStrip>
    )
  if (status === 'signedOut')
    return (
      <MessageStrip
        tone="warning"
        role="alert"
        className="mb-3"
        actions={
          <Link to={loginPath(pathname)} reloadDocument className={buttonClasses('solid', 'sm')}>
            {t('orderPad.signIn')}
          </Link>
        }
      >
        {t('orderPad.signedOut')}
      </MessageStrip>
    )
  if (status !== 'failed') return null
  return (
    <MessageStrip
      tone="danger"
      role="alert"
      className="mb-3"
      actions={
        <Button size="sm" onClick={saver.retry}>
          {t('orderPad.retry')}
        </Button>
      }
    >
      <b className="text-danger">{t('orderPad.notSaved')}</b> {message}
    </MessageStrip>
  )
}

/** Why rows could not be checked, where the saving of the draft does not say it already. */
export function ChecksNote({ checks, saver }: { checks: RowChecks; saver: DraftSaver }) {
  const failure = useSyncExternalStore(checks.subscribe, checks.failure, () => null)
  const { status } = useSyncExternalStore(saver.subscribe, saver.get, saver.getInitial)
  if (failure === null || status === 'offline' || status === 'signedOut') return null
  return (
    <MessageStrip tone="danger" role="alert" className="mb-3">
      {failure}
    </MessageStrip>
  )
}

/** What was read of a pasted list or file, and what was left out. */
export function PastedNote({ note, onDismiss }: { note: PasteNote | null; onDismiss(): void }) {
  const { t } = useTranslation()
  if (note === null) return null
  return (
    <MessageStrip
      tone={'error' in note ? 'danger' : 'info'}
      role={'error' in note ? 'alert' : 'status'}
      className="mb-3"
      actions={
        <Button variant="ghost" size="sm" onClick={onDismiss}>
          {t('ui.ok')}
        </Button>
      }
    >
      {'error' in note ? (
        note.error
      ) : (
        <span className="break-words">
          <b>{t('orderPad.pasted', { count: note.count })}</b>{' '}
          {note.heading !== null && t('orderPad.pastedHeading', { heading: note.heading.replaceAll('\t', ' · ') })}{' '}
          {note.hasPrice && t('orderPad.pastedPrice')}{' '}
          {note.setAside.length > 0 && t('orderPad.pastedAside', { rows: note.setAside.slice(0, 10).join(' · ') })}
        </span>
      )}
    </MessageStrip>
  )
}

type AddedNoteProps = { added: Added | null; undoable: number; onUndo(): void; onGo(): void }

/** What went into the cart, with the ways on and back. */
export function AddedNote({ added, undoable, onUndo, onGo }: AddedNoteProps) {
  const { t } = useTranslation()
  if (added === null) return null
  const { count, left } = added
  return (
    <MessageStrip
      tone={count === 0 ? 'danger' : 'info'}
      role="status"
      className="mb-3"
      actions={
        count > 0 && (
          <>
            {undoable > 0 && (
              <Button size="sm" onClick={onUndo}>
                {t('orderPad.undo')}
              </Button>
            )}
            <Button size="sm" variant="solid" title="Ctrl+Enter" onClick={onGo}>
              {t('orderPad.toCart')}
            </Button>
          </>
        )
      }
    >
      {count === 0 ? (
        t('orderPad.nothingAdded')
      ) : (
        <>
          <b>{t('orderPad.added', { count })}</b> {left > 0 && t('orderPad.addedRest', { count: left })}
        </>
      )}
    </MessageStrip>
  )
}
