import type { FileImportDetail } from '#contract/admin/imports/file-imports.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { mappedUse } from '#web/imports/column-mapping.ts'
import { ColumnRow } from '#web/imports/column-row.tsx'
import { FileColumnUse, type FileMapping } from './file-column-use.tsx'

type Props = {
  detail: Pick<FileImportDetail, 'kind' | 'inspection' | 'state'>
  mapping: FileMapping
  onChange(mapping: FileMapping): void
}

/** Each column of the file with its first values and its field, which can be changed. */
export function FileImportColumns({ detail: { kind, inspection, state }, mapping, onChange }: Props) {
  const { t } = useTranslation()
  const columns = inspection?.columns.filter(({ name }) => name !== '') ?? []
  if (columns.length === 0) return null
  const unknown = columns.filter(({ name, use }) => use === null && mappedUse(mapping, name) === undefined).length
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
            <FileColumnUse kind={kind} column={column} mapping={mapping} onChange={onChange} />
          </ColumnRow>
        ))}
      </ul>
    </details>
  )
}
