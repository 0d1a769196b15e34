import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Modal, ModalHeader } from './modal.tsx'

type DialogProps = {
  open: boolean
  onOpenChange(open: boolean): void
  title: ReactNode
  /** Actions at the right, the primary one last. */
  actions?: ReactNode
  /** Maximum width. On phones a dialog fills the screen unless it is small. */
  width?: 'sm' | 'md' | 'lg'
  /** Only its actions close it. */
  isLocked?: boolean
  children: ReactNode
}

const phoneFull = 'max-sm:h-dvh max-sm:max-h-none max-sm:w-screen max-sm:max-w-none'
const widths = {
  sm: 'w-[calc(100vw-2rem)] max-w-110 rounded-dialog',
  md: `${phoneFull} sm:w-[calc(100vw-2rem)] sm:max-w-160 sm:rounded-dialog`,
  lg: `${phoneFull} sm:w-[calc(100vw-2rem)] sm:max-w-220 sm:rounded-dialog`,
}

export function Dialog({ open, onOpenChange, title, actions, width = 'sm', isLocked = false, children }: DialogProps) {
  const titleId = useId()
  if (!open) return null
  const close = () => onOpenChange(false)
  return (
    <Modal
      onClose={close}
      isLocked={isLocked}
      labelledBy={titleId}
      className={classes('inset-0 m-auto h-fit max-h-[calc(100dvh-2rem)] border border-line', widths[width])}
    >
      <ModalHeader
        titleId={titleId}
        title={title}
        onClose={isLocked ? undefined : close}
        className={isLocked ? 'py-3.5 pl-5' : 'py-2 pl-5'}
      />
      <div data-dialog-body className="min-h-0 flex-1 overflow-y-auto p-5">
        {children}
      </div>
      {actions && <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</div>}
    </Modal>
  )
}
