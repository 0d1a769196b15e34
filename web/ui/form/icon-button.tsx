import type { ComponentProps } from 'react'
import { classes } from '#web/ui/classes.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string
  variant?: 'plain' | 'outline' | 'danger'
}

const variants = {
  plain: 'icon-btn-plain',
  outline: 'btn-outline',
  danger: 'border-transparent text-ink-2 hover:bg-danger-soft hover:text-danger',
}

/** A button with an icon only; `label` is its accessible name. */
export function IconButton({ label, variant = 'plain', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classes('icon-btn', variants[variant], className)}
    >
      {children}
    </button>
  )
}
