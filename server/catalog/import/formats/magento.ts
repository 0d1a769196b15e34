import { fold } from '#domain/text/text.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import type { Cell, Table } from '#server/platform/tables/table.ts'
import { findNamed, type FormatNotes, noteUses } from './format-columns.ts'
import { ProductAttributes } from './product-attributes.ts'

/**
 * Magento lists the variants of a configurable product in its row: "sku=A-S,size=S|sku=A-M,size=M". `additional_attributes`
 * ("color=Mavi,fabric=Keten") are technical data, or the brand. Rows with a store view are translations of others and are
 * left out.
 */
export async function readMagento(table: Table, notes: FormatNotes): Promise<Table> {
  const at = (names: string) => findNamed(table.columns, names)
  const [sku, view, variations] = [at('sku'), at('storeviewcode'), at('configurablevariations')]
  const [visibility, list] = [at('visibility'), at('additionalattributes')]
  const statuses = [at('productonline'), at('status')].filter((index) => index >= 0)
  const children = new Map<string, { parent: string; values: Map<string, string> }>()
  const names = new Set<string>()
  const attributes = new ProductAttributes(table.columns, (folded) =>
    [...names].some((name) => fold(titleOf(name)) === folded),
  )
  for await (const { cells } of table.rows()) {
    for (const variation of lineOf(cells[variations]).split('|')) {
      const values = readPairs(variation)
      const child = values.get('sku')
      values.delete('sku')
      values.delete('default')
      if (!child) continue
      children.set(child, { parent: lineOf(cells[sku]), values })
      for (const name of values.keys()) if (name !== '') names.add(name)
    }
    if (lineOf(cells[view]) === '') attributes.observe(readAttributes(cells[list]))
  }
  noteUses(notes, 'row_kind', [view])
  noteUses(notes, 'variant_list', [variations])
  noteUses(notes, 'attribute_list', [list])
  const dimensions = [...names]
  const width = table.columns.length
  const ofVariants = ['parent_code', ...dimensions.map((name) => `variant:${titleOf(name)}`)]
  const columns = [...table.columns, ...ofVariants, ...attributes.columns]
  return {
    ...table,
    columns,
    async *rows(options) {
      for await (const row of table.rows(options)) {
        if (lineOf(row.cells[view]) !== '') continue
        const cells: Cell[] = [...table.columns, ...ofVariants].map((_, i) => (i < width ? (row.cells[i] ?? '') : ''))
        // Magento's own tables have 2 for disabled products.
        for (const index of statuses) if (lineOf(cells[index]) === '2') cells[index] = '0'
        const child = children.get(lineOf(cells[sku]))
        if (child) {
          // Variants are found through their product.
          if (visibility >= 0) cells[visibility] = ''
          cells[width] = child.parent
          for (const [i, name] of dimensions.entries()) cells[width + 1 + i] = child.values.get(name) ?? ''
        }
        yield { ...row, cells: [...cells, ...attributes.cells(readAttributes(cells[list]))] }
      }
    },
  }
}

/** Reads "color=Mavi,size=S". A comma separates only before another name: values may contain commas. */
function readPairs(text: string): Map<string, string> {
  const pairs = text.split(/,(?=[\w.-]+=)/).map((pair): [string, string] => {
    const at = pair.indexOf('=')
    return at < 0 ? ['', ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })
  return new Map(pairs.filter(([name]) => name !== ''))
}

const readAttributes = (cell: Cell | undefined): Map<string, string> =>
  new Map([...readPairs(lineOf(cell))].map(([code, value]) => [titleOf(code), value]))

/** Attribute codes have names of their own only in Magento's database: color_family becomes Color family. */
function titleOf(code: string): string {
  if (code === 'color') return 'Renk'
  if (code === 'size') return 'Beden'
  const text = code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
