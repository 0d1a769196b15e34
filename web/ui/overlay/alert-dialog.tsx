import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type MouseEvent, useId, useRef } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import type { AlertContent } from './alert.tsx'
import { Modal } from './modal.tsx'

type AlertDialogProps = { alert: AlertContent; onFinish(value: string | null): void }

/** An alert; loaded after the page. */
export function AlertDialog({ alert, onFinish }: AlertDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const closeButton = useRef<HTMLButtonElement>(null)
  const Sign = alert.isGood === true ? CircleCheck : TriangleAlert
  /** The second click of a double click was meant for what was here before the alert opened. */
  const press = (value: string | null) => (event: MouseEvent) => {
    if (event.detail < 2) onFinish(value)
  }
  return (
    <Modal
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      initialFocus={closeButton}
      closesOutside={false}
      onClose={() => onFinish(null)}
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
