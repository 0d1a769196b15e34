import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from './classes.ts'

type DrawerProps = {
  open: boolean
  onOpenChange(open: boolean): void
  title: ReactNode
  side?: 'left' | 'right'
  /** What stays in sight below the scrolled content. */
  footer?: ReactNode
  children: ReactNode
}

/** A panel at the side of the screen: filters and categories on phones. */
export function Drawer({ open, onOpenChange, title, side = 'left', footer, children }: DrawerProps) {
  const { t } = useTranslation()
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          className={classes(
            'fixed inset-y-0 z-40 flex w-[calc(100vw-3rem)] max-w-90 flex-col bg-raised shadow-float',
            side === 'left' ? 'left-0 border-r border-line' : 'right-0 border-l border-line',
          )}
        >
          <div className="flex h-14 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
            <Base.Title className="text-16 font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label={t('ui.close')}
              className="flex size-11 items-center justify-center rounded-control text-ink-2 hover:bg-hover"
            >
              <X size={20} aria-hidden="true" />
            </Base.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
          {footer && <div className="border-t border-line p-3">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
