import { type ReactNode, type RefObject, useId } from 'react'
import { CreditCard } from 'lucide-react'
import type { InstallmentPlan } from '#contract/shop/payments.ts'
import type { TypedCard } from '#domain/payments/card.ts'
import { Field } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CardFields, type FieldProblem } from './card-fields.tsx'
import { InstallmentTable, PosLogo } from './installment-table.tsx'
import { StoreConsent } from './store-consent.tsx'
import { StoredCardChoice } from './stored-card-choice.tsx'
import type { useCardForm } from './use-card-form.ts'
import type { CardPlans } from './use-card-plans.ts'

/** Maximum length of a payment's description. */
const descriptionMax = 500

type CardStorage = Pick<ReturnType<typeof useCardForm>, 'stored' | 'keeper' | 'isStoring' | 'setStoring'>

export type CardFormProps = {
  id: string
  firstField: RefObject<HTMLInputElement | null>
  amount: string
  currency: string
  amountNote?: ReactNode
  /** Null: the card is typed on the provider's page. */
  card: TypedCard | null
  onCard(card: TypedCard): void
  /** The payer's stored cards, and whether the typed one becomes one. */
  storage: CardStorage
  description: string
  onDescription(description: string): void
  plans: CardPlans
  /** The available plans, and the chosen one. */
  offered: readonly InstallmentPlan[]
  planId: number | null
  onPlan(planId: number): void
  problem: FieldProblem | null
  /** Above the fields: why the last attempt failed, and how to continue. */
  problemNote?: ReactNode
  onSubmit(): void
}

/** Amount, card and description on the left, installments on the right; stacked on phones. */
export function CardForm(props: CardFormProps) {
  const { id, card, onCard, offered, planId, onPlan, plans, problem } = props
  const { stored, keeper, isStoring, setStoring } = props.storage
  const isTyped = card !== null && stored.chosen === null
  const isStored = keeper !== null && isStoring
  return (
    <form
      id={id}
      // If the browser submits the form itself, the card goes nowhere.
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
      className="flex min-h-0 flex-1 max-sm:flex-col max-sm:overflow-y-auto sm:h-125 sm:flex-none"
    >
      <div className="space-y-3.5 p-5 [--fade:var(--raised)] sm:w-92 sm:shrink-0 sm:scroll-fade sm:overflow-y-auto sm:border-r sm:border-line">
        {props.problemNote}
        <Amount {...props} />
        {card !== null && stored.cards.length > 0 && (
          <StoredCardChoice
            cards={stored.cards}
            chosen={stored.chosen}
            onChoose={stored.choose}
            cvc={card.cvc}
            onCvc={(cvc) => onCard({ ...card, cvc })}
            cvcError={problem?.code === 'card_cvc_invalid' ? problem.message : undefined}
          />
        )}
        {isTyped && (
          <CardFields card={card} problem={problem} plans={plans} onChange={onCard} firstField={props.firstField} />
        )}
        {isTyped && keeper !== null && <StoreConsent keeper={keeper} isGiven={isStoring} onGive={setStoring} />}
        <Description {...props} />
        <Assurance textKey={card === null ? 'hosted' : isTyped && !isStored ? 'promise' : 'stored'} />
      </div>
      <div className="min-w-0 flex-1 sm:overflow-y-auto">
        {offered.length > 1 ? (
          <InstallmentTable
            amount={props.amount}
            currency={props.currency}
            plans={offered}
            chosen={planId}
            logo={logoOf(plans)}
            onChoose={onPlan}
          />
        ) : (
          <NoTable plans={plans} isHosted={card === null} />
        )}
      </div>
    </form>
  )
}

function Amount({ amount, currency, amountNote }: CardFormProps) {
  const { t, formatMoney } = useTranslation()
  const id = useId()
  return (
    <div>
      <p id={id} className="mb-1 text-13 font-medium max-sm:text-15">
        {t('payment.form.amount')}
      </p>
      <p
        aria-labelledby={id}
        className="flex min-h-10 items-center justify-between gap-3 rounded-control border border-line bg-canvas px-2.5 py-1"
      >
        <b className="text-16" data-testid="payment-amount">
          {formatMoney(amount, currency)}
        </b>
        <span className="text-right text-12 text-ink-2">{amountNote}</span>
      </p>
    </div>
  )
}

function Description({ description, onDescription }: CardFormProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('payment.form.description')} note={t('ui.optional')}>
      {(fieldProps) => (
        <textarea
          {...fieldProps}
          rows={1}
          name="description"
          autoComplete="off"
          maxLength={descriptionMax}
          placeholder={t('payment.form.descriptionExample')}
          value={description}
          onChange={(event) => onDescription(event.target.value)}
          className="field block field-sizing-content max-h-20 min-h-10 w-full resize-none px-2.5 py-2 max-sm:min-h-11"
        />
      )}
    </Field>
  )
}

function Assurance({ textKey }: { textKey: 'hosted' | 'promise' | 'stored' }) {
  const { t } = useTranslation()
  return <p className="text-12 text-ink-2">{t(`payment.form.${textKey}`)}</p>
}

/** The logo of the account that the card is charged at. */
const logoOf = (plans: CardPlans): string | null => (plans.state === 'loaded' ? plans.card.bank.logo : null)

/** The place of the table until the card is known. */
function NoTable({ plans, isHosted }: { plans: CardPlans; isHosted: boolean }) {
  const { t } = useTranslation()
  if (isHosted || plans.state === 'failed') return null
  if (plans.state === 'loaded') {
    return (
      <div className="flex flex-col gap-3 p-5">
        <PosLogo logo={logoOf(plans)} />
        <MessageStrip tone="info" role="status">
          {t('payment.plans.onlySingle')}
        </MessageStrip>
      </div>
    )
  }
  return (
    <div className="flex h-full flex-col items-center justify-center gap-2 p-5 text-center text-ink-2 max-sm:hidden">
      <CreditCard size={32} strokeWidth={1.5} aria-hidden="true" className="text-ink-3" />
      <p className="font-medium text-ink">{t('payment.plans.title')}</p>
      <p className="max-w-70 text-13">{t('payment.plans.afterNumber')}</p>
    </div>
  )
}
