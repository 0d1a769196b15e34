import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { classes } from '#web/ui/classes.ts'
import { useDismiss } from './use-dismiss.ts'

type PopoverProps = {
  /** Content of the button that opens the panel. */
  trigger: ReactNode
  triggerClassName: string
  /** Accessible name of the button, if its content is not one. */
  triggerLabel?: string
  label: string
  open: boolean
  onOpenChange(open: boolean): void
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

/** A panel below its button. */
export function Popover(props: PopoverProps) {
  const { open, onOpenChange, align = 'end' } = props
  const frame = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDialogElement>(null)
  useDismiss(
    open,
    frame,
    useCallback(() => onOpenChange(false), [onOpenChange]),
  )
  useEffect(() => {
    if (open) panel.current?.focus({ preventScroll: true })
  }, [open])
  return (
    <div ref={frame} className="relative shrink-0">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={props.triggerLabel}
        onClick={() => onOpenChange(!open)}
        className={props.triggerClassName}
      >
        {props.trigger}
      </button>
      {open && (
        <dialog
          open
          ref={panel}
          aria-label={props.label}
          tabIndex={-1}
          className={classes(
            'absolute inset-auto top-full z-40 mt-1.5 text-ink rounded-dialog border border-line bg-raised shadow-float outline-none',
            align === 'end' ? 'right-0' : 'left-0',
            props.className,
          )}
        >
          {props.children}
        </dialog>
      )}
    </div>
  )
}
