import { useState } from 'react'
import { type ManagedWarehouse, moveWarehouseStock } from '#contract/admin/warehouses.ts'
import { call } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Warehouses } from './use-warehouses.ts'

type MoveStockDialogProps = {
  warehouse: ManagedWarehouse
  warehouses: Warehouses
  /** The warehouse is closed after the move. */
  isClosing: boolean
  onClose(): void
}

/** Chooses the target for all stock of a warehouse. */
export function MoveStockDialog({ warehouse, warehouses, isClosing, onClose }: MoveStockDialogProps) {
  const { t, formatQuantity } = useTranslation()
  const targets = warehouses.warehouses.filter(({ id, isActive }) => isActive && id !== warehouse.id)
  const [to, setTo] = useState(targets[0]?.id ?? 0)
  const [failure, setFailure] = useState<string | null>(null)
  const { id, name, products, quantity } = warehouse
  const facts = { name, products: formatQuantity(products), quantity: formatQuantity(quantity) }
  const textOf = (key: string) => t(`administration.warehouses.${key}`, facts)

  async function save(): Promise<void> {
    const send = () => call(moveWarehouseStock, { params: { id: String(id) }, body: { to, isClosing } })
    const failure = await warehouses.run(send, textOf(isClosing ? 'movedAndClosed' : 'moved'))
    if (failure === null) onClose()
    else setFailure(failure.message)
  }
  return (
    <FormDialog
      title={textOf(isClosing ? 'closeOf' : 'moveOf')}
      saveLabel={textOf(isClosing ? 'moveAndClose' : 'move')}
      isBusy={warehouses.isBusy}
      onSend={save}
      onClose={onClose}
    >
      <p>{textOf(isClosing ? 'closeWithStock' : 'moveText')}</p>
      <Field label={textOf('moveTo')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={to}
            onChange={({ target }) => setTo(Number(target.value))}
          >
            {targets.map((target) => (
              <option key={target.id} value={target.id}>
                {target.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Failure text={failure} />
    </FormDialog>
  )
}
