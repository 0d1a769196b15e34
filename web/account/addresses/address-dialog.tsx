import { useState } from 'react'
import type { AddressValues, StoredAddress } from '#contract/shop/addresses.ts'
import { addressFieldMax } from '#domain/orders/delivery.ts'
import type { CallError } from '#web/app/data/call.ts'
import { AddressFields } from '#web/product/address-fields.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type AddressDialogProps = {
  /** Null: a new one. */
  address: StoredAddress | null
  /** A new address is proposed as the default if it is the first. */
  isFirst: boolean
  isBusy: boolean
  save(values: AddressValues): Promise<CallError | null>
  onClose(): void
}

const emptyValues = {
  name: '',
  recipient: '',
  phone: '',
  address: '',
  district: '',
  city: '',
  postalCode: '',
  erpCode: '',
  isDisabled: false,
}

/** The form of a delivery address. */
export function AddressDialog({ address, isFirst, isBusy, save, onClose }: AddressDialogProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState<AddressValues>(address?.values ?? { ...emptyValues, isDefault: isFirst })
  const [error, setError] = useState<CallError | null>(null)
  const set = (part: Partial<AddressValues>) => setValues({ ...values, ...part })
  const fields = error?.fields ?? {}
  const box = (field: 'isDefault' | 'isDisabled') => (
    <label className="flex min-h-9 items-start gap-2 text-13 max-sm:min-h-11 max-sm:text-15">
      <input
        type="checkbox"
        name={field}
        checked={values[field]}
        className="mt-0.5 size-4 shrink-0 accent-brand"
        onChange={({ target }) => set({ [field]: target.checked })}
      />
      <span>
        {t(`addresses.fields.${field}`)}
        {fields[field] !== undefined && <span className="block text-12 text-danger">{fields[field]}</span>}
      </span>
    </label>
  )
  async function send(): Promise<void> {
    const failure = await save(values)
    if (failure === null) onClose()
    else setError(failure)
  }
  return (
    <FormDialog
      title={t(address === null ? 'addresses.add' : 'addresses.changeOf')}
      saveLabel={t('addresses.save')}
      isBusy={isBusy}
      width="md"
      onSend={() => void send()}
      onClose={onClose}
    >
      <TextField
        label={t('addresses.fields.name')}
        name="name"
        maxLength={addressFieldMax.name}
        autoComplete="off"
        hint={t('addresses.fields.nameHint')}
        value={values.name}
        error={fields['name']}
        onChange={({ target }) => set({ name: target.value })}
      />
      <AddressFields values={values} errors={fields} onType={set} />
      <TextField
        label={t('addresses.fields.erpCode')}
        note={t('ui.optional')}
        name="erpCode"
        maxLength={addressFieldMax.erpCode}
        autoComplete="off"
        hint={t('addresses.fields.erpCodeHint')}
        value={values.erpCode}
        error={fields['erpCode']}
        onChange={({ target }) => set({ erpCode: target.value })}
      />
      <div className="flex flex-col">
        {box('isDefault')}
        {box('isDisabled')}
      </div>
      <Failure
        text={error !== null && (error.status === 409 || Object.keys(fields).length === 0) ? error.message : undefined}
      />
    </FormDialog>
  )
}
