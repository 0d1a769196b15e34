import { X } from 'lucide-react'
import { useState } from 'react'
import { addBranch, changeBranch, type ManagedBranch } from '#contract/admin/warehouses.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { PlaceButtons } from './place-buttons.tsx'
import { moved, type Warehouses } from './use-warehouses.ts'

type BranchDialogProps = {
  /** Null for a new one. */
  branch: ManagedBranch | null
  warehouses: Warehouses
  onClose(): void
}

/** A branch of the store, and the warehouses that its orders take from first. */
export function BranchDialog({ branch, warehouses, onClose }: BranchDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(branch?.name ?? '')
  const [chosen, setChosen] = useState<readonly number[]>(branch?.warehouses ?? [])
  const [error, setError] = useState<CallError | null>(null)
  const textOf = (key: string) => t(`administration.warehouses.branches.${key}`, { name: name.trim() })

  async function save(): Promise<void> {
    const values = { name, warehouses: [...chosen] }
    const send = () =>
      branch === null
        ? call(addBranch, { body: { values } })
        : call(changeBranch, {
            params: { id: String(branch.id) },
            body: { before: { name: branch.name, warehouses: branch.warehouses }, values },
          })
    const failure = await warehouses.run(send, textOf(branch === null ? 'added' : 'saved'))
    if (failure === null) onClose()
    else setError(failure)
  }
  return (
    <FormDialog
      title={branch === null ? textOf('add') : t('administration.warehouses.changeOf', { name: branch.name })}
      saveLabel={t('administration.warehouses.save')}
      isBusy={warehouses.isBusy}
      onSend={save}
      onClose={onClose}
    >
      <TextField
        label={textOf('name')}
        name="name"
        autoComplete="off"
        maxLength={80}
        value={name}
        error={error?.fields['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <ChosenWarehouses
        chosen={chosen}
        warehouses={warehouses}
        error={error?.fields['warehouses']}
        onChange={setChosen}
      />
      <Failure text={error?.message} />
    </FormDialog>
  )
}

type ChosenWarehousesProps = {
  chosen: readonly number[]
  warehouses: Warehouses
  error: string | undefined
  onChange(chosen: readonly number[]): void
}

function ChosenWarehouses({ chosen, warehouses, error, onChange }: ChosenWarehousesProps) {
  const { t } = useTranslation()
  const nameOf = (id: number) => warehouses.warehouses.find((each) => each.id === id)?.name ?? String(id)
  const others = warehouses.warehouses.filter(({ id, isActive }) => isActive && !chosen.includes(id))
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t('administration.warehouses.branches.warehouses')}
        hint={t(`administration.warehouses.branches.${chosen.length === 0 ? 'noneHint' : 'warehousesHint'}`)}
        error={error}
      >
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value=""
            disabled={others.length === 0}
            onChange={({ target }) => onChange([...chosen, Number(target.value)])}
          >
            <option value="">{t('administration.warehouses.branches.choose')}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {chosen.length > 0 && (
        <ol className="rounded-control border border-line">
          {chosen.map((id, place) => (
            <li key={id} className="flex items-center gap-2 border-t border-line py-1 pr-1 pl-3 first:border-t-0">
              <span className="min-w-0 flex-1 truncate">
                <span className="text-ink-2 tabular-nums">{place + 1}.</span> {nameOf(id)}
              </span>
              <PlaceButtons
                name={nameOf(id)}
                place={place}
                count={chosen.length}
                onMove={(by) => onChange(moved(chosen, place, by))}
              />
              <IconButton
                label={t('administration.warehouses.branches.leaveOut', { name: nameOf(id) })}
                onClick={() => onChange(chosen.filter((each) => each !== id))}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
