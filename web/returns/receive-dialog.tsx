import { useState } from 'react'
import { type AdminReturn, receiveReturn } from '#contract/admin/returns.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import {
  type DialogProps,
  idOf,
  InvoiceField,
  type Line,
  NoteField,
  QuantityRow,
  useQuantities,
} from './return-fields.tsx'

const acceptedOf = ({ accepted }: Line) => accepted ?? 0

/** Goods go back to where they came from, if that warehouse is still open. */
function placeOf({ isInCatalog, fromWarehouseId }: Line, { warehouses }: AdminReturn): number | null {
  if (!isInCatalog) return null
  return warehouses.find(({ id }) => id === fromWarehouseId)?.id ?? warehouses[0]?.id ?? null
}

/** Records what came back, and where each line goes. */
export function ReceiveDialog({ goods, onClose }: DialogProps) {
  const { t, formatQuantity } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [note, setNote] = useState('')
  const [invoiceNo, setInvoiceNo] = useState(goods.invoiceNo)
  const expected = goods.lines.filter((line) => acceptedOf(line) > 0)
  const quantities = useQuantities(expected, acceptedOf)
  const [places, setPlaces] = useState(() => new Map(expected.map((line) => [line.lineNo, placeOf(line, goods)])))
  async function save(): Promise<void> {
    if (quantities.hasWrong) return
    const lines = expected.map((line) => {
      return { lineNo: line.lineNo, quantity: quantities.valueOf(line), warehouseId: places.get(line.lineNo) ?? null }
    })
    if ((await run(receiveReturn, { params: idOf(goods), body: { lines, invoiceNo, note } })) === null) return
    notify.success(t('administration.returns.received'), { id: 'return' })
    onClose()
  }
  return (
    <FormDialog
      title={t('administration.returns.receive')}
      saveLabel={t('administration.returns.receive')}
      isBusy={isBusy}
      width="lg"
      onSend={() => void save()}
      onClose={onClose}
    >
      <p>{t('administration.returns.receiveText')}</p>
      <ul className="divide-y divide-line">
        {expected.map((line) => (
          <QuantityRow
            key={line.lineNo}
            line={line}
            quantities={quantities}
            label={t('administration.returns.receivedOf', { name: line.name })}
            hint={t('administration.returns.ofAccepted', {
              quantity: formatQuantity(acceptedOf(line)),
              unit: line.unit,
            })}
            max={acceptedOf(line)}
          >
            <PlaceField
              line={line}
              warehouses={goods.warehouses}
              value={places.get(line.lineNo) ?? null}
              onChoose={(id) => setPlaces((before) => new Map(before).set(line.lineNo, id))}
            />
          </QuantityRow>
        ))}
      </ul>
      <InvoiceField value={invoiceNo} onType={setInvoiceNo} />
      <NoteField value={note} onType={setNote} />
    </FormDialog>
  )
}

type PlaceProps = {
  line: Line
  warehouses: AdminReturn['warehouses']
  value: number | null
  onChoose(id: number | null): void
}

function PlaceField({ line, warehouses, value, onChoose }: PlaceProps) {
  const { t } = useTranslation()
  const hint = line.isInCatalog ? undefined : t('administration.returns.notInCatalog')
  return (
    <Field label={t('administration.returns.placeOf', { name: line.name })} hint={hint}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          value={value ?? ''}
          onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
        >
          {line.isInCatalog &&
            warehouses.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          <option value="">{t('administration.returns.scrap')}</option>
        </Select>
      )}
    </Field>
  )
}
