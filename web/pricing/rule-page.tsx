import type { ReactNode } from 'react'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { RuleStateBadge } from './rule-state-badge.tsx'

type RulePageProps = {
  /** The page that lists all of them. */
  list: { path: string; title: string; description: string }
  title: string
  /** Null for a new one. */
  state: Parameters<typeof RuleStateBadge>[0]['state'] | null
  /** Shown only to users who may change it. */
  actions: ReactNode
  children: ReactNode
}

/** The page of a price rule or a promotion: its name, state and actions above its form. */
export function RulePage({ list, title, state, actions, children }: RulePageProps) {
  return (
    <AdminFrame title={<BackTo to={list.path}>{list.title}</BackTo>}>
      <PageHead title={title} description={list.description} canonical={list.path} noIndex />
      <div className="flex max-w-300 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{title}</h1>
          {state !== null && (
            <>
              <RuleStateBadge state={state} />
              <MayChange>{actions}</MayChange>
            </>
          )}
        </div>
        {children}
      </div>
    </AdminFrame>
  )
}
