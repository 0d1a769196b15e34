import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { BoxIllustration } from './box-illustration.tsx'

type EmptyStateProps = {
  title: ReactNode
  text?: ReactNode
  /** What the user can do next. */
  actions?: ReactNode
  level?: 'h1' | 'h2'
  className?: string
}

export function EmptyState({ title, text, actions, level: Heading = 'h2', className }: EmptyStateProps) {
  return (
    <div
      className={classes('flex flex-col items-center justify-center gap-x-6 gap-y-4 px-4 py-12 sm:flex-row', className)}
    >
      <BoxIllustration className="shrink-0" />
      <div className="max-w-120 text-center sm:text-left">
        <Heading className="text-16 font-semibold">{title}</Heading>
        {text && <p className="mt-0.5 text-ink-2">{text}</p>}
        {actions && <div className="mt-3 flex flex-wrap justify-center gap-2 sm:justify-start">{actions}</div>}
      </div>
    </div>
  )
}
