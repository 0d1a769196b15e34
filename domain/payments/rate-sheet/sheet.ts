import type { CardClass } from '#domain/payments/bank-rates.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Percent } from './cells.ts'

/** Cells as text by row and column; rows and columns are counted as in the sheet. */
export type Grid = readonly (readonly string[])[]

/** Whether a number without a percent sign is 1.79 or 0.0179 for 1.79 percent. */
export const plainNumbers = ['percent', 'fraction'] as const
export type PlainNumbers = (typeof plainNumbers)[number]

export type SheetRate = {
  /** Of the percent. */
  address: string
  family: string | null
  cardClass: CardClass | null
  installment: number
  extraInstallments: number
  percent: string
  /** What a list of rates says besides; undefined: nothing. */
  bearer?: string
  payOutDays?: number | null
  validFrom?: Day
  validUntil?: Day | null
}

/** A rate before it is known what plain numbers are. */
export type RawRate = Omit<SheetRate, 'percent' | 'extraInstallments'> & {
  percent: Percent
  extra: number
  text: string
}

export const sheetProblems = [
  'percent_invalid',
  'percent_ambiguous',
  'count_invalid',
  'family_unknown',
  'day_invalid',
  'duplicate',
] as const
/** `text`: the cell's; of a duplicate the address of the first one. */
export type SheetProblem = { code: (typeof sheetProblems)[number]; address: string; text: string }

/** installments: a row per number of installments; programs: a row per program; list: a row per rate. */
export const sheetLayouts = ['installments', 'programs', 'list'] as const
export type SheetLayout = (typeof sheetLayouts)[number]
