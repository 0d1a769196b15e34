import { fieldNumber } from '#domain/text/field-number.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** Shows a number of a form in the notation of the page, and turns what is typed there back (decision 026). */
export function useFieldNumber(): (text: string) => string {
  const { language } = useTranslation()
  return (text) => fieldNumber(text, language)
}
