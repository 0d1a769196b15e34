/** Days and moments in Turkey as the texts of one language show them. */
export type DateFormats = Readonly<{
  /** 21 Kasım 2026, 21 November 2026. */
  formatDate(this: void, moment: Date): string
  /** 21 Kasım 2026 14:05, 21 November 2026 at 14:05. */
  formatDateTime(this: void, moment: Date): string
}>

function createDateFormats(language: string): DateFormats {
  const [days, times] = ([undefined, 'short'] as const).map(
    (timeStyle) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle, timeZone: 'Europe/Istanbul' }),
  ) as [Intl.DateTimeFormat, Intl.DateTimeFormat]
  return { formatDate: (moment) => days.format(moment), formatDateTime: (moment) => times.format(moment) }
}

const turkish = createDateFormats('tr')
// Plain `en` is American: November 21, 2026 at 2:05 PM.
const english = createDateFormats('en-GB')

/** The day before the month and 24 hours in both languages (decision 035). */
export function dateFormatsOf(language: string): DateFormats {
  return language === 'en' ? english : turkish
}
