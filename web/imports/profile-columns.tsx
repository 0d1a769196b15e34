import type { FileMapping } from './files/file-column-use.tsx'
import type { ListedProfile, ProfileValues } from '#contract/admin/imports/import-profiles.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { type Mapping, mappedUse } from './column-mapping.ts'
import { ColumnRow } from './column-row.tsx'
import { FileColumnUse } from './files/file-column-use.tsx'
import { ProductColumnUse } from './product-column-use.tsx'

type Props = {
  profile: Pick<ListedProfile, 'kind' | 'columns'>
  mapping: ProfileValues['mapping']
  error: string | undefined
  onChange(mapping: ProfileValues['mapping']): void
}

/** The columns of a profile's files with their fields, which can be changed. */
export function ProfileColumns({ profile: { kind, columns }, mapping, error, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <fieldset className="min-w-0" aria-describedby="profile-columns-hint">
      <legend className="text-13 font-semibold">
        {t('imports.columns.title')} ({columns.length})
      </legend>
      <p id="profile-columns-hint" className="text-13 text-ink-2">
        {t('imports.profiles.columnsHint')}
      </p>
      {error !== undefined && (
        <p role="alert" className="text-13 text-danger">
          {error}
        </p>
      )}
      <ul className="mt-2 border-y border-line">
        {columns.map((column) => (
          <ColumnRow
            key={column.name}
            isNarrow
            column={{
              ...column,
              ...(mappedUse(mapping, column.name) !== undefined && { use: '', certainty: 'chosen' }),
            }}
          >
            {kind === 'products' ? (
              <ProductColumnUse column={column} mapping={mapping as Mapping} onChange={onChange} />
            ) : (
              <FileColumnUse kind={kind} column={column} mapping={mapping as FileMapping} onChange={onChange} />
            )}
          </ColumnRow>
        ))}
      </ul>
    </fieldset>
  )
}
