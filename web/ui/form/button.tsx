import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Spinner } from '#web/ui/spinner.tsx'

export type ButtonVariant = 'solid' | 'soft' | 'outline' | 'danger' | 'ghost' | 'info' | 'success' | 'blocked'
export type ButtonSize = 'sm' | 'md' | 'card' | 'lg'

const variants: Record<ButtonVariant, string> = {
  solid: 'btn-solid',
  soft: 'btn-soft',
  outline: 'btn-outline',
  danger: 'border-line-2 bg-surface text-danger hover:bg-danger-soft hover:border-danger',
  ghost: 'border-transparent bg-transparent text-brand-ink hover:bg-hover',
  info: 'border-info/30 bg-info-soft text-info hover:border-info',
  success: 'border-transparent bg-success text-on-success',
  blocked: 'border-transparent bg-fill text-ink-3 cursor-not-allowed',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'btn-sm',
  md: 'btn-md',
  card: 'btn-card',
  lg: 'btn-lg',
}

/** Class names of a button, for links styled as one. */
export function buttonClasses(variant: ButtonVariant = 'outline', size: ButtonSize = 'md', extra?: string): string {
  return classes('btn', variants[variant], sizes[size], extra)
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows a spinner before the label and ignores clicks. */
  busy?: boolean
  icon?: ReactNode
}

/** A button. Disabled and busy buttons stay focusable, so that focus is never lost. */
export function Button({
  variant,
  size,
  busy = false,
  icon,
  disabled,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isBlocked = disabled === true || busy
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBlocked || undefined}
      aria-busy={busy || undefined}
      className={buttonClasses(disabled ? 'blocked' : variant, size, className)}
      onClick={(event) => {
        if (isBlocked) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
