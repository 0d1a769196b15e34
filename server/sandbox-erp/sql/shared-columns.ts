/** A moment as the ERP's clock showed it. */
export const localTime = (column: string): string => `date_trunc('second', ${column} AT TIME ZONE 'Europe/Istanbul')`

/** A currency as its number in an ERP. */
export const currencyNumber = (column: string, numbers: Readonly<Record<string, number>>): string =>
  `CASE ${column} ${Object.entries(numbers)
    .map(([code, no]) => `WHEN '${code}' THEN ${no}`)
    .join(' ')} ELSE 0 END`
