import { X } from 'lucide-react'
import { useRef } from 'react'
import { lira } from '#domain/money/money.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { Price } from '#web/app/price.tsx'
import { AmountField } from '#web/product/amount-field.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { DealerSearch } from './dealer-search.tsx'
import { type PayableOfDealer, usePayable } from './use-payable.ts'
import type { FoundDealer, SplitPart } from './use-split.ts'

type PartProps = {
  part: SplitPart
  isOnly: boolean
  onChange(part: Partial<SplitPart>): void
  onRemove(): void
}

/** A dealer of a line, its amount, and what it pays. */
export function SplitPartFields({ part, isOnly, onChange, onRemove }: PartProps) {
  const { t } = useTranslation()
  const text = (name: string, facts?: Record<string, string>) => t(`administration.bankLines.split.${name}`, facts)
  const payable = usePayable(part.dealer?.id ?? null)
  const { dealer, amount } = part
  const amountField = useRef<HTMLInputElement>(null)
  /** The search is replaced by the dealer, so the focus goes on to the amount. */
  function choose(found: FoundDealer): void {
    onChange({ dealer: found, noticeId: null, debts: [] })
    amountField.current?.focus()
  }
  return (
    <section className="flex flex-col gap-3 rounded-panel border border-line p-3">
      <div className="flex items-start gap-2">
        {dealer === null ? (
          <DealerSearch onChoose={choose} />
        ) : (
          <p className="min-w-0 flex-1 text-14 [overflow-wrap:anywhere]">
            <span className="font-medium">{dealer.name}</span> <span className="text-12 text-ink-2">{dealer.code}</span>
          </p>
        )}
        {dealer !== null && (
          <Button size="sm" variant="ghost" onClick={() => onChange({ dealer: null, noticeId: null, debts: [] })}>
            {text('change')}
          </Button>
        )}
        {!isOnly && (
          <IconButton variant="danger" label={text('remove')} onClick={onRemove}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <AmountField
        ref={amountField}
        label={text('amount')}
        value={amount}
        onChange={(typed) => onChange({ amount: typed })}
        className="sm:max-w-56"
        end={<span className="pr-2.5 font-medium text-ink-2">₺</span>}
      />
      {payable !== null && <Payable payable={payable} part={part} onChange={onChange} />}
    </section>
  )
}

type PayableProps = Pick<PartProps, 'part' | 'onChange'> & { payable: PayableOfDealer }

function Payable({ payable: { notices, debts }, part, onChange }: PayableProps) {
  const { t, formatMoney } = useTranslation()
  const text = (name: string, facts?: Record<string, string>) => t(`administration.bankLines.split.${name}`, facts)
  const toggle = (id: number) =>
    onChange({ debts: part.debts.includes(id) ? part.debts.filter((each) => each !== id) : [...part.debts, id] })
  return (
    <>
      {notices.length > 0 && (
        <Field label={text('notice')}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              size="lg"
              className="w-full"
              value={part.noticeId ?? ''}
              onChange={({ target }) => onChange({ noticeId: target.value === '' ? null : Number(target.value) })}
            >
              <option value="">{text('noNotice')}</option>
              {notices.map(({ id, day, amount, sender }) => (
                <option key={id} value={id}>
                  {text('noticeOption', { day: formatDay(day), amount: formatMoney(amount, lira), sender })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {debts.length === 0 ? (
        <p className="text-13 text-ink-2">{text('noDebts')}</p>
      ) : (
        <fieldset className="min-w-0">
          <legend className="mb-1 text-13 font-medium">{text('debts')}</legend>
          <ul className="max-h-48 divide-y divide-line overflow-y-auto rounded-control border border-line">
            {debts.map(({ id, documentNo, date, dueDate, unpaid }) => (
              <li key={id}>
                <label className="flex items-center gap-2 px-2.5 py-1.5 text-13 hover:bg-hover pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    checked={part.debts.includes(id)}
                    onChange={() => toggle(id)}
                    className="size-4.5 shrink-0 accent-(--brand)"
                  />
                  <span className="min-w-0 flex-1">
                    <span className="code">{documentNo || formatDay(date)}</span>{' '}
                    <span className="text-12 text-ink-2">{text('due', { day: formatDay(dueDate ?? date) })}</span>
                  </span>
                  <Price value={unpaid} currency={lira} className="font-medium" />
                </label>
              </li>
            ))}
          </ul>
          <p className="mt-1 text-12 text-ink-2">{text('debtsHint')}</p>
        </fieldset>
      )}
    </>
  )
}
