import { useTranslation } from '#web/ui/translation.ts'

/** Who said so; another word of the database stands as it is. */
export function RateSource({ source }: { source: string }) {
  const { t } = useTranslation()
  const key = `administration.currencies.sources.${source}`
  const said = t(key)
  return said === key ? source : said
}
