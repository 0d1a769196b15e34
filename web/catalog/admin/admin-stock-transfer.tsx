import { useState } from 'react'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { type StockPlace, transferStock } from '#contract/admin/products.ts'
import { call } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { StockForm, useStockCall } from './admin-stock-form.tsx'

type StockTransferProps = { id: number; places: readonly StockPlace[] }

/** Moves stock between warehouses; renders nothing without stock or a second warehouse. */
export function StockTransfer({ id, places }: StockTransferProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const sources = places.filter((from) => isFull(from) && places.some((to) => to.isActive && to.id !== from.id))
  return (
    <>
      {sources.length > 0 && (
        <Button className="self-start" onClick={() => setOpen(true)}>
          {t('productForm.transfer')}
        </Button>
      )}
      {isOpen && <TransferDialog id={id} places={places} sources={sources} onClose={() => setOpen(false)} />}
    </>
  )
}

const isFull = ({ quantity }: StockPlace): boolean => Number(quantity) > 0

type TransferDialogProps = StockTransferProps & { sources: readonly StockPlace[]; onClose(): void }

function TransferDialog({ id, places, sources, onClose }: TransferDialogProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const [from, setFrom] = useState(sources[0]?.id ?? 0)
  const [targetId, setTargetId] = useState(0)
  const [quantity, setQuantity] = useState('')
  const targets = places.filter((place) => place.isActive && place.id !== from)
  const to = (targets.find((place) => place.id === targetId) ?? targets[0])?.id ?? 0
  const stockCall = useStockCall({ done: t('productForm.transferred'), onClose })
  const fields = stockCall.failure?.fields
  return (
    <StockForm
      title={t('productForm.transfer')}
      label={t('productForm.transferNow')}
      stockCall={stockCall}
      onSend={() => call(transferStock, { params: { id: String(id) }, body: { from, to, quantity } })}
      onClose={onClose}
    >
      <PlaceSelect
        label={t('productForm.transferFrom')}
        places={sources}
        value={from}
        error={fields?.['from']}
        onChange={setFrom}
      />
      <PlaceSelect
        label={t('productForm.transferTo')}
        places={targets}
        value={to}
        error={fields?.['to']}
        onChange={setTargetId}
      />
      <TextField
        label={t('productForm.transferQuantity')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
        value={fieldNumber(quantity)}
        error={fields?.['quantity']}
        onChange={({ target }) => setQuantity(fieldNumber(target.value))}
      />
    </StockForm>
  )
}

type PlaceSelectProps = {
  label: string
  places: readonly StockPlace[]
  value: number
  error: string | undefined
  onChange(id: number): void
}

function PlaceSelect({ label, places, value, error, onChange }: PlaceSelectProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <Field label={label} error={error}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={value}
          onChange={({ target }) => onChange(Number(target.value))}
        >
          {places.map(({ id, name, quantity }) => (
            <option key={id} value={id}>
              {t('productForm.placeStock', { name, quantity: formatQuantity(quantity) })}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
