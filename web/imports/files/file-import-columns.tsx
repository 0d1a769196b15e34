import { type FileImportDetail } from '#contract/admin/imports/file-imports.ts'
import {
  type FileImportField,
  fileImportFields,
  type FileImportOptions,
} from '#contract/admin/imports/file-import-options.ts'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ColumnRow } from '#web/imports/column-row.tsx'

type Mapping = NonNullable<FileImportOptions['mapping']>
type Props = {
  detail: Pick<FileImportDetail, 'kind' | 'inspection' | 'state'>
  mapping: Mapping
  onChange(mapping: Mapping): void
}

/** Each column of the file with its first values and its field, which can be changed. */
export function FileImportColumns({ detail: { kind, inspection, state }, mapping, onChange }: Props) {
  const { t } = useTranslation()
  const columns = inspection?.columns.filter(({ name }) => name !== '') ?? []
  if (columns.length === 0) return null
  const fields: readonly FileImportField[] = fileImportFields[kind]
  const nameOf = (field: string) => t(`imports.files.fields.${field}`)
  const unknown = columns.filter(({ name, use }) => use === null && mapping[name] === undefined).length
  function choose(column: string, value: string): void {
    const field = fields.find((each) => each === value)
    // A field is read from one column.
    const others = Object.entries(mapping).filter(([name, use]) => name !== column && use !== field)
    const use = value === 'ignore' ? value : field
    onChange(Object.fromEntries(use === undefined ? others : [...others, [column, use]]))
  }
  return (
    <details open={state === 'failed' || unknown > 0}>
      <summary className="min-h-6 cursor-pointer text-13 font-semibold pointer-coarse:min-h-11">
        {t('imports.columns.title')} ({columns.length})
        {unknown > 0 && (
          <span className="ml-2 font-normal text-ink-2">{t('imports.columns.unknown', { n: unknown })}</span>
        )}
      </summary>
      <ul className="mt-2 max-h-120 overflow-y-auto border-t border-line">
        {columns.map((column) => (
          <ColumnRow key={column.name} column={column}>
            <Select
              aria-label={t('imports.columns.of', { name: column.name })}
              className="w-full min-w-0"
              value={mapping[column.name] ?? ''}
              onChange={({ target }) => choose(column.name, target.value)}
            >
              <option value="">
                {mapping[column.name] !== undefined
                  ? '—'
                  : column.use === null
                    ? t('imports.columns.none')
                    : nameOf(column.use)}
              </option>
              <option value="ignore">{t('imports.columns.ignore')}</option>
              {fields.map((field) => (
                <option key={field} value={field}>
                  {nameOf(field)}
                </option>
              ))}
            </Select>
          </ColumnRow>
        ))}
      </ul>
    </details>
  )
}
