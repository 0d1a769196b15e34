import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const tones = {
  danger: {
    panel: 'border-danger/30 bg-danger-soft',
    icon: <CircleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />,
  },
  warning: {
    panel: 'border-warning/30 bg-warning-soft',
    icon: <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />,
  },
  info: {
    panel: 'border-info/30 bg-info-soft',
    icon: <Info size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-info" />,
  },
}

type MessageStripProps = {
  tone: keyof typeof tones
  role?: 'alert' | 'status'
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** An inline message: text on the left, actions on the right. */
export function MessageStrip({ tone, role, actions, className, children }: MessageStripProps) {
  return (
    <div
      role={role}
      className={classes(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border px-3 py-2 text-13',
        tones[tone].panel,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-2">
        {tones[tone].icon}
        <div className="min-w-0">{children}</div>
      </div>
      {actions && <div className="flex max-w-full shrink-0 flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
