/** One page of a report; null for all rows. */
export type Part = { limit: number; offset: number } | null

/** The values of a row by column, as the database returns them: decimals are texts. */
export type Values = Readonly<Record<string, string | number | null>>
export type NamedRow = { key: string; name: string; code: string; values: Values }

/** `sums`: by column over all rows, null without rows. `total`: the number of all rows. */
export type ReportRows = { rows: NamedRow[]; total: number; sums: Values | null }

/** Rates: lira for one unit of each currency. */
export type Rates = Readonly<Record<string, string | null>>

type SqlRow = { key: string; name: string | null; code: string | null; rows: number; sums: Values }

/** Splits rows as the statements of reports return them: with the number of all rows, and their sums. */
export function reportRowsOf(rows: readonly (SqlRow & Record<string, unknown>)[]): ReportRows {
  const [first] = rows
  return {
    rows: rows.map(({ key, name, code, rows: _rows, sums: _sums, ...values }) => ({
      key,
      name: name ?? '',
      code: code ?? '',
      values: values as Values,
    })),
    total: first?.rows ?? 0,
    sums: first?.sums ?? null,
  }
}
