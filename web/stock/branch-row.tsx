import { useState } from 'react'
import { type ManagedBranch, removeBranch, setBranchState } from '#contract/admin/warehouses.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { BranchDialog } from './branch-dialog.tsx'
import { PlaceRow, useRemoval } from './place-row.tsx'
import type { Warehouses } from './use-warehouses.ts'

type BranchRowProps = { branch: ManagedBranch; warehouses: Warehouses }

export function BranchRow({ branch, warehouses }: BranchRowProps) {
  const { t } = useTranslation()
  const nameOf = (warehouse: number) => warehouses.warehouses.find((each) => each.id === warehouse)?.name ?? ''
  return (
    <PlaceRow
      kind="branches"
      shown={branch}
      warehouses={warehouses}
      testId={`branch-${branch.id}`}
      detail={
        <p className="text-12 text-ink-2">
          {branch.warehouses.length === 0
            ? t('administration.warehouses.branches.anyWarehouse')
            : branch.warehouses.map(nameOf).join(' → ')}
        </p>
      }
    >
      <MayChange>
        <BranchActions branch={branch} warehouses={warehouses} />
      </MayChange>
    </PlaceRow>
  )
}

function BranchActions({ branch, warehouses }: BranchRowProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { name, isActive } = branch
  const params = { id: String(branch.id) }
  const textOf = (key: string) => t(`administration.warehouses.${key}`, { name })
  const setState = () =>
    warehouses.runOrAlert(
      () => call(setBranchState, { params, body: { isActive: !isActive } }),
      textOf(isActive ? 'closedNow' : 'openedNow'),
    )
  const remove = useRemoval({
    warehouses,
    name,
    text: textOf('branches.removeText'),
    send: () => call(removeBranch, { params }),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="soft" aria-label={textOf('changeOf')} onClick={() => setOpen(true)}>
        {textOf('change')}
      </Button>
      <Button aria-label={textOf(isActive ? 'closeOf' : 'openOf')} onClick={() => void setState()}>
        {textOf(isActive ? 'close' : 'open')}
      </Button>
      <Button variant="danger" aria-label={textOf('removeOf')} onClick={() => void remove()}>
        {textOf('remove')}
      </Button>
      {isOpen && <BranchDialog branch={branch} warehouses={warehouses} onClose={() => setOpen(false)} />}
    </div>
  )
}
