import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { AreaLink } from './area-link.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { AdminFrame } from './admin-frame.tsx'

type DetailFrameProps = {
  title: string
  description: string
  path: string
  /** The list that this page belongs to. */
  back: { to: string; label: string }
  children: ReactNode
}

/** The page of one record, with a link back to its list. */
export function DetailFrame({ title, description, path, back, children }: DetailFrameProps) {
  return (
    <AdminFrame
      title={
        <AreaLink to={back.to} className="inline-flex items-center gap-2 hover:underline pointer-coarse:min-h-11">
          <ArrowLeft size={16} aria-hidden="true" className="text-ink-2" /> {back.label}
        </AreaLink>
      }
    >
      <PageHead title={title} description={description} canonical={path} noIndex />
      <div className="flex max-w-420 flex-col gap-4">{children}</div>
    </AdminFrame>
  )
}
