import { CircleCheck, Landmark } from 'lucide-react'
import type { RefObject } from 'react'
import { type CardProblem, groupCardNumber, type TypedCard } from '#domain/payments/card.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { MaskedField } from './masked-field.tsx'
import { shownCvc, shownExpiry } from './typed-card.ts'
import type { CardPlans, FoundCard } from './use-card-plans.ts'

/** The problem of one field, with the text below it. */
export type FieldProblem = { code: CardProblem; message: string }

/** The field of each problem. */
export const fieldOf: Partial<Record<string, string>> = {
  card_number_invalid: 'cardnumber',
  card_number_wrong: 'cardnumber',
  card_expiry_invalid: 'cc-exp',
  card_month_wrong: 'cc-exp',
  card_expired: 'cc-exp',
  card_cvc_invalid: 'cvc',
  card_holder_missing: 'ccname',
  card_holder_number: 'ccname',
} satisfies Partial<Record<CardProblem, string>>

type CardFieldsProps = {
  firstField: RefObject<HTMLInputElement | null>
  card: TypedCard
  onChange(card: TypedCard): void
  problem: FieldProblem | null
  plans: CardPlans
}

/** Number, name, expiry and security code, which the browser can autofill. */
export function CardFields({ firstField, card, onChange, problem, plans }: CardFieldsProps) {
  const { t } = useTranslation()
  const errorOf = (field: string) => (problem && fieldOf[problem.code] === field ? problem.message : undefined)
  const setNumber = (number: string) => onChange({ ...card, number, cvc: shownCvc(card.cvc, number) })
  return (
    <>
      <MaskedField
        ref={firstField}
        label={t('payment.form.number')}
        name="cardnumber"
        autoComplete="cc-number"
        className="[&_input]:font-mono [&_input]:text-15"
        placeholder="0000 0000 0000 0000"
        value={card.number}
        format={groupCardNumber}
        onText={setNumber}
        error={errorOf('cardnumber')}
        hint={<BankLine plans={plans} />}
        end={errorOf('cardnumber') === undefined && <NumberMark plans={plans} />}
      />
      <TextField
        label={t('payment.form.holder')}
        name="ccname"
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={120}
        value={card.holder}
        onChange={(event) => onChange({ ...card, holder: event.target.value })}
        error={errorOf('ccname')}
      />
      <div className="grid grid-cols-2 gap-3">
        <MaskedField
          label={t('payment.form.expiry')}
          name="cc-exp"
          autoComplete="cc-exp"
          placeholder={t('payment.form.expiryExample')}
          value={card.expiry}
          format={shownExpiry}
          onText={(expiry) => onChange({ ...card, expiry })}
          error={errorOf('cc-exp')}
        />
        <MaskedField
          label={t('payment.form.cvc')}
          name="cvc"
          autoComplete="cc-csc"
          placeholder="000"
          value={card.cvc}
          format={(typed) => shownCvc(typed, card.number)}
          onText={(cvc) => onChange({ ...card, cvc })}
          error={errorOf('cvc')}
        />
      </div>
    </>
  )
}

function NumberMark({ plans }: { plans: CardPlans }) {
  if (plans.state === 'loading') return <Spinner className="mr-2 text-ink-3" />
  if (plans.state !== 'loaded') return null
  return <CircleCheck size={18} aria-hidden="true" className="mr-2 text-success" />
}

/** Has the height of one line in every state, so that nothing moves while a number is typed. */
function BankLine({ plans }: { plans: CardPlans }) {
  const { t } = useTranslation()
  if (plans.state === 'failed') {
    return (
      <span className="text-danger" role="alert">
        {plans.error.message}{' '}
        <button type="button" onClick={plans.reload} className="font-semibold underline">
          {t('ui.retry')}
        </button>
      </span>
    )
  }
  return (
    <output className="flex min-h-4 items-center gap-1.5 text-ink-2">
      {plans.state === 'loaded' && (
        <>
          <Landmark size={14} aria-hidden="true" className="shrink-0" />
          <BankName bank={plans.card.bank} />
        </>
      )}
    </output>
  )
}

function BankName({ bank }: { bank: FoundCard['bank'] }) {
  const { t } = useTranslation()
  const brand = bank.organization === 'OTHER' ? null : bank.organization
  const cardBank = [bank.name || brand, bank.family, t(`payment.cardType.${bank.cardType}`)]
  const commercial = bank.isCommercial ? t('payment.cardType.commercial') : null
  return <span className="truncate">{[...cardBank, commercial].filter(Boolean).join(' · ')}</span>
}
