import { CreditCard } from 'lucide-react'
import { useRef, useState } from 'react'
import { pages } from '#contract/core/pages.ts'
import type { PaymentResult } from '#contract/shop/payments.ts'
import type { AccountFigures as Account, OpenDebt } from '#contract/shop/statement.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { readPaidAmount } from '#domain/money/paid-amount.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { formFormats } from '#domain/text/format.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { ChosenDebts } from './chosen-debts.tsx'
import { AccountFigures } from './account-figures.tsx'
import { CurrencyChoice } from './currency-choice.tsx'
import { forCart, paidCartPath } from './pay-for-cart.ts'
import { mayFrameBanks } from '#web/payments/bank/frame-rules.ts'
import { CardDialog } from '#web/payments/card/lazy-card-dialog.tsx'
import { useCardDialog } from '#web/payments/card/use-card-dialog.ts'

type PayFormProps = {
  /** In Turkish notation. */
  amount: string
  onAmount(amount: string): void
  /** In which it can be paid, and the chosen one. */
  currencies: readonly PosCurrency[]
  currency: PosCurrency
  onCurrency(currency: PosCurrency): void
  note: string
  accounts: readonly Account[]
  /** Chosen debts that the payment is for. */
  debts: readonly OpenDebt[]
  /** Made so that the cart fits into the limit: leads back to it. */
  isForCart: boolean
}

function leadToSummary({ reference }: PaymentResult): void {
  location.assign(`${pages.checkoutSummary}?payment=${reference}`)
}

function leadToCart({ reference }: PaymentResult): void {
  location.assign(paidCartPath(reference))
}

/** If the page has to be reloaded for the bank's frame, it returns with the typed values. */
function keepTyped(amount: string, note: string, debts: readonly number[], isForCart: boolean): void {
  const query = new URLSearchParams({
    amount,
    ...(note === '' ? {} : { note }),
    ...(debts.length > 0 && { debts: debts.join(',') }),
    ...(isForCart && forCart),
  })
  history.replaceState(history.state, '', `${pages.payment}?${query}`)
}

/** Amount, note, and the open debts. */
export function PayForm(props: PayFormProps) {
  const { amount, onAmount, note, accounts, debts, isForCart } = props
  const { currencies, currency, onCurrency } = props
  const { t, language, formatMoney } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [description, setDescription] = useState(note)
  const [problem, setProblem] = useState<'amount_missing' | 'amount_invalid' | null>(null)
  const ids = debts.map(({ id }) => id)
  const paid = readPaidAmount(amount)
  const dialog = useCardDialog(paid.ok)

  function open(): void {
    if (!paid.ok) {
      setProblem(paid.code)
      return field.current?.focus()
    }
    if (!mayFrameBanks()) keepTyped(amount, description, ids, isForCart)
    dialog.open()
  }
  function type(typed: string): void {
    onAmount(typed)
    setProblem(null)
  }
  /** An invalid amount stays as typed, with the reason below it; an untouched field is not an error. */
  function leave(): void {
    if (!paid.ok && amount.trim() !== '') setProblem(paid.code)
  }
  return (
    <section
      aria-label={t('payment.pay.title')}
      className="grid gap-x-8 gap-y-5 rounded-panel border border-line bg-surface p-4 sm:p-5 md:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]"
    >
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <ChosenDebts debts={debts} />
        <AmountField
          ref={field}
          label={t('payment.pay.amount')}
          name="amount"
          placeholder={language === 'en' ? '0.00' : '0,00'}
          value={amount}
          onChange={type}
          onBlur={leave}
          error={problem === null ? undefined : t(`payment.pay.${problem}`)}
          inputClassName={currencies.length > 1 ? 'text-18 font-semibold pr-24!' : 'text-18 font-semibold'}
          end={<CurrencyChoice currencies={currencies} value={currency} onChange={onCurrency} />}
        />
        <Description value={description} onChange={setDescription} />
        <div>
          <Button
            type="submit"
            variant="solid"
            size="lg"
            className="w-full"
            icon={<CreditCard size={16} aria-hidden="true" />}
          >
            {t('payment.order.pay')}
            {paid.ok && ` · ${formatMoney(paid.amount, currency)}`}
          </Button>
          <noscript>
            <p className="text-12 text-ink-2">{t('payment.order.noScript')}</p>
          </noscript>
        </div>
      </form>
      <AccountFigures
        accounts={accounts}
        currencies={currencies}
        onFill={(value, of) => {
          onCurrency(of)
          type(formFormats.formatNumber(value, 2))
        }}
      />
      {dialog.isOpen && paid.ok && (
        <CardDialog
          purpose={{ type: 'pay', debts: ids, currency }}
          amount={paid.amount}
          amountNote={t('payment.pay.into')}
          description={description}
          onDescription={setDescription}
          onPaid={isForCart ? leadToCart : leadToSummary}
          onClose={dialog.close}
        />
      )}
    </section>
  )
}

function Description({ value, onChange }: { value: string; onChange(description: string): void }) {
  const { t } = useTranslation()
  return (
    <Field label={t('payment.form.description')} note={t('ui.optional')}>
      {(fieldProps) => (
        <textarea
          {...fieldProps}
          name="note"
          rows={2}
          maxLength={500}
          placeholder={t('payment.pay.descriptionExample')}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="field block field-sizing-content max-h-40 min-h-16 w-full resize-none px-2.5 py-2"
        />
      )}
    </Field>
  )
}
