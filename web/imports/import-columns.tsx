import type { ImportDetail } from '#contract/admin/imports/imports.ts'
import type { ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { mappedUse } from './column-mapping.ts'
import { ColumnRow } from './column-row.tsx'
import { ProductColumnUse } from './product-column-use.tsx'

type Props = {
  files: ImportDetail['columns']
  mapping: ImportOptionsInput['mapping']
  onChange(mapping: ImportOptionsInput['mapping']): void
}

/** Each column of the files with its first values and its fields, which can be changed. */
export function ImportColumns({ files, mapping, onChange }: Props) {
  const { t } = useTranslation()
  const found = new Map(files.flatMap(({ columns }) => columns.map((column) => [column.name, column] as const)))
  if (found.size === 0) return null
  const unknown = [...found.values()].filter(
    ({ name, use }) => use === null && mappedUse(mapping, name) === undefined,
  ).length
  return (
    <details open={unknown > 0}>
      <summary className="min-h-6 cursor-pointer text-13 font-semibold pointer-coarse:min-h-11">
        {t('imports.columns.title')} ({found.size})
        {unknown > 0 && (
          <span className="ml-2 font-normal text-ink-2">{t('imports.columns.unknown', { n: unknown })}</span>
        )}
      </summary>
      <ul className="mt-2 max-h-120 overflow-y-auto border-t border-line">
        {[...found.values()].map((column) => (
          <ColumnRow key={column.name} column={column}>
            <ProductColumnUse column={column} mapping={mapping} onChange={onChange} />
          </ColumnRow>
        ))}
      </ul>
    </details>
  )
}
