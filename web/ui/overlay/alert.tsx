import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type MouseEvent, useId, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { classes } from '#web/ui/classes.ts'
import { Button, type ButtonVariant } from '#web/ui/form/button.tsx'
import { Modal } from './modal.tsx'

export type AlertAction = { label: string; value: string; variant?: ButtonVariant }
export type AlertContent = {
  title?: string
  text: string
  facts?: string
  /** Something went well: no warning sign. */
  isGood?: boolean
  /** Actions besides the close button. */
  actions?: AlertAction[]
  /** Label of the close button; default 'OK'. */
  close?: string
}
type Open = AlertContent & { settle(value: string | null): void }

let open: Open | null = null
const listeners = new Set<() => void>()

function show(next: Open | null): void {
  open = next
  for (const listener of listeners) listener()
}

/** Shows an alert dialog. Resolves with the value of the chosen action, or null when it is closed. */
export function showAlert(content: AlertContent): Promise<string | null> {
  open?.settle(null)
  return new Promise((resolve) => show({ ...content, settle: resolve }))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renders the alert; mounted once in the shell. */
export function AlertHost() {
  const { t } = useTranslation()
  const alert = useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  )
  const id = useId()
  const closeButton = useRef<HTMLButtonElement>(null)
  if (alert === null) return null
  const Sign = alert.isGood === true ? CircleCheck : TriangleAlert

  function finish(value: string | null): void {
    alert?.settle(value)
    show(null)
  }
  /** The second click of a double click was meant for what was here before the alert opened. */
  const press = (value: string | null) => (event: MouseEvent) => {
    if (event.detail < 2) finish(value)
  }
  return (
    <Modal
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      initialFocus={closeButton}
      closesOutside={false}
      onClose={() => finish(null)}
      className="inset-0 m-auto h-fit w-[calc(100vw-2rem)] max-w-125 rounded-dialog border border-line p-5"
    >
      <div className="flex gap-3">
        <span
          className={classes(
            'flex size-8 shrink-0 items-center justify-center rounded-control',
            alert.isGood === true ? 'bg-success-soft text-success' : 'bg-warning-soft text-warning',
          )}
        >
          <Sign size={16} aria-hidden="true" />
        </span>
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="text-16 font-semibold">
            {alert.title ?? t('ui.alert')}
          </h2>
          <p id={`${id}-text`} className="mt-0.5 text-ink-2">
            {alert.text}
          </p>
          {alert.facts && (
            <p className="mt-1 max-h-[40vh] overflow-y-auto text-13 whitespace-pre-line text-ink-2">{alert.facts}</p>
          )}
        </div>
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button
          variant={alert.actions?.some(({ variant }) => variant === 'solid') ? 'outline' : 'solid'}
          size="card"
          onClick={press(null)}
          ref={closeButton}
        >
          {alert.close ?? t('ui.ok')}
        </Button>
        {alert.actions?.map((action) => (
          <Button key={action.value} variant={action.variant ?? 'outline'} size="card" onClick={press(action.value)}>
            {action.label}
          </Button>
        ))}
      </div>
    </Modal>
  )
}
