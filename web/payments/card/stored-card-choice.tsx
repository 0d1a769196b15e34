import type { StoredCard } from '#contract/shop/stored-cards.ts'
import { cardDigits } from '#domain/payments/card.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { MaskedField } from './masked-field.tsx'
import { CardLine, ProblemBadge } from './stored-card-line.tsx'

type StoredCardChoiceProps = {
  cards: readonly StoredCard[]
  chosen: StoredCard | null
  onChoose(id: number | null): void
  cvc: string
  onCvc(cvc: string): void
  cvcError: string | undefined
}

const row =
  'flex min-h-11 cursor-pointer items-center gap-2.5 border-b border-line px-2.5 py-1.5 last:border-0 hover:bg-hover has-checked:bg-brand-soft'

/** The payer's stored cards, and another card; the security code where the provider wants it. */
export function StoredCardChoice({ cards, chosen, onChoose, cvc, onCvc, cvcError }: StoredCardChoiceProps) {
  const { t } = useTranslation()
  const radio = { type: 'radio', name: 'storedCard', className: 'size-4 shrink-0 accent-brand' } as const
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-13 font-medium max-sm:text-15">{t('payment.stored.mine')}</legend>
        <div className="overflow-hidden rounded-control border border-line">
          {cards.map((card) => (
            <label key={card.id} className={card.problem === null ? row : `${row} cursor-not-allowed text-ink-2`}>
              <input
                {...radio}
                checked={card.id === chosen?.id}
                disabled={card.problem !== null}
                onChange={() => onChoose(card.id)}
              />
              <CardLine card={card} />
              <ProblemBadge problem={card.problem} />
            </label>
          ))}
          <label className={row}>
            <input {...radio} checked={chosen === null} onChange={() => onChoose(null)} />
            <span className="font-medium">{t('payment.stored.other')}</span>
          </label>
        </div>
      </fieldset>
      {chosen?.needsCvc === true && (
        <MaskedField
          label={t('payment.form.cvc')}
          name="cvc"
          autoComplete="cc-csc"
          placeholder="000"
          className="w-32"
          value={cvc}
          format={(typed) => cardDigits(typed).slice(0, 4)}
          onText={onCvc}
          error={cvcError}
        />
      )}
    </>
  )
}
