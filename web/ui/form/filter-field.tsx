import type { ComponentProps } from 'react'
import { classes } from '#web/ui/classes.ts'

type FilterFieldProps = ComponentProps<'input'> & { label: string; isLabelled?: boolean }

/** A small field of a list's toolbar; its label is shown before it or read by screen readers only. */
export function FilterField({ label, isLabelled = false, className, ...input }: FilterFieldProps) {
  return (
    <label className={classes('flex items-center gap-2 max-sm:flex-col max-sm:items-stretch max-sm:gap-1', className)}>
      <span className={isLabelled ? 'text-13 text-ink-2' : 'sr-only'}>{label}</span>
      <input {...input} className="field h-8 w-full px-2.5 sm:text-13 max-sm:h-11" />
    </label>
  )
}
