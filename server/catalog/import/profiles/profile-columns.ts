import { fileImportFields } from '#contract/admin/imports/file-import-options.ts'
import type { ImportFileInspection } from '#contract/admin/imports/import-inspection.ts'
import { importFields } from '#contract/admin/imports/import-options.ts'
import type { ProfileColumn, ProfileKind, ProfileValues } from '#contract/admin/imports/import-profiles.ts'
import { squeezeCode } from '#domain/text/text.ts'
import type { ProfileRow } from './queries.ts'

type Mapping = ProfileValues['mapping']

/** The columns of an import's files for a profile of this shape, with what their names alone mean. */
export function columnsOfFiles(files: readonly ImportFileInspection[], shape: readonly string[]): ProfileColumn[] {
  const columns = files.flatMap((file) => file.columns)
  return shape
    .flatMap((squeezed) => columns.find(({ name }) => squeezeCode(name) === squeezed) ?? [])
    .toSorted((a, b) => columns.indexOf(a) - columns.indexOf(b))
    .map(({ name, use, certainty }) => ({ name, use: certainty === 'chosen' ? null : use }))
}

/** All columns of a profile: as its files name them, else as its mapping does, else as they are compared. */
export function columnsOf({ columns, shape, options }: Pick<ProfileRow, 'columns' | 'shape' | 'options'>) {
  const saved = columns.filter(({ name }) => shape.includes(squeezeCode(name)))
  const named = new Set(saved.map(({ name }) => squeezeCode(name)))
  const assigned = Object.keys(options.mapping ?? {})
  const others = shape
    .filter((squeezed) => !named.has(squeezed))
    .map((squeezed) => ({ name: assigned.find((name) => squeezeCode(name) === squeezed) ?? squeezed, use: null }))
  return [...saved, ...others]
}

/** What is wrong with the columns of a form: a column or a field that the kind does not have, or a field given twice. */
export function mappingProblem(
  mapping: Mapping,
  { kind, shape }: { kind: ProfileKind; shape: readonly string[] },
): 'columnUnknown' | 'fieldUnknown' | 'fieldTwice' | null {
  const names = Object.keys(mapping).map(squeezeCode)
  if (new Set(names).size < names.length || names.some((name) => !shape.includes(name))) return 'columnUnknown'
  const uses = Object.values(mapping).flatMap((use) => (use === 'ignore' ? [] : [use].flat()))
  const fields: readonly string[] = kind === 'products' ? importFields : fileImportFields[kind]
  // Only product files have columns with several fields.
  const isTooMany = kind !== 'products' && Object.values(mapping).some((use) => Array.isArray(use))
  if (isTooMany || uses.some((use) => !fields.includes(use))) return 'fieldUnknown'
  return new Set(uses).size < uses.length ? 'fieldTwice' : null
}

/** In one order, so that forms with the same columns are equal. */
export const sortMapping = (mapping: Mapping): Mapping =>
  Object.fromEntries(Object.entries(mapping).toSorted(([a], [b]) => (a < b ? -1 : 1)))
