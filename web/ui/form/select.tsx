import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '#web/ui/classes.ts'

type SelectProps = Omit<ComponentProps<'select'>, 'size'> & { size?: 'md' | 'card' | 'lg' }

const heights = { md: 'h-8', card: 'h-9', lg: 'h-10' }

/** The native select, styled: works best on phones and with screen readers. */
export function Select({ className, size = 'md', children, ...rest }: SelectProps) {
  return (
    <span className={classes('relative inline-flex', className)}>
      <select
        {...rest}
        className={classes(
          'field w-full appearance-none truncate border-line-2! bg-surface pr-7 pl-2.5 font-medium sm:text-13',
          'focus:border-focus! disabled:opacity-50 max-sm:h-11 max-sm:rounded-panel pointer-coarse:min-h-11',
          heights[size],
        )}
      >
        {children}
      </select>
      <ChevronDown
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-2"
      />
    </span>
  )
}
