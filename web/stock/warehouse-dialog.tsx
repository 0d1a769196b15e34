import { useState } from 'react'
import { addWarehouse, changeWarehouse, type ManagedWarehouse } from '#contract/admin/warehouses.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Warehouses } from './use-warehouses.ts'

type WarehouseDialogProps = {
  /** Null for a new one. */
  warehouse: ManagedWarehouse | null
  warehouses: Warehouses
  onClose(): void
}

export function WarehouseDialog({ warehouse, warehouses, onClose }: WarehouseDialogProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState(warehouse?.code ?? '')
  const [name, setName] = useState(warehouse?.name ?? '')
  const [error, setError] = useState<CallError | null>(null)
  const textOf = (key: string) => t(`administration.warehouses.${key}`, { name: name.trim() })

  async function save(): Promise<void> {
    const values = { code, name }
    const send = () =>
      warehouse === null
        ? call(addWarehouse, { body: { values } })
        : call(changeWarehouse, {
            params: { id: String(warehouse.id) },
            body: { before: { code: warehouse.code, name: warehouse.name }, values },
          })
    const failure = await warehouses.run(send, textOf(warehouse === null ? 'added' : 'saved'))
    if (failure === null) onClose()
    else setError(failure)
  }
  return (
    <FormDialog
      title={warehouse === null ? textOf('add') : t('administration.warehouses.changeOf', { name: warehouse.name })}
      saveLabel={textOf('save')}
      isBusy={warehouses.isBusy}
      onSend={save}
      onClose={onClose}
    >
      <TextField
        label={textOf('code')}
        hint={textOf('codeHint')}
        name="code"
        autoComplete="off"
        maxLength={40}
        value={code}
        error={error?.fields['code']}
        onChange={({ target }) => setCode(target.value)}
      />
      <TextField
        label={textOf('name')}
        hint={textOf('nameHint')}
        name="name"
        autoComplete="off"
        maxLength={80}
        value={name}
        error={error?.fields['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <Failure text={error?.message} />
    </FormDialog>
  )
}
