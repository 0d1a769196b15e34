import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import type { Reply } from '#contract/core/endpoint.ts'
import { transfersPath } from '#contract/core/transfer-paths.ts'
import type { getOpenDebts } from '#contract/shop/statement.ts'
import { type listTransfers, transferDaysMax, transferNoteMax, transferSenderMax } from '#contract/shop/transfers.ts'
import { lira } from '#domain/money/money.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { formFormats } from '#domain/text/format.ts'
import { Price } from '#web/app/price.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ReceiptField } from './receipt-field.tsx'
import { useTransferForm } from './use-transfer-form.ts'

type Debts = Reply<typeof getOpenDebts>
type FormProps = {
  accounts: Reply<typeof listTransfers>['accounts']
  /** Chosen debts that the transfer pays. */
  debts: Debts
  /** The order that it pays, with its total in lira. */
  order: { number: string; total: number } | null
}

/** Reports a transfer that the dealer has made. */
export function TransferForm({ accounts, debts, order }: FormProps) {
  const { t, language } = useTranslation()
  const { user } = useVisitor()
  const [today] = useState(() => dayInTurkey(new Date()))
  const total = order?.total ?? debts.total
  const initial = {
    amount: total > 0 ? formFormats.formatNumber(total, 2) : '',
    day: today,
    iban: accounts[0]?.iban ?? '',
    sender: user?.dealerName ?? '',
    note: '',
  }
  const purpose = { debts: debts.items.map(({ id }) => id), order: order?.number ?? null }
  const { values, problems, receipt, isBusy, failure, change, report } = useTransferForm(initial, purpose)
  const text = (name: string) => t(`transfers.form.${name}`)
  return (
    <form
      noValidate
      aria-label={text('title')}
      className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault()
        void report()
      }}
    >
      <h2 className="text-16 font-semibold">{text('title')}</h2>
      <Purpose debts={debts} order={order} />
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <AmountField
          label={text('amount')}
          name="amount"
          placeholder={language === 'en' ? '0.00' : '0,00'}
          value={values.amount}
          onChange={(amount) => change({ amount })}
          error={problems.amount}
          inputClassName="font-semibold"
          end={<span className="pr-2.5 font-medium text-ink-2">₺</span>}
        />
        <TextField
          label={text('day')}
          type="date"
          name="day"
          min={addDays(today, -transferDaysMax)}
          max={today}
          value={values.day}
          error={problems.day}
          onChange={({ target }) => change({ day: target.value })}
        />
        <Field label={text('account')}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              size="lg"
              name="iban"
              value={values.iban}
              onChange={({ target }) => change({ iban: target.value })}
              className="w-full"
            >
              {accounts.map(({ bank, iban }) => (
                <option key={iban} value={iban}>
                  {bank} · …{iban.slice(-7)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextField
          label={text('sender')}
          name="sender"
          maxLength={transferSenderMax}
          value={values.sender}
          error={problems.sender}
          hint={text('senderHint')}
          onChange={({ target }) => change({ sender: target.value })}
        />
      </div>
      <TextField
        label={text('note')}
        note={t('ui.optional')}
        name="note"
        maxLength={transferNoteMax}
        placeholder={text('noteExample')}
        value={values.note}
        onChange={({ target }) => change({ note: target.value })}
      />
      <ReceiptField {...receipt} />
      <Failure text={failure?.message} />
      <Button type="submit" variant="solid" size="lg" busy={isBusy} className="self-start max-sm:w-full">
        {text('send')}
      </Button>
    </form>
  )
}

/** What the transfer pays; nothing if that was not chosen. */
function Purpose({ debts: { items }, order }: Pick<FormProps, 'debts' | 'order'>) {
  const { t } = useTranslation()
  if (order !== null) {
    return <p className="text-13 font-medium">{t('transfers.form.order', { number: order.number })}</p>
  }
  if (items.length === 0) return null
  return (
    <section aria-label={t('transfers.form.debts')} className="rounded-panel border border-line bg-canvas p-3 text-13">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-medium">{t('transfers.form.debts')}</h3>
        <Link to={transfersPath} className="tap text-12 text-brand-ink hover:underline">
          {t('transfers.form.debtsClear')}
        </Link>
      </div>
      <ul className="mt-1 max-h-48 overflow-y-auto">
        {items.map(({ id, documentNo, unpaid }) => (
          <li key={id} className="flex justify-between gap-x-3 py-0.5">
            <span className="code">{documentNo}</span>
            <Price value={unpaid} currency={lira} className="font-medium" />
          </li>
        ))}
      </ul>
      <p className="mt-1 text-12 text-ink-2">{t('transfers.form.debtsNote')}</p>
    </section>
  )
}
