import type { CampaignValues } from '#contract/admin/campaigns.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { addDays, dayInTurkey, momentInTurkey, parseDay, timeInTurkey } from '#domain/text/calendar-day.ts'
import { formFormats } from '#domain/text/format.ts'
import type { Fields } from '#server/account/account.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { CampaignRow } from './queries.ts'
import { isDiscount, productsMax, rowsMax } from './save-campaign.ts'

export type CampaignTerms = Omit<CampaignRow, 'id' | 'code'>

/** A campaign as the values of its form. An end at midnight is shown as the previous day. */
export function valuesOf(row: CampaignTerms, codes: readonly string[]): CampaignValues {
  const start = row.starts_at === null ? ['', ''] : [dayInTurkey(row.starts_at), formatTime(row.starts_at)]
  const end = row.ends_at === null ? ['', ''] : [dayInTurkey(row.ends_at), formatTime(row.ends_at)]
  return {
    name: row.name,
    discount: formFormats.formatQuantity(Number(row.discount)),
    startDay: start[0] ?? '',
    startTime: start[1] ?? '',
    endDay: end[0] && end[1] === '' ? addDays(end[0], -1) : (end[0] ?? ''),
    endTime: end[1] ?? '',
    rowCount: String(row.row_count),
    position: String(row.position),
    isActive: row.is_active,
    codes: [...codes],
  }
}

const formatTime = (moment: Date): string => {
  const time = timeInTurkey(moment)
  return time === '00:00' ? '' : time
}

/** Parses submitted values, or returns the problem of each field. Does not check whether names and codes exist. */
export function parseCampaign(typed: CampaignValues): { ok: true; terms: CampaignTerms; codes: string[] } | Refusal {
  const fields: Fields = {}
  const report = (field: string, problem: string, facts?: Record<string, string | number>) => {
    fields[field] ??= { text: `campaignAdmin.problems.${problem}`, ...(facts && { facts }) }
  }
  const wholeNumber = (field: 'rowCount' | 'position', min: number, max: number): number => {
    const text = typed[field].trim()
    const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) report(field, 'whole', { least: min, most: max })
    return value
  }
  const name = cleanText(typed.name)
  if (name === '') report('name', 'nameMissing')
  if (Array.from(name).length > 100) report('name', 'nameTooLong')
  const discount = parseAmount(typed.discount.trim() || '0')?.toString() ?? ''
  if (!isDiscount(discount)) report('discount', 'discount')
  const starts_at = parseMoment(typed.startDay, typed.startTime, 'first')
  const ends_at = parseMoment(typed.endDay, typed.endTime, 'last')
  if (starts_at === undefined) report('startDay', 'day')
  if (ends_at === undefined) report('endDay', 'day')
  if (starts_at && ends_at && starts_at >= ends_at) report('endDay', 'window')
  const codes = [...new Set(typed.codes.map(cleanText).filter((code) => code !== ''))]
  if (codes.length === 0) report('codes', 'productsMissing')
  if (codes.length > productsMax) report('codes', 'tooManyProducts', { most: productsMax })
  const row_count = wholeNumber('rowCount', 1, rowsMax)
  const position = wholeNumber('position', 0, 1_000_000)
  if (Object.keys(fields).length > 0) return { ...refuse('validation_failed'), fields }
  const window = { starts_at: starts_at ?? null, ends_at: ends_at ?? null }
  return { ok: true, codes, terms: { name, position, row_count, ...window, is_active: typed.isActive, discount } }
}

/** Null = no limit; undefined = invalid. A last day without a time counts until its end. */
function parseMoment(day: string, time: string, edge: 'first' | 'last'): Date | null | undefined {
  if (day.trim() === '') return time.trim() === '' ? null : undefined
  const parsedDay = parseDay(day)
  if (parsedDay === null || !/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/.test(time.trim())) return undefined
  if (time.trim() !== '') return momentInTurkey(parsedDay, time.trim())
  return momentInTurkey(edge === 'last' ? addDays(parsedDay, 1) : parsedDay)
}
