import { type ReactNode, useId } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Modal, ModalHeader } from './modal.tsx'

type DrawerProps = {
  open: boolean
  onOpenChange(open: boolean): void
  title: ReactNode
  side?: 'left' | 'right'
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
  children: ReactNode
}

/** A panel at the side of the screen: filters and categories on phones. */
export function Drawer({ open, onOpenChange, title, side = 'left', footer, children }: DrawerProps) {
  const titleId = useId()
  if (!open) return null
  const close = () => onOpenChange(false)
  return (
    <Modal
      onClose={close}
      labelledBy={titleId}
      className={classes(
        'inset-y-0 h-dvh max-h-none w-[calc(100vw-3rem)] max-w-90',
        side === 'left' ? 'mr-auto border-r border-line' : 'ml-auto border-l border-line',
      )}
    >
      <ModalHeader titleId={titleId} title={title} onClose={close} className="h-14 pl-4" />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
      {footer && <div className="border-t border-line p-3">{footer}</div>}
    </Modal>
  )
}
