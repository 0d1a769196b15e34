import type { CampaignValues } from '#contract/admin/campaigns.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { addDays, dayInTurkey, momentInTurkey, parseDay, timeInTurkey } from '#domain/text/calendar-day.ts'
import { formatQuantity } from '#domain/text/format.ts'
import type { Fields } from '#server/account/account.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { CampaignRow } from './queries.ts'
import { isDiscount, productsMax, rowsMax } from './save-campaign.ts'

export type CampaignTerms = Omit<CampaignRow, 'id'>

/** A campaign as the values of its form. An end at midnight is shown as the previous day. */
export function valuesOf(row: CampaignRow, codes: readonly string[]): CampaignValues {
  const start = row.starts_at === null ? ['', ''] : [dayInTurkey(row.starts_at), shownTime(row.starts_at)]
  const end = row.ends_at === null ? ['', ''] : [dayInTurkey(row.ends_at), shownTime(row.ends_at)]
  return {
    ...{ name: row.name, discount: formatQuantity(Number(row.discount)) },
    ...{ startDay: start[0] ?? '', startTime: start[1] ?? '' },
    ...{ endDay: end[0] && end[1] === '' ? addDays(end[0], -1) : (end[0] ?? ''), endTime: end[1] ?? '' },
    ...{ rowCount: String(row.row_count), position: String(row.position), isActive: row.is_active, codes: [...codes] },
  }
}

const shownTime = (moment: Date): string => {
  const time = timeInTurkey(moment)
  return time === '00:00' ? '' : time
}

/** Parses submitted values, or returns the problem of each field. Does not check whether names and codes exist. */
export function readCampaign(typed: CampaignValues): { ok: true; terms: CampaignTerms; codes: string[] } | Refusal {
  const fields: Fields = {}
  const tell = (field: string, problem: string, facts?: Record<string, string | number>) => {
    fields[field] ??= { text: `campaignAdmin.problems.${problem}`, ...(facts && { facts }) }
  }
  const whole = (field: 'rowCount' | 'position', least: number, most: number): number => {
    const text = typed[field].trim()
    const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= least && value <= most)) tell(field, 'whole', { least, most })
    return value
  }
  const name = cleanText(typed.name)
  if (name === '') tell('name', 'nameMissing')
  if (Array.from(name).length > 100) tell('name', 'nameTooLong')
  const discount = parseAmount(typed.discount.trim() || '0')?.toString() ?? ''
  if (!isDiscount(discount)) tell('discount', 'discount')
  const starts_at = readMoment(typed.startDay, typed.startTime, 'first')
  const ends_at = readMoment(typed.endDay, typed.endTime, 'last')
  if (starts_at === undefined) tell('startDay', 'day')
  if (ends_at === undefined) tell('endDay', 'day')
  if (starts_at && ends_at && starts_at >= ends_at) tell('endDay', 'window')
  const codes = [...new Set(typed.codes.map(cleanText).filter((code) => code !== ''))]
  if (codes.length === 0) tell('codes', 'productsMissing')
  if (codes.length > productsMax) tell('codes', 'tooManyProducts', { most: productsMax })
  const row_count = whole('rowCount', 1, rowsMax)
  const position = whole('position', 0, 1_000_000)
  if (Object.keys(fields).length > 0) return { ...refuse('validation_failed'), fields }
  const window = { starts_at: starts_at ?? null, ends_at: ends_at ?? null }
  return { ok: true, codes, terms: { name, position, row_count, ...window, is_active: typed.isActive, discount } }
}

/** Null = no limit; undefined = invalid. A last day without a time counts until its end. */
function readMoment(day: string, time: string, which: 'first' | 'last'): Date | null | undefined {
  if (day.trim() === '') return time.trim() === '' ? null : undefined
  const written = parseDay(day)
  if (written === null || !/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/.test(time.trim())) return undefined
  if (time.trim() !== '') return momentInTurkey(written, time.trim())
  return momentInTurkey(which === 'last' ? addDays(written, 1) : written)
}
