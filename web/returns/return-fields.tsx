import { type ReactNode, useState } from 'react'
import type { AdminReturn } from '#contract/admin/returns.ts'
import { returnInvoiceNoMax } from '#contract/shop/returns.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type DialogProps = { goods: AdminReturn; onClose(): void }
export type Line = AdminReturn['lines'][number]

export const idOf = ({ id }: AdminReturn) => ({ id: String(id) })

/** Whole quantities by line, as typed; null where one is none or too large. */
export function useQuantities(lines: readonly Line[], most: (line: Line) => number) {
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

export function QuantityRow({ line, quantities, label, hint, max, children }: QuantityProps) {
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

export function NoteField({ value, onType }: { value: string; onType(value: string): void }) {
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

export function InvoiceField({ value, onType }: { value: string; onType(value: string): void }) {
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
