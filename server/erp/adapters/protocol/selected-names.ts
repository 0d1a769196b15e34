/** The names of selected columns, without tables and expressions. */
export const selectedNames = (columns: readonly string[]): string[] =>
  columns.map((column) => /(\w+)$/.exec(column)?.[1] ?? column)
