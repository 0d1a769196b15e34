import { fold } from '#domain/text/text.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import type { Cell, Row, Table } from '#server/platform/tables/table.ts'
import { collectGroups, type Grouping } from './collect-groups.ts'
import { findNamed, type FormatNotes } from './format-columns.ts'

type Context = { code: number; name: number; clear: string; notes: FormatNotes }

/**
 * Adds a product before the first of its variants: rows with the same group and different values. Its row has the texts
 * of the first variant with the name that all have in common, its line is that line, negative. It is on sale if any of its
 * variants is. Rows alone in their group stay as they are.
 */
export async function groupVariants(table: Table, grouping: Grouping, context: Context): Promise<Table> {
  const index = findNamed(table.columns, grouping.group)
  if (index < 0) return table
  const { code, name: nameAt, notes } = context
  const found = await collectGroups(table, grouping, { group: index, code, name: nameAt }, notes)
  const { groups, dimensions, saleColumns, readOptions } = found
  if (dimensions.length === 0) return table
  const columns = [...table.columns, 'parent_code', ...dimensions.map((name) => `variant:${name}`)]
  const cleared = context.clear
    .split(' ')
    .map((name) => findNamed(table.columns, name))
    .filter((at) => at >= 0)
  const width = table.columns.length
  return {
    ...table,
    columns,
    async *rows(options): AsyncGenerator<Row> {
      const started = new Set<string>()
      for await (const row of table.rows(options)) {
        const key = lineOf(row.cells[index])
        const group = groups.get(key)
        const values = readOptions(row.cells)
        if (group === undefined || group.rows < 2 || values.size === 0) {
          yield row
          continue
        }
        const parentCode = group.hasOwnCode && !grouping.codeIsGroup ? `${key}-GRUP` : key
        const cells: Cell[] = Array.from({ length: columns.length }, (_, at) =>
          at < width ? (row.cells[at] ?? '') : '',
        )
        if (!started.has(key)) {
          started.add(key)
          const parent = [...cells]
          for (const at of cleared) parent[at] = ''
          for (const [i, { index: at }] of saleColumns.entries()) parent[at] = group.onSale?.[i] ?? parent[at] ?? ''
          parent[code] = parentCode
          if (nameAt >= 0) parent[nameAt] = group.name.text
          yield { line: -row.line, cells: parent }
        }
        if (grouping.codeIsGroup || lineOf(cells[code]) === '') {
          cells[code] = [key, ...values.values()].join('-').replace(/\s+/g, '-')
          notes.madeCodes += 1
        }
        cells[width] = parentCode
        for (const [at, name] of dimensions.entries()) cells[width + 1 + at] = values.get(fold(name)) ?? ''
        yield { ...row, cells }
      }
    },
  }
}
