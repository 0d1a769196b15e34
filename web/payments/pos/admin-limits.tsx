import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { listInstallmentLimits, type ManagedLimit, removeInstallmentLimit } from '#contract/admin/installment-limits.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { LimitDialog } from './admin-limit-dialog.tsx'
import { type Limits, useLimits, useLimitTexts } from './use-limits.ts'

const tones = { in_force: 'success', to_come: 'info', over: 'neutral' } as const

/** The number of installments that law or store allows, regardless of the accounts' tables. */
export function InstallmentLimits({ loaded }: { loaded: Reply<typeof listInstallmentLimits> }) {
  const { t } = useTranslation()
  const limits = useLimits(loaded)
  const [adding, setAdding] = useState(false)
  const textOf = (key: string) => t(`administration.limits.${key}`)
  return (
    <section aria-label={textOf('title')} className="mt-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-15 font-semibold">{textOf('title')}</h2>
          <p className="text-13 text-ink-2">{textOf('text')}</p>
        </div>
        <MayChange>
          <Button size="card" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
            {textOf('add')}
          </Button>
        </MayChange>
      </div>
      <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        {limits.items.length === 0 && <li className="px-4 py-6 text-ink-2">{textOf('empty')}</li>}
        {limits.items.map((limit) => (
          <LimitRow key={limit.id} limit={limit} limits={limits} />
        ))}
      </ul>
      {adding && <LimitDialog limit={null} limits={limits} onClose={() => setAdding(false)} />}
    </section>
  )
}

function LimitRow({ limit, limits }: { limit: ManagedLimit; limits: Limits }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { name, facts } = useLimitTexts()(limit)
  const textOf = (key: string) => t(`administration.limits.${key}`, { name })

  async function remove(): Promise<void> {
    const answer = await showAlert({
      title: textOf('removeOf'),
      text: textOf('removeText'),
      actions: [{ label: textOf('remove'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    const params = { id: String(limit.id) }
    const error = await limits.run(() => call(removeInstallmentLimit, { params }), textOf('removed'))
    if (error !== null) await showAlert({ text: error.message })
  }
  return (
    <li
      data-testid={`limit-${limit.id}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name} <Badge tone={tones[limit.state]}>{textOf(`states.${limit.state}`)}</Badge>
        </p>
        {facts.length > 0 && <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">{facts.join(' · ')}</p>}
      </div>
      <MayChange>
        <div className="flex flex-wrap gap-2">
          <Button variant="soft" aria-label={textOf('changeRow')} onClick={() => setOpen(true)}>
            {textOf('change')}
          </Button>
          <Button variant="danger" aria-label={textOf('removeRow')} onClick={() => void remove()}>
            {textOf('remove')}
          </Button>
        </div>
      </MayChange>
      {isOpen && <LimitDialog limit={limit} limits={limits} onClose={() => setOpen(false)} />}
    </li>
  )
}
