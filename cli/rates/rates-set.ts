import { ratePerUnit, readRate } from '#domain/money/exchange-rate.ts'
import { type RateRefusal, readDay, type SavedRate, saveRates } from '#server/exchange-rates/exchange-rates.ts'
import { withDatabase } from '#cli/database.ts'
import { plainRate } from './rates-list.ts'

/** `toptan rates set USD 41.25`; accepts the Turkish 41,25 as well. */
export async function setRate(
  code: string,
  text: string,
  { date, force }: { date?: string | undefined; force: boolean },
): Promise<number> {
  const rate = readRate(text)
  if (rate === null) return refuse(`"${text}" is not a rate. Use the form 41.25.`)
  const day = date === undefined ? undefined : readDay(date)
  if (day === null) return refuse(`"${date}" is not a day. Use the form 2026-11-30.`)
  const since = day === undefined || isToday(day) ? undefined : { day, time: '00:00' }
  const result = await withDatabase(({ pool }) =>
    saveRates(pool, [{ code, rate: ratePerUnit(rate, 1) }], { source: 'manual', since, force }),
  )
  return result.ok ? showSaved(result.saved) : refuse(sentenceOf(result))
}

/** Whether a rate is for today. It then takes effect now, after the earlier rates of the day. */
function isToday(day: string): boolean {
  return day === new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Istanbul' }).format(new Date())
}

export function showSaved(saved: readonly SavedRate[]): number {
  for (const { code, rate, before, isInForce } of saved) {
    const was = before === null ? '' : `  (was ${plainRate(before)})`
    const historyOnly = `  added to the history only: ${plainRate(before ?? '')} is newer and still applies`
    console.log(`${code}  ${rate.toFixed()}${isInForce ? was : historyOnly}`)
  }
  return 0
}

export function sentenceOf({ problem, facts }: RateRefusal): string {
  const { code = '', rate = '', before = '', date = '' } = facts
  const sentences: Record<RateRefusal['problem'], string> = {
    not_positive: `${code} ${rate} is not a valid rate: it must be above 0. Nothing was changed.`,
    out_of_range: `${code} ${rate} is out of range. A rate is 0.00000001 to 1000000 TRY per unit. Nothing was changed.`,
    jump: `${code} ${rate} is far from the current rate ${plainRate(before)}. Use --force to set it anyway. Nothing was changed.`,
    currency_unknown: `The store does not have ${code}. "toptan rates add ${code}" adds it. Nothing was changed.`,
    currency_is_lira: 'All rates are in TRY, so TRY itself has no rate. Nothing was changed.',
    future: `${date} is in the future. Nothing was changed.`,
  }
  return sentences[problem]
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}
