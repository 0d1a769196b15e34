import { lineOf } from '#server/platform/tables/cell-text.ts'
import type { Cell, Table } from '#server/platform/tables/table.ts'
import { findNamed } from './format-columns.ts'

/**
 * Magento lists the variants of a configurable product in its row: "sku=A-S,size=S|sku=A-M,size=M". Rows with a store view
 * are translations of others and are left out.
 */
export async function readMagento(table: Table): Promise<Table> {
  const at = (names: string) => findNamed(table.columns, names)
  const [sku, view, variations] = [at('sku'), at('storeviewcode'), at('configurablevariations')]
  const visibility = at('visibility')
  const statuses = [at('productonline'), at('status')].filter((index) => index >= 0)
  const children = new Map<string, { parent: string; values: Map<string, string> }>()
  const names = new Set<string>()
  for await (const { cells } of table.rows()) {
    for (const variation of lineOf(cells[variations]).split('|')) {
      const pairs = variation
        .split(',')
        .map((pair): [string, string] => [
          pair.slice(0, pair.indexOf('=')).trim(),
          pair.slice(pair.indexOf('=') + 1).trim(),
        ])
      const values = new Map(pairs)
      const child = values.get('sku')
      values.delete('sku')
      values.delete('default')
      if (!child) continue
      children.set(child, { parent: lineOf(cells[sku]), values })
      for (const name of values.keys()) if (name !== '') names.add(name)
    }
  }
  const dimensions = [...names]
  const width = table.columns.length
  const columns = [...table.columns, 'parent_code', ...dimensions.map((name) => `variant:${titleOf(name)}`)]
  return {
    ...table,
    columns,
    async *rows(options) {
      for await (const row of table.rows(options)) {
        if (lineOf(row.cells[view]) !== '') continue
        const cells: Cell[] = columns.map((_, i) => (i < width ? (row.cells[i] ?? '') : ''))
        // Magento's own tables have 2 for disabled products.
        for (const index of statuses) if (lineOf(cells[index]) === '2') cells[index] = '0'
        const child = children.get(lineOf(cells[sku]))
        if (child) {
          // Variants are found through their product.
          if (visibility >= 0) cells[visibility] = ''
          cells[width] = child.parent
          for (const [i, name] of dimensions.entries()) cells[width + 1 + i] = child.values.get(name) ?? ''
        }
        yield { ...row, cells }
      }
    },
  }
}

/** Attribute codes have names of their own only in Magento's database: color_family becomes Color family. */
function titleOf(code: string): string {
  if (code === 'color') return 'Renk'
  if (code === 'size') return 'Beden'
  const text = code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
