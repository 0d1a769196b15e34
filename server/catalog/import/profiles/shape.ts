import { squeezeCode } from '#domain/text/text.ts'

/** Share of the columns of two files, of all that either has, from which a profile is offered for a similar file. */
const similarFrom = 0.8

/** The shape of a file: its column names as they are compared everywhere, sorted and without repetition. */
export function shapeOf(columns: readonly string[]): string[] {
  return [...new Set(columns.map(squeezeCode).filter((name) => name !== ''))].toSorted()
}

export const isSameShape = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && a.length === b.length && a.every((name, at) => name === b[at])

/** Whether files are similar, and `shape` has every column that the profile names. */
export function isSimilarShape(
  profile: readonly string[],
  shape: readonly string[],
  named: readonly string[],
): boolean {
  const columns = new Set(shape)
  const shared = profile.filter((name) => columns.has(name)).length
  const all = profile.length + shape.length - shared
  return all > 0 && shared / all >= similarFrom && named.map(squeezeCode).every((name) => columns.has(name))
}
