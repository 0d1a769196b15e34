import { dayInTurkey, formatDay, lastFullDay } from '#domain/text/calendar-day.ts'

const zone = { timeZone: 'Europe/Istanbul' }
const days = new Intl.DateTimeFormat('tr', { day: '2-digit', month: '2-digit', year: 'numeric', ...zone })
const hours = new Intl.DateTimeFormat('tr', { hour: '2-digit', minute: '2-digit', ...zone })

/** Date and time in Turkey, 21.11.2026 14:05 in both languages; the same on server and browser. */
export function Moment({ date }: { date: string }) {
  const moment = new Date(date)
  return (
    <time dateTime={date} className="whitespace-nowrap">
      {days.format(moment)} <span className="text-ink-2">{hours.format(moment)}</span>
    </time>
  )
}

/** The last day before an end: what ends at midnight is valid until the day before. */
export function LastDay({ end }: { end: string }) {
  const moment = new Date(end)
  return (
    <time dateTime={end} className="whitespace-nowrap">
      {formatDay(lastFullDay(moment) ?? dayInTurkey(moment))}
    </time>
  )
}
