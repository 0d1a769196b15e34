import type { ComponentProps } from 'react'
import { classes } from '#web/ui/classes.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string
  variant?: 'plain' | 'outline' | 'danger'
}

const variants = {
  plain: 'border-transparent text-ink-2 hover:bg-hover hover:text-ink',
  outline: 'border-line-2 bg-surface text-ink hover:bg-hover',
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
      className={classes(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-control border transition-colors',
        'max-sm:size-11 pointer-coarse:size-11',
        variants[variant],
        className,
      )}
    >
      {children}
    </button>
  )
}
