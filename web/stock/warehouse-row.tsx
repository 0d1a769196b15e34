import { useState } from 'react'
import { type ManagedWarehouse, removeWarehouse, setWarehouseState } from '#contract/admin/warehouses.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { MoveStockDialog } from './move-stock-dialog.tsx'
import { PlaceRow, useRemoval } from './place-row.tsx'
import type { Warehouses } from './use-warehouses.ts'
import { WarehouseDialog } from './warehouse-dialog.tsx'

type WarehouseRowProps = { warehouse: ManagedWarehouse; warehouses: Warehouses }

export function WarehouseRow({ warehouse, warehouses }: WarehouseRowProps) {
  const { t, formatQuantity } = useTranslation()
  const { code, isActive, products, quantity } = warehouse
  return (
    <PlaceRow
      kind="warehouses"
      shown={warehouse}
      warehouses={warehouses}
      testId={`warehouse-${code}`}
      badge={
        !isActive && products > 0 && <Badge tone="warning">{t('administration.warehouses.closedWithStock')}</Badge>
      }
      detail={<p className="code text-12 text-ink-2 [overflow-wrap:anywhere]">{code}</p>}
    >
      <dl className="flex gap-x-6 text-13 tabular-nums">
        {[['products', products] as const, ['quantity', quantity] as const].map(([key, value]) => (
          <div key={key} className="sm:min-w-24 sm:text-right">
            <dt className="text-12 text-ink-2">{t(`administration.warehouses.${key}`)}</dt>
            <dd className="font-semibold">{formatQuantity(value)}</dd>
          </div>
        ))}
      </dl>
      <MayChange>
        <WarehouseActions warehouse={warehouse} warehouses={warehouses} />
      </MayChange>
    </PlaceRow>
  )
}

function WarehouseActions({ warehouse, warehouses }: WarehouseRowProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'change' | 'move' | 'close' | null>(null)
  const { name, isActive, products, isRemovable } = warehouse
  const params = { id: String(warehouse.id) }
  const textOf = (key: string) => t(`administration.warehouses.${key}`, { name })
  const hasTarget = warehouses.warehouses.some((other) => other.isActive && other.id !== warehouse.id)
  const remove = useRemoval({
    warehouses,
    name,
    text: textOf('removeText'),
    send: () => call(removeWarehouse, { params }),
  })

  async function setState(): Promise<void> {
    // Its stock has to be moved first.
    if (isActive && products > 0 && hasTarget) return setOpen('close')
    const send = () => call(setWarehouseState, { params, body: { isActive: !isActive } })
    await warehouses.runOrAlert(send, textOf(isActive ? 'closedNow' : 'openedNow'))
  }
  return (
    <div className="flex flex-wrap gap-2 sm:w-full sm:justify-end xl:w-auto">
      <Button variant="soft" aria-label={textOf('changeOf')} onClick={() => setOpen('change')}>
        {textOf('change')}
      </Button>
      {products > 0 && hasTarget && (
        <Button aria-label={textOf('moveOf')} onClick={() => setOpen('move')}>
          {textOf('moveShort')}
        </Button>
      )}
      <Button aria-label={textOf(isActive ? 'closeOf' : 'openOf')} onClick={() => void setState()}>
        {textOf(isActive ? 'close' : 'open')}
      </Button>
      {isRemovable && (
        <Button variant="danger" aria-label={textOf('removeOf')} onClick={() => void remove()}>
          {textOf('remove')}
        </Button>
      )}
      {open === 'change' && (
        <WarehouseDialog warehouse={warehouse} warehouses={warehouses} onClose={() => setOpen(null)} />
      )}
      {(open === 'move' || open === 'close') && (
        <MoveStockDialog
          warehouse={warehouse}
          warehouses={warehouses}
          isClosing={open === 'close'}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
