import { formParts, type PriceForm } from '#domain/pricing/price-rounding.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** The names of roundings: to multiples of 0.05, ending in .90. */
export function useFormName(): (form: PriceForm) => string {
  const { t, formatNumber } = useTranslation()
  return (form) => {
    if (form === '0.0001') return t('priceChanges.raise.forms.none')
    const { step, offset } = formParts(form)
    if (!form.includes('.') || form.startsWith('0.')) {
      return t('priceChanges.raise.forms.to', { step: formatNumber(step, Number(step) < 1 ? 2 : 0) })
    }
    // ,90 in Turkish.
    const ending = formatNumber(offset, 2).replace(/^0/, '')
    return t('priceChanges.raise.forms.ending', { ending })
  }
}
