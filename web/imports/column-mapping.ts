import { type ImportField, importFields, type ImportOptionsInput } from '#contract/admin/imports/import-options.ts'

export type Mapping = ImportOptionsInput['mapping']

const isField = (use: string): use is ImportField => importFields.some((field) => field === use)

/** The chosen fields of a column, or `ignore`. */
export function usesOfColumn(mapping: Mapping, column: string): string[] {
  const use = mapping[column]
  return use === undefined ? [] : [use].flat()
}

/** Gives a column its fields, or `ignore`; without any it is recognized by name. A field is read from one column. */
export function mapColumn(mapping: Mapping, column: string, uses: readonly string[]): Mapping {
  const fields = [...new Set(uses.filter(isField))]
  const free: Mapping = {}
  for (const [name, use] of Object.entries(mapping)) {
    if (name === column) continue
    const others = use === 'ignore' ? 'ignore' : [use].flat().filter((field) => !fields.includes(field))
    if (others === 'ignore' || others.length > 0) free[name] = simplify(others)
  }
  if (uses[0] === 'ignore') return { ...free, [column]: 'ignore' }
  return fields.length === 0 ? free : { ...free, [column]: simplify(fields) }
}

const simplify = (use: 'ignore' | ImportField[]): Mapping[string] =>
  use === 'ignore' ? use : use.length === 1 && use[0] !== undefined ? use[0] : use
