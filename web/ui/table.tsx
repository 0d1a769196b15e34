import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

/** A table; its head sticks to the top. */
export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return <table {...rest} className={classes('w-full border-collapse text-13', className)} />
}

export function TableHead({ className, ...rest }: ComponentProps<'thead'>) {
  return <thead {...rest} className={classes('sticky top-0 z-10 bg-canvas text-12 text-ink-2', className)} />
}

type CellProps = { align?: 'left' | 'center' | 'right' }
const aligns = { left: 'text-left', center: 'text-center', right: 'text-right' }

/** A column head; without content a plain cell, since a head without a name is an error to screen readers. */
export function HeadCell({ align = 'left', className, children, ...rest }: ComponentProps<'th'> & CellProps) {
  const style = classes('h-9 px-2 font-medium whitespace-nowrap', aligns[align], className)
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- not a control: an empty cell above a column without a name
  if (!children) return <td className={style} />
  return (
    <th scope="col" {...rest} className={style}>
      {children}
    </th>
  )
}

export function Cell({ align = 'left', className, ...rest }: ComponentProps<'td'> & CellProps) {
  return <td {...rest} className={classes('px-2', aligns[align], className)} />
}
