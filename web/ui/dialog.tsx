import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from './classes.ts'

type DialogProps = {
  open: boolean
  onOpenChange(open: boolean): void
  title: ReactNode
  /** Actions at the right, the main one last. */
  actions?: ReactNode
  /** Largest width; on phones a dialog takes the whole screen unless it is small. */
  width?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

const widths = {
  sm: 'w-[calc(100vw-2rem)] max-w-110 rounded-dialog',
  md: 'max-sm:inset-0 max-sm:translate-0 sm:w-[calc(100vw-2rem)] sm:max-w-160 sm:rounded-dialog',
  lg: 'max-sm:inset-0 max-sm:translate-0 sm:w-[calc(100vw-2rem)] sm:max-w-220 sm:rounded-dialog',
}

export function Dialog({ open, onOpenChange, title, actions, width = 'sm', children }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          className={classes(
            'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] -translate-1/2 flex-col border border-line bg-raised shadow-float max-sm:max-h-dvh',
            widths[width],
          )}
        >
          <div className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-5">
            <Base.Title className="text-16 font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label={t('ui.close')}
              className="flex size-9 items-center justify-center rounded-control text-ink-2 hover:bg-hover max-sm:size-11"
            >
              <X size={18} aria-hidden="true" />
            </Base.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
          {actions && <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
