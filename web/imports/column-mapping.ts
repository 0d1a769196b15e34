import { type ImportField, importFields, type ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import { squeezeCode } from '#domain/text/text.ts'

export type Mapping = ImportOptionsInput['mapping']

export const isField = (use: string): use is ImportField => importFields.some((field) => field === use)

/** What a mapping says of a column, whose name a profile may have in another spelling. */
export function mappedUse<Use>(mapping: Readonly<Record<string, Use>>, column: string): Use | undefined {
  if (Object.hasOwn(mapping, column)) return mapping[column]
  const squeezed = squeezeCode(column)
  return Object.entries(mapping).find(([name]) => squeezeCode(name) === squeezed)?.[1]
}

/** The chosen fields of a column, or `ignore`. */
export function usesOfColumn(mapping: Mapping, column: string): string[] {
  const use = mappedUse(mapping, column)
  return use === undefined ? [] : [use].flat()
}

/** The mapping without what it says of a column, in any spelling. */
export function withoutColumn<Use>(mapping: Readonly<Record<string, Use>>, column: string): [string, Use][] {
  const squeezed = squeezeCode(column)
  return Object.entries(mapping).filter(([name]) => name !== column && squeezeCode(name) !== squeezed)
}

/** Gives a column its fields, or `ignore`; without any it is recognized by name. A field is read from one column. */
export function mapColumn(mapping: Mapping, column: string, uses: readonly string[]): Mapping {
  const fields = [...new Set(uses.filter(isField))]
  const free: Mapping = {}
  for (const [name, use] of withoutColumn(mapping, column)) {
    const others = use === 'ignore' ? 'ignore' : [use].flat().filter((field) => !fields.includes(field))
    if (others === 'ignore' || others.length > 0) free[name] = simplify(others)
  }
  if (uses[0] === 'ignore') return { ...free, [column]: 'ignore' }
  return fields.length === 0 ? free : { ...free, [column]: simplify(fields) }
}

const simplify = (use: 'ignore' | ImportField[]): Mapping[string] =>
  use === 'ignore' ? use : use.length === 1 && use[0] !== undefined ? use[0] : use
