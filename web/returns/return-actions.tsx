import { Check, PackageCheck, Scale } from 'lucide-react'
import { useState } from 'react'
import type { AdminReturn } from '#contract/admin/returns.ts'
import { useMayChange } from '#web/administration/may-change.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CloseDialog } from './close-dialog.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'

const steps = {
  requested: { name: 'decide', icon: Scale, Dialog: DecideDialog },
  accepted: { name: 'receive', icon: PackageCheck, Dialog: ReceiveDialog },
  received: { name: 'close', icon: Check, Dialog: CloseDialog },
} as const

/** The next step of a return, if there is one. */
export function ReturnActions({ goods }: { goods: AdminReturn }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<string | null>(null)
  const mayChange = useMayChange()
  const { state } = goods
  if (!mayChange) return null
  if (state !== 'requested' && state !== 'accepted' && state !== 'received') return null
  const { name, icon: Icon, Dialog } = steps[state]
  return (
    <>
      <Button
        variant="soft"
        size="card"
        className="ml-auto"
        icon={<Icon size={16} aria-hidden="true" />}
        onClick={() => setOpened(state)}
      >
        {t(`administration.returns.${name}`)}
      </Button>
      {opened === state && <Dialog goods={goods} onClose={() => setOpened(null)} />}
    </>
  )
}
