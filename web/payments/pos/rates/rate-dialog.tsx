import { useState } from 'react'
import type { NewBankRate } from '#contract/admin/bank-rates.ts'
import { cardClasses, rateBearers } from '#domain/payments/bank-rates.ts'
import type { CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { Choice } from '#web/payments/pos/choice.tsx'
import { installmentText, type ShownRate } from './rate-texts.ts'
import type { BankRatesState } from './use-bank-rates.ts'

type RateDialogProps = {
  state: BankRatesState
  /** Null for a new one. */
  rate: ShownRate | null
  draft: NewBankRate
  onClose(): void
}

/** A rate as typed; saving it ends the one before it. */
export function RateDialog({ state, rate, draft, onClose }: RateDialogProps) {
  const translation = useTranslation()
  const { t } = translation
  const [values, setValues] = useState(draft)
  const [error, setError] = useState<CallError | null>(null)
  const textOf = (name: string) => t(`administration.bankRates.${name}`)
  const set = (part: Partial<NewBankRate>) => setValues({ ...values, ...part })

  async function send(rates: NewBankRate[], ended: number[]): Promise<void> {
    const failure = await state.change({ rates, ended, endsOn: state.today })
    if (failure === null) onClose()
    else setError(failure)
  }
  const choice = (name: string, value: string, options: [string, string][], onChange: (value: string) => void) => (
    <Choice
      label={textOf(name)}
      value={value}
      error={error?.fields[name.replace('columns.', '')]}
      options={options}
      onChange={onChange}
    />
  )
  const field = (name: 'percent' | 'validFrom' | 'validUntil', options: object) => (
    <TextField
      label={textOf(`columns.${name}`)}
      name={name}
      autoComplete="off"
      value={values[name] ?? ''}
      error={error?.fields[name]}
      onChange={({ target }) => set({ [name]: name === 'validUntil' && target.value === '' ? null : target.value })}
      {...options}
    />
  )
  const numberField = (label: string, value: number | null, onChange: (value: number | null) => void, key: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      value={value === null ? '' : String(value)}
      error={error?.fields[key]}
      onChange={({ target }) => {
        const digits = target.value.replace(/\D/g, '')
        onChange(digits === '' ? null : Number(digits))
      }}
    />
  )
  const counts = Array.from({ length: 12 }, (_, i) => i + 1)
  return (
    <FormDialog
      title={textOf(rate === null ? 'add' : 'edit')}
      saveLabel={textOf('save')}
      isBusy={state.isBusy}
      onSend={() => void send([values], [])}
      onClose={onClose}
    >
      {choice(
        'columns.family',
        values.family ?? '',
        [['', textOf('anyFamily')], ...state.families.map((name): [string, string] => [name, name])],
        (family) => set({ family: family === '' ? null : family }),
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {choice(
          'columns.cardClass',
          values.cardClass ?? '',
          [['', textOf('anyClass')], ...cardClasses.map((name): [string, string] => [name, textOf(`classes.${name}`)])],
          (name) => set({ cardClass: cardClasses.find((each) => each === name) ?? null }),
        )}
        {choice(
          'columns.installment',
          String(values.installment),
          counts.map((count) => [String(count), installmentText(translation, count)]),
          (count) => set({ installment: Number(count) }),
        )}
        {field('percent', { inputMode: 'decimal', maxLength: 8 })}
        {numberField(
          textOf('extraField'),
          values.extraInstallments,
          (extra) => set({ extraInstallments: extra ?? 0 }),
          'extraInstallments',
        )}
      </div>
      {choice(
        'columns.bearer',
        values.bearer,
        rateBearers.map((name) => [name, textOf(`bearers.${name}`)]),
        (name) => set({ bearer: rateBearers.find((each) => each === name) ?? 'store' }),
      )}
      <p className="-mt-2 text-12 text-ink-2">{textOf('bearersHint')}</p>
      {numberField(textOf('columns.payOutDays'), values.payOutDays, (payOutDays) => set({ payOutDays }), 'payOutDays')}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {field('validFrom', { type: 'date' })}
        {field('validUntil', { type: 'date' })}
      </div>
      <p className="-mt-2 text-12 text-ink-2">{textOf('endsHint')}</p>
      {rate !== null && (
        <Button className="self-start" size="sm" busy={state.isBusy} onClick={() => void send([], [rate.id])}>
          {textOf('end')}
        </Button>
      )}
      <Failure text={error?.message} />
    </FormDialog>
  )
}
