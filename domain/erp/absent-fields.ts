import type { JsonRecord } from './map-record.ts'
import type { Expression, InboundResource, Mapping } from './mapping.ts'

/** A path of a mapping, and where the mapping has it: "inbound.products.fields.taxRate". */
export type SourcePath = { place: string; path: string }

const maxDepth = 20

/** The paths that a resource reads from the ERP's records, with those in the named values that it uses. */
export function sourcePaths(mapping: Mapping, resource: InboundResource): SourcePath[] {
  const part = mapping.inbound?.[resource]
  if (part === undefined) return []
  const found = new Map<string, SourcePath>()
  const walk = (expression: Expression, place: string, depth = 0): void => {
    if (depth > maxDepth) return
    if (typeof expression === 'string') found.set(place, { place, path: expression })
    else if ('path' in expression) found.set(place, { place, path: expression.path })
    else if ('use' in expression) {
      const used = mapping.values?.[expression.use]
      if (used !== undefined) walk(used, `values.${expression.use}`, depth + 1)
    } else {
      for (const operation of ['first', 'join', 'add', 'subtract', 'multiply', 'divide'] as const) {
        const parts = (expression as { [name in typeof operation]?: readonly Expression[] })[operation] ?? []
        for (const [index, each] of parts.entries()) walk(each, `${place}.${operation}.${index}`, depth + 1)
      }
    }
  }
  const at = `inbound.${resource}`
  for (const [name, expression] of Object.entries(part.fields)) walk(expression, `${at}.fields.${name}`)
  if (part.skip !== undefined) walk(part.skip, `${at}.skip`)
  return [...found.values()]
}

/** The paths that none of these records has. A field that is empty, or whose parent is, may be there in another record. */
export const absentPaths = (paths: readonly SourcePath[], records: readonly JsonRecord[]): SourcePath[] =>
  paths.filter(({ path }) => !records.some((record) => mayHave(record, path)))

function mayHave(record: unknown, path: string): boolean {
  let value: unknown = record
  for (const name of path.split('.')) {
    if (value === null || value === '') return true
    if (typeof value !== 'object') return false
    if (Array.isArray(value) && value.length === 0) return true
    const key = Object.hasOwn(value, name) ? name : byLetters(value, name)
    if (key === undefined) return false
    value = (value as JsonRecord)[key]
  }
  return true
}

const byLetters = (record: object, name: string): string | undefined =>
  Object.keys(record).find((key) => key.toLowerCase() === name.toLowerCase())
