import { useState } from 'react'
import {
  type ManagedWarehouse,
  orderWarehouses,
  removeWarehouse,
  setWarehouseState,
} from '#contract/warehouse-administration.ts'
import { formatQuantity } from '#domain/format.ts'
import { call } from '#web/app/call.ts'
import { showAlert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { MoveStockDialog } from './move-stock-dialog.tsx'
import { PlaceButtons } from './place-buttons.tsx'
import { moved, type Warehouses } from './use-warehouses.ts'
import { WarehouseDialog } from './warehouse-dialog.tsx'

type WarehouseRowProps = { warehouse: ManagedWarehouse; place: number; warehouses: Warehouses }

export function WarehouseRow({ warehouse, place, warehouses }: WarehouseRowProps) {
  const { t } = useTranslation()
  const { code, name, isActive, products, quantity } = warehouse
  const all = warehouses.warehouses

  async function move(by: -1 | 1): Promise<void> {
    const ids = moved(all, place, by).map(({ id }) => id)
    const error = await warehouses.run(
      () => call(orderWarehouses, { body: { warehouses: ids } }),
      t('administration.warehouses.ordered'),
    )
    if (error !== null) notify.error(error.message)
  }
  return (
    <li
      data-testid={`warehouse-${code}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <PlaceButtons name={name} place={place} count={all.length} onMove={(by) => void move(by)} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name}
          {!isActive && <Badge>{t('administration.warehouses.closed')}</Badge>}
          {!isActive && products > 0 && <Badge tone="warning">{t('administration.warehouses.closedWithStock')}</Badge>}
        </p>
        <p className="code text-12 text-ink-2 [overflow-wrap:anywhere]">{code}</p>
      </div>
      <dl className="flex gap-x-6 text-13 tabular-nums">
        {[['products', products] as const, ['quantity', quantity] as const].map(([word, value]) => (
          <div key={word} className="sm:min-w-24 sm:text-right">
            <dt className="text-12 text-ink-2">{t(`administration.warehouses.${word}`)}</dt>
            <dd className="font-semibold">{formatQuantity(value)}</dd>
          </div>
        ))}
      </dl>
      <WarehouseActions warehouse={warehouse} warehouses={warehouses} />
    </li>
  )
}

function WarehouseActions({ warehouse, warehouses }: Omit<WarehouseRowProps, 'place'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'change' | 'move' | 'close' | null>(null)
  const { name, isActive, products, isRemovable } = warehouse
  const params = { id: String(warehouse.id) }
  const words = (word: string) => t(`administration.warehouses.${word}`, { name })
  const hasTarget = warehouses.warehouses.some((other) => other.isActive && other.id !== warehouse.id)

  async function setState(): Promise<void> {
    // What stands in there has to go somewhere first.
    if (isActive && products > 0 && hasTarget) return setOpen('close')
    const send = () => call(setWarehouseState, { params, body: { isActive: !isActive } })
    const error = await warehouses.run(send, words(isActive ? 'closedNow' : 'openedNow'))
    if (error !== null) await showAlert({ text: error.message })
  }

  async function remove(): Promise<void> {
    const answer = await showAlert({
      title: words('removeOf'),
      text: words('removeText'),
      actions: [{ label: words('remove'), value: 'go', look: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    const error = await warehouses.run(() => call(removeWarehouse, { params }), words('removed'))
    if (error !== null) await showAlert({ text: error.message })
  }
  return (
    <div className="flex flex-wrap gap-2 sm:w-full sm:justify-end xl:w-auto">
      <Button look="soft" aria-label={words('changeOf')} onClick={() => setOpen('change')}>
        {words('change')}
      </Button>
      {products > 0 && hasTarget && (
        <Button aria-label={words('moveOf')} onClick={() => setOpen('move')}>
          {words('moveShort')}
        </Button>
      )}
      <Button aria-label={words(isActive ? 'closeOf' : 'openOf')} onClick={() => void setState()}>
        {words(isActive ? 'close' : 'open')}
      </Button>
      {isRemovable && (
        <Button look="danger" aria-label={words('removeOf')} onClick={() => void remove()}>
          {words('remove')}
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
