import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Spinner } from '#web/ui/spinner.tsx'

export type ButtonVariant = 'solid' | 'soft' | 'outline' | 'danger' | 'ghost' | 'info' | 'success' | 'blocked'
export type ButtonSize = 'sm' | 'md' | 'card' | 'lg'

const variants: Record<ButtonVariant, string> = {
  solid: 'border-transparent bg-brand text-on-brand hover:bg-brand-hover',
  soft: 'border-transparent bg-brand-soft text-brand-ink hover:bg-brand hover:text-on-brand',
  outline: 'border-line-2 bg-surface text-ink hover:bg-hover',
  danger: 'border-line-2 bg-surface text-danger hover:bg-danger-soft hover:border-danger',
  ghost: 'border-transparent bg-transparent text-brand-ink hover:bg-hover',
  info: 'border-info/30 bg-info-soft text-info hover:border-info',
  success: 'border-transparent bg-success text-on-success',
  blocked: 'border-transparent bg-fill text-ink-3 cursor-not-allowed',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 px-2.5 text-12',
  md: 'h-8 px-3 text-13',
  card: 'h-9 px-3 text-13',
  lg: 'h-10 px-4 text-14',
}

/** Class names of a button, for links styled as one. */
export function buttonClasses(variant: ButtonVariant = 'outline', size: ButtonSize = 'md', extra?: string): string {
  return classes(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-semibold whitespace-nowrap select-none',
    'transition-colors max-sm:h-11 max-sm:rounded-panel max-sm:text-15 pointer-coarse:min-h-11 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    extra,
  )
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
