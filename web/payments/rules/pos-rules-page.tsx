import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { listPosRules } from '#contract/admin/pos-rules.ts'
import { adminPosRulesPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/pos-rules-page.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { RulePreview } from './rule-preview.tsx'
import { RuleRow } from './rule-row.tsx'
import { useRules } from './use-rules.ts'

const load = (api: ServerCall) => api(listPosRules)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The rules that choose the POS account of a payment, in their order, and which account would take a card. */
export default function PosRulesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const rules = useRules(loaderData)
  const [isAdding, setAdding] = useState(false)
  const textOf = (key: string) => t(`administration.posRules.${key}`)
  const title = textOf('title')
  const add = (
    <MayChange>
      <Button
        variant="solid"
        size="card"
        icon={<Plus size={16} aria-hidden="true" />}
        disabled={rules.accounts.length === 0}
        onClick={() => setAdding(true)}
      >
        {textOf('add')}
      </Button>
    </MayChange>
  )
  return (
    <AdminFrame title={<BackTo to={pages.adminPos}>{t('administration.pos.title')}</BackTo>}>
      <PageHead title={title} description={textOf('text')} canonical={adminPosRulesPath} noIndex />
      <div className="flex max-w-300 flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 flex-1 basis-60">
            <h1 className="text-17 font-semibold">{title}</h1>
            <p className="text-13 text-ink-2">{textOf('text')}</p>
          </div>
          {rules.items.length > 0 && add}
        </div>
        {rules.items.length === 0 ? (
          <EmptyState
            title={textOf('empty')}
            text={textOf('emptyText')}
            actions={add}
            className="rounded-panel border border-line bg-surface"
          />
        ) : (
          <ol className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
            {rules.items.map((rule, at) => (
              <RuleRow key={rule.id} rule={rule} at={at} rules={rules} />
            ))}
            <li className="border-t border-line px-4 py-3 text-13 text-ink-2">{textOf('otherwise')}</li>
          </ol>
        )}
        <RulePreview />
      </div>
      {isAdding && <RuleDialog rule={null} rules={rules} onClose={() => setAdding(false)} />}
    </AdminFrame>
  )
}
