/** A day (`YYYY-MM-DD`) as 31.12, a month (`YYYY-MM`) as 12.2026: short enough for an axis. */
export function shortDay(key: string): string {
  const [year = '', month = '', day] = key.split('-')
  return day === undefined ? `${month}.${year}` : `${day}.${month}`
}
