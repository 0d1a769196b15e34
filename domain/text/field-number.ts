/**
 * Swaps the separators of a number between the notation of forms and calls, which is the Turkish one (decision 026), and
 * that of a language: 1.234,5 is 1,234.5 in English, and back.
 */
export function fieldNumber(text: string, language: string): string {
  return language === 'en' ? text.replaceAll(/[.,]/g, (separator) => (separator === '.' ? ',' : '.')) : text
}
