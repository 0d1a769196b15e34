import {
  type FileImportField,
  fileImportFields,
  type FileImportKind,
} from '#contract/admin/imports/file-import-options.ts'
import type { ProfileColumn } from '#contract/admin/imports/import-profiles.ts'
import type { FileImportOptions } from '#contract/admin/imports/file-import-options.ts'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { mappedUse, withoutColumn } from '#web/imports/column-mapping.ts'

export type FileMapping = NonNullable<FileImportOptions['mapping']>
type Props = {
  kind: FileImportKind
  column: ProfileColumn
  mapping: FileMapping
  onChange(mapping: FileMapping): void
}

/** The field of a column of a file of rows. */
export function FileColumnUse({ kind, column: { name, use }, mapping, onChange }: Props) {
  const { t } = useTranslation()
  const fields: readonly FileImportField[] = fileImportFields[kind]
  const nameOf = (field: string) => t(`imports.files.fields.${field}`)
  const chosen = mappedUse(mapping, name)
  function choose(value: string): void {
    const field = fields.find((each) => each === value)
    // A field is read from one column.
    const others = withoutColumn(mapping, name).filter(([, other]) => other !== field)
    const fresh = value === 'ignore' ? value : field
    onChange(Object.fromEntries(fresh === undefined ? others : [...others, [name, fresh]]))
  }
  return (
    <Select
      aria-label={t('imports.columns.of', { name })}
      className="w-full min-w-0"
      value={chosen ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">
        {chosen !== undefined ? t('imports.columns.byName') : use === null ? t('imports.columns.none') : nameOf(use)}
      </option>
      <option value="ignore">{t('imports.columns.ignore')}</option>
      {fields.map((field) => (
        <option key={field} value={field}>
          {nameOf(field)}
        </option>
      ))}
    </Select>
  )
}
