import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { type Pad, usePadState } from './use-pad.ts'
import type { QueuedNote } from './use-queued.ts'

/** What came from this device’s time without a connection. */
export function QueuedLinesNote({ note, onDismiss }: { note: QueuedNote | null; onDismiss(): void }) {
  const { t } = useTranslation()
  if (note === null) return null
  const isRefused = 'error' in note
  return (
    <MessageStrip
      tone={isRefused ? 'danger' : 'info'}
      role={isRefused ? 'alert' : 'status'}
      className="mb-3"
      actions={
        <Button variant="ghost" size="sm" onClick={onDismiss}>
          {t('ui.ok')}
        </Button>
      }
    >
      {isRefused ? (
        <>
          <b className="text-danger">{t('orderPad.queuedNotSent')}</b> {note.error}
        </>
      ) : (
        <b>{t('orderPad.queuedSent', { count: note.count })}</b>
      )}
    </MessageStrip>
  )
}

/** Prices and stock that differ from what the user saw, before anything is ordered. */
export function ChangesNote({ pad: { store, seen } }: { pad: Pad }) {
  const { t } = useTranslation()
  const { results } = usePadState(store)
  const count = [...results.values()].filter(({ change }) => change !== null).length
  if (count === 0) return null
  function accept(): void {
    seen.accept()
    store.acceptChanges()
  }
  return (
    <MessageStrip
      tone="warning"
      role="alert"
      className="mb-3"
      actions={
        <Button variant="ghost" size="sm" onClick={accept}>
          {t('ui.ok')}
        </Button>
      }
    >
      {t('orderPad.changedSince', { count })}
    </MessageStrip>
  )
}
