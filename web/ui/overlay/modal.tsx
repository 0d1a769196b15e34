import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** The first field of a form gets the focus, rather than the close button. */
const firstField =
  '[data-dialog-body] :is(input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), select, textarea):enabled:not([readonly])'

type ModalProps = {
  onClose(): void
  labelledBy: string
  describedBy?: string
  role?: 'alertdialog'
  /** The element to focus first; default: the first field of the dialog's body, else the first focusable element. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Whether a click outside closes it. */
  closesOutside?: boolean
  /** Only its actions close it: neither Escape, the back gesture nor a click outside. */
  isLocked?: boolean
  className: string
  children: ReactNode
}

/** The native modal dialog: it traps and restores the focus, closes on Escape, and is on top of everything. */
export function Modal({
  onClose,
  labelledBy,
  describedBy,
  role,
  initialFocus,
  closesOutside = true,
  isLocked = false,
  ...rest
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    const first = initialFocus?.current ?? element?.querySelector<HTMLElement>(firstField)
    first?.focus()
    return () => element?.close()
  }, [initialFocus])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the key for it
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault()
        if (!isLocked) onClose()
      }}
      // Browsers close it at a second Escape whatever the page does at the first.
      onClose={() => isLocked && dialog.current?.showModal()}
      onClick={(event) => closesOutside && !isLocked && event.target === event.currentTarget && onClose()}
      className={classes(
        'fixed flex-col bg-raised text-left text-ink shadow-float backdrop:bg-scrim open:flex',
        rest.className,
      )}
    >
      {rest.children}
    </dialog>
  )
}

type ModalHeaderProps = {
  titleId: string
  title: ReactNode
  /** Without it there is no button to close. */
  onClose?: (() => void) | undefined
  className: string
}

/** The title of a dialog or drawer, and the button that closes it. */
export function ModalHeader({ titleId, title, onClose, className }: ModalHeaderProps) {
  const { t } = useTranslation()
  return (
    <div className={classes('flex shrink-0 items-center justify-between gap-4 border-b border-line pr-2', className)}>
      <h2 id={titleId} className="text-16 font-semibold">
        {title}
      </h2>
      {onClose && (
        <button
          type="button"
          aria-label={t('ui.close')}
          onClick={onClose}
          className="flex size-9 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-hover max-sm:size-11"
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
