import { useState } from 'react'
import {
  type ManagedBranch,
  orderWarehouses,
  removeBranch,
  setBranchState,
} from '#contract/warehouse-administration.ts'
import { call } from '#web/app/call.ts'
import { showAlert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { BranchDialog } from './branch-dialog.tsx'
import { PlaceButtons } from './place-buttons.tsx'
import { moved, type Warehouses } from './use-warehouses.ts'

type BranchRowProps = { branch: ManagedBranch; place: number; warehouses: Warehouses }

export function BranchRow({ branch, place, warehouses }: BranchRowProps) {
  const { t } = useTranslation()
  const { id, name, isActive } = branch
  const all = warehouses.branches
  const nameOf = (warehouse: number) => warehouses.warehouses.find((each) => each.id === warehouse)?.name ?? ''

  async function move(by: -1 | 1): Promise<void> {
    const ids = moved(all, place, by).map((each) => each.id)
    const error = await warehouses.run(
      () => call(orderWarehouses, { body: { branches: ids } }),
      t('administration.warehouses.ordered'),
    )
    if (error !== null) notify.error(error.message)
  }
  return (
    <li
      data-testid={`branch-${id}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <PlaceButtons name={name} place={place} count={all.length} onMove={(by) => void move(by)} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name}
          {!isActive && <Badge>{t('administration.warehouses.closed')}</Badge>}
        </p>
        <p className="text-12 text-ink-2">
          {branch.warehouses.length === 0
            ? t('administration.warehouses.branches.anyWarehouse')
            : branch.warehouses.map(nameOf).join(' → ')}
        </p>
      </div>
      <BranchActions branch={branch} warehouses={warehouses} />
    </li>
  )
}

function BranchActions({ branch, warehouses }: Omit<BranchRowProps, 'place'>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { name, isActive } = branch
  const params = { id: String(branch.id) }
  const words = (word: string) => t(`administration.warehouses.${word}`, { name })

  async function setState(): Promise<void> {
    const send = () => call(setBranchState, { params, body: { isActive: !isActive } })
    const error = await warehouses.run(send, words(isActive ? 'closedNow' : 'openedNow'))
    if (error !== null) await showAlert({ text: error.message })
  }

  async function remove(): Promise<void> {
    const answer = await showAlert({
      title: words('removeOf'),
      text: words('branches.removeText'),
      actions: [{ label: words('remove'), value: 'go', look: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    const error = await warehouses.run(() => call(removeBranch, { params }), words('removed'))
    if (error !== null) await showAlert({ text: error.message })
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="soft" aria-label={words('changeOf')} onClick={() => setOpen(true)}>
        {words('change')}
      </Button>
      <Button aria-label={words(isActive ? 'closeOf' : 'openOf')} onClick={() => void setState()}>
        {words(isActive ? 'close' : 'open')}
      </Button>
      <Button look="danger" aria-label={words('removeOf')} onClick={() => void remove()}>
        {words('remove')}
      </Button>
      {isOpen && <BranchDialog branch={branch} warehouses={warehouses} onClose={() => setOpen(false)} />}
    </div>
  )
}
