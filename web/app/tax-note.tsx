import { useTranslation } from '#web/ui/translation.ts'

/** Below a heading of prices: whether they hold the tax. */
export function TaxNote({ isIncluded = false }: { isIncluded?: boolean }) {
  const { t } = useTranslation()
  return (
    <span className="block text-11 leading-3 font-normal">
      ({t(isIncluded ? 'catalog.taxIncluded' : 'catalog.taxExcluded')})
    </span>
  )
}
