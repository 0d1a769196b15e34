import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { classes } from '#web/ui/classes.ts'

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
        onClose()
      }}
      onClick={(event) => closesOutside && event.target === event.currentTarget && onClose()}
      className={classes('fixed flex-col bg-raised text-ink shadow-float backdrop:bg-scrim open:flex', rest.className)}
    >
      {rest.children}
    </dialog>
  )
}
