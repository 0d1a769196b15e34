import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

type SwitchProps = Omit<ComponentProps<'button'>, 'onChange' | 'role'> & {
  isOn: boolean
  onChange(isOn: boolean): void
  /** Text next to the switch, e.g. its state. */
  children?: ReactNode
}

/** Takes effect at once; a choice that is submitted with a form is a checkbox. */
export function Switch({ isOn, onChange, className, children, ...rest }: SwitchProps) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      className={classes(
        'group inline-flex items-center gap-2 rounded-control text-left text-13 text-ink-2 max-sm:min-h-11 pointer-coarse:min-h-11',
        className,
      )}
    >
      {children}
      <span
        aria-hidden="true"
        className="flex h-4.5 w-8 shrink-0 rounded-full border border-line-input bg-line-input p-px transition-colors group-aria-checked:border-brand group-aria-checked:bg-brand"
      >
        <span className="size-3.5 rounded-full bg-white transition-transform group-aria-checked:translate-x-3.5" />
      </span>
    </button>
  )
}
