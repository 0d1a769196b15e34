import { Check, PackageCheck, Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AdminReturn, closeReturn, decideReturn, receiveReturn } from '#contract/admin/returns.ts'
import { returnInvoiceNoMax } from '#contract/shop/returns.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type ActionProps = { goods: AdminReturn }
type DialogProps = ActionProps & { onClose(): void }
type Line = AdminReturn['lines'][number]

const steps = {
  requested: { name: 'decide', icon: Scale, Dialog: DecideDialog },
  accepted: { name: 'receive', icon: PackageCheck, Dialog: ReceiveDialog },
  received: { name: 'close', icon: Check, Dialog: CloseDialog },
} as const

/** The next step of a return, if there is one. */
export function ReturnActions({ goods }: ActionProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<string | null>(null)
  const { state } = goods
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

const idOf = ({ id }: AdminReturn) => ({ id: String(id) })

/** Whole quantities by line, as typed; null where one is none or too large. */
function useQuantities(lines: readonly Line[], most: (line: Line) => number) {
  const [typed, setTyped] = useState(() => new Map(lines.map((line) => [line.lineNo, String(most(line))])))
  const textOf = ({ lineNo }: Line) => typed.get(lineNo) ?? ''
  const isWrong = (line: Line) => !/^\d{1,7}$/.test(textOf(line).trim()) || Number(textOf(line)) > most(line)
  return {
    textOf,
    isWrong,
    hasWrong: lines.some(isWrong),
    valueOf: (line: Line) => Number(textOf(line)),
    type: ({ lineNo }: Line, text: string) => setTyped((before) => new Map(before).set(lineNo, text)),
  }
}
type Quantities = ReturnType<typeof useQuantities>

type QuantityProps = {
  line: Line
  quantities: Quantities
  label: string
  hint: string
  max: number
  children?: ReactNode
}

function QuantityRow({ line, quantities, label, hint, max, children }: QuantityProps) {
  const { t } = useTranslation()
  const error = quantities.isWrong(line) ? t('administration.returns.wrongQuantity', { max }) : undefined
  return (
    <li className="grid items-start gap-3 py-3 sm:grid-cols-2">
      <TextField
        label={label}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={quantities.textOf(line)}
        error={error}
        hint={hint}
        onChange={({ target }) => quantities.type(line, target.value)}
      />
      {children}
    </li>
  )
}

function NoteField({ value, onType }: { value: string; onType(value: string): void }) {
  const { t } = useTranslation()
  return (
    <Field label={t('administration.returns.note')} hint={t('administration.returns.noteHint')}>
      {(fieldProps) => (
        <textarea
          {...fieldProps}
          rows={3}
          maxLength={stepReasonMax}
          value={value}
          onChange={({ target }) => onType(target.value)}
          className="field w-full px-2.5 py-2"
        />
      )}
    </Field>
  )
}

function DecideDialog({ goods, onClose }: DialogProps) {
  const { t, formatQuantity } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [note, setNote] = useState('')
  const quantities = useQuantities(goods.lines, ({ quantity }) => quantity)
  const isRefused = !quantities.hasWrong && goods.lines.every((line) => quantities.valueOf(line) === 0)
  async function save(): Promise<void> {
    if (quantities.hasWrong) return
    const lines = goods.lines.map((line) => ({ lineNo: line.lineNo, accepted: quantities.valueOf(line) }))
    if ((await run(decideReturn, { params: idOf(goods), body: { lines, note } })) === null) return
    notify.success(t(`administration.returns.${isRefused ? 'refused' : 'accepted'}`), { id: 'return' })
    onClose()
  }
  return (
    <FormDialog
      title={t('administration.returns.decide')}
      saveLabel={t(`administration.returns.${isRefused ? 'refuse' : 'accept'}`)}
      saveVariant={isRefused ? 'danger' : 'solid'}
      isBusy={isBusy}
      width="lg"
      onSend={() => void save()}
      onClose={onClose}
    >
      <p>{t('administration.returns.decideText')}</p>
      <ul className="divide-y divide-line">
        {goods.lines.map((line) => (
          <QuantityRow
            key={line.lineNo}
            line={line}
            quantities={quantities}
            label={t('administration.returns.acceptedOf', { name: line.name })}
            hint={t('administration.returns.ofRequested', { quantity: formatQuantity(line.quantity), unit: line.unit })}
            max={line.quantity}
          />
        ))}
      </ul>
      <NoteField value={note} onType={setNote} />
    </FormDialog>
  )
}

const acceptedOf = ({ accepted }: Line) => accepted ?? 0

/** Goods go back to where they came from, if that warehouse is still open. */
function placeOf({ isInCatalog, fromWarehouseId }: Line, { warehouses }: AdminReturn): number | null {
  if (!isInCatalog) return null
  return warehouses.find(({ id }) => id === fromWarehouseId)?.id ?? warehouses[0]?.id ?? null
}

function ReceiveDialog({ goods, onClose }: DialogProps) {
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

function InvoiceField({ value, onType }: { value: string; onType(value: string): void }) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('administration.returns.invoiceNo')}
      note={t('ui.optional')}
      hint={t('administration.returns.invoiceHint')}
      autoComplete="off"
      maxLength={returnInvoiceNoMax}
      value={value}
      onChange={({ target }) => onType(target.value)}
    />
  )
}

function CloseDialog({ goods, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [note, setNote] = useState('')
  const [invoiceNo, setInvoiceNo] = useState(goods.invoiceNo)
  async function save(): Promise<void> {
    if ((await run(closeReturn, { params: idOf(goods), body: { invoiceNo, note } })) === null) return
    notify.success(t('administration.returns.closed'), { id: 'return' })
    onClose()
  }
  return (
    <FormDialog
      title={t('administration.returns.close')}
      saveLabel={t('administration.returns.close')}
      isBusy={isBusy}
      onSend={() => void save()}
      onClose={onClose}
    >
      <p>{t('administration.returns.closeText')}</p>
      <InvoiceField value={invoiceNo} onType={setInvoiceNo} />
      <NoteField value={note} onType={setNote} />
    </FormDialog>
  )
}
