import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { classes } from '#web/ui/classes.ts'
import { Modal } from './modal.tsx'

type DialogProps = {
  open: boolean
  onOpenChange(open: boolean): void
  title: ReactNode
  /** Actions at the right, the primary one last. */
  actions?: ReactNode
  /** Maximum width. On phones a dialog fills the screen unless it is small. */
  width?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

const phoneFull = 'max-sm:h-dvh max-sm:max-h-none max-sm:w-screen max-sm:max-w-none'
const widths = {
  sm: 'w-[calc(100vw-2rem)] max-w-110 rounded-dialog',
  md: `${phoneFull} sm:w-[calc(100vw-2rem)] sm:max-w-160 sm:rounded-dialog`,
  lg: `${phoneFull} sm:w-[calc(100vw-2rem)] sm:max-w-220 sm:rounded-dialog`,
}

export function Dialog({ open, onOpenChange, title, actions, width = 'sm', children }: DialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  if (!open) return null
  const close = () => onOpenChange(false)
  return (
    <Modal
      onClose={close}
      labelledBy={titleId}
      className={classes('inset-0 m-auto h-fit max-h-[calc(100dvh-2rem)] border border-line', widths[width])}
    >
      <div className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-5">
        <h2 id={titleId} className="text-16 font-semibold">
          {title}
        </h2>
        <button
          type="button"
          aria-label={t('ui.close')}
          onClick={close}
          className="flex size-9 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-hover max-sm:size-11"
        >
          <X size={18} aria-hidden="true" />
        </button>
      </div>
      <div data-dialog-body className="min-h-0 flex-1 overflow-y-auto p-5">
        {children}
      </div>
      {actions && <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</div>}
    </Modal>
  )
}
