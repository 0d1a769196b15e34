import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { classes } from '#web/ui/classes.ts'
import { Modal } from './modal.tsx'

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
  const { t } = useTranslation()
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
      <div className="flex h-14 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
        <h2 id={titleId} className="text-16 font-semibold">
          {title}
        </h2>
        <button
          type="button"
          aria-label={t('ui.close')}
          onClick={close}
          className="flex size-11 items-center justify-center rounded-control text-ink-2 hover:bg-hover"
        >
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
      {footer && <div className="border-t border-line p-3">{footer}</div>}
    </Modal>
  )
}
