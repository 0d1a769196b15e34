import { useTranslation } from '#web/ui/translation.ts'

/** The source of a rate; an unknown value of the database is shown unchanged. */
export function RateSource({ source }: { source: string }) {
  const { t } = useTranslation()
  const key = `administration.currencies.sources.${source}`
  const translated = t(key)
  return translated === key ? source : translated
}

/** A rate in the notation of forms, without the trailing zeros of its eight decimals: 41.25000000 is 41,25. */
export function rateText(rate: string): string {
  return rate.replace(/(\.\d{2}\d*?)0+$/, '$1').replace('.', ',')
}
