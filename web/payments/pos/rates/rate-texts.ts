import type { BankRates, NewBankRate } from '#contract/admin/bank-rates.ts'
import { decimal } from '#domain/money/money.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import type { Translation } from '#web/ui/translation.ts'

export type ShownRate = BankRates['rates'][number]

type Words = Pick<Translation, 't' | 'formatNumber'>

/** The decimals that all rates of a table are shown with. */
export function percentPlaces(rates: readonly Pick<NewBankRate, 'percent'>[]): number {
  return Math.max(0, ...rates.map(({ percent }) => decimal(percent).decimalPlaces()))
}

/** Bonus · Ticari */
export function cardsText({ t }: Pick<Words, 't'>, { family, cardClass }: Pick<NewBankRate, 'family' | 'cardClass'>) {
  const name = family ?? t('administration.bankRates.anyFamily')
  return cardClass === null ? name : `${name} · ${t(`administration.bankRates.classes.${cardClass}`)}`
}

export function installmentText({ t }: Pick<Words, 't'>, installment: number): string {
  if (installment === 1) return t('administration.bankRates.single')
  return t('administration.bankRates.count', { number: installment })
}

/** %1,79 +2; `places`: decimals of the percentage. */
export function rateText(
  { t, formatNumber }: Words,
  { percent, extraInstallments }: Pick<NewBankRate, 'percent' | 'extraInstallments'>,
  places: number,
): string {
  const text = t('administration.bankRates.percent', { percent: formatNumber(percent, places) })
  if (extraInstallments === 0) return text
  return `${text} ${t('administration.bankRates.extra', { number: extraInstallments })}`
}

export function periodText({ t }: Pick<Words, 't'>, { validFrom, validUntil }: NewBankRate): string {
  const from = formatDay(validFrom)
  if (validUntil === null) return t('administration.bankRates.openPeriod', { from })
  return t('administration.bankRates.period', { from, until: formatDay(validUntil) })
}
