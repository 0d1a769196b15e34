/**
 * Labels of one kind. `ordinal` is the dense number that columns store, from 1; 0 means none. A row keeps its ordinal
 * for the lifetime of the index.
 */
export type LabelTable<Row> = {
  ordinals: Map<number, number>
  /** By ordinal; undefined when the row was deleted. */
  rows: (Row | undefined)[]
}

export function ordinalOf(table: LabelTable<unknown>, id: number | null): number {
  return id === null ? 0 : (table.ordinals.get(id) ?? 0)
}

export function createLabelTable<Row extends { id: number }>(
  rows: readonly Row[],
  previous?: Pick<LabelTable<Row>, 'ordinals'>,
): LabelTable<Row> {
  const ordinals = new Map(previous?.ordinals)
  const byOrdinal: (Row | undefined)[] = Array.from({ length: ordinals.size + 1 }, () => undefined)
  for (const row of rows) {
    const ordinal = ordinals.get(row.id) ?? ordinals.size + 1
    ordinals.set(row.id, ordinal)
    byOrdinal[ordinal] = row
  }
  return { ordinals, rows: byOrdinal }
}

export function ordinalsBy<Row>(table: LabelTable<Row>, keyOf: (row: Row) => string): Map<string, number> {
  return new Map(table.rows.flatMap((row, ordinal) => (row === undefined ? [] : [[keyOf(row), ordinal] as const])))
}
