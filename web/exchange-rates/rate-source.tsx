import { useTranslation } from '#web/ui/translation.ts'

/** The source of a rate; an unknown value of the database is shown unchanged. */
export function RateSource({ source }: { source: string }) {
  const { t } = useTranslation()
  const key = `administration.currencies.sources.${source}`
  const translated = t(key)
  return translated === key ? source : translated
}

/** Removes trailing zeros of the eight stored decimals: 41.25000000 is 41,25 and 54.20000000 is 54,20. */
export function rateText(rate: string): string {
  return rate.replace(/(\.\d{2}\d*?)0+$/, '$1').replace('.', ',')
}
