import { useState } from 'react'
import { maxCardDigits, minCardDigits, type PaymentComparison } from '#contract/shop/payment-comparison.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { type Translation, useTranslation } from '#web/ui/translation.ts'
import { type DigitProblem, readCardDigits } from './read-card-digits.ts'

type CardDigitsProps = {
  /** The digits that were typed; null while they are too few. */
  onDigits(digits: string | null): void
  /** The card that they belong to; null if it is not known, undefined before the answer. */
  found: PaymentComparison['card'] | undefined
}

/** The first digits of a card. A whole number is not kept, not even in the field. */
export function CardDigits({ onDigits, found }: CardDigitsProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<DigitProblem | null>(null)
  function type(text: string): void {
    const read = readCardDigits(text)
    setTyped(read.kept)
    setProblem(read.problem)
    onDigits(read.problem === null && read.kept.length >= minCardDigits ? read.kept : null)
  }
  const isRead = problem === null && typed.length >= minCardDigits
  return (
    <div className="flex max-w-sm flex-col gap-1">
      <TextField
        label={t('paymentComparison.card.label')}
        hint={t('paymentComparison.card.hint')}
        error={problem === null ? undefined : t(`paymentComparison.card.${problem}`)}
        name="card-start"
        inputMode="numeric"
        autoComplete="off"
        placeholder={'•'.repeat(maxCardDigits)}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <p role="status" className="min-h-4 text-12 text-ink-2 empty:hidden">
        {isRead && found !== undefined && foundText(found, t)}
      </p>
    </div>
  )
}

function foundText(found: PaymentComparison['card'], t: Translation['t']): string {
  if (found === null) return t('paymentComparison.card.unknown')
  const { bank, families, isAmbiguous } = found
  if (isAmbiguous) return t('paymentComparison.card.ambiguous', { families: families.join(', ') || bank })
  return families.length === 0 ? bank : t('paymentComparison.card.found', { bank, families: families.join(', ') })
}
