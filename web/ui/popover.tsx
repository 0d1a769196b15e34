import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './classes.ts'

type PopoverProps = {
  trigger: ReactElement
  label: string
  open?: boolean
  onOpenChange?(open: boolean): void
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

/** A panel that floats beside its button. */
export function Popover({ trigger, label, open, onOpenChange, align = 'end', className, children }: PopoverProps) {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={12} className="z-40">
          <Base.Popup
            aria-label={label}
            className={classes('rounded-dialog border border-line bg-raised shadow-float outline-none', className)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
