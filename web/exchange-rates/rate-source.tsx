import { useTranslation } from '#web/ui/translation.ts'

/** The source of a rate; an unknown value of the database is shown unchanged. */
export function RateSource({ source }: { source: string }) {
  const { t } = useTranslation()
  const key = `administration.currencies.sources.${source}`
  const translated = t(key)
  return translated === key ? source : translated
}
