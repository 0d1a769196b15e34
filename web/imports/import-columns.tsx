import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type FormatColumnUse, formatColumnUses } from '#contract/admin/imports/import-inspection.ts'
import { type ImportDetail } from '#contract/admin/imports/imports.ts'
import { type ImportField, importFields, type ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ColumnRow } from './column-row.tsx'
import { type Mapping, mapColumn, usesOfColumn } from './column-mapping.ts'

type Translate = ReturnType<typeof useTranslation>['t']
type Column = ImportDetail['columns'][number]['columns'][number]

const isField = (use: string): use is ImportField => importFields.some((field) => field === use)

const isFormatUse = (use: string): use is FormatColumnUse => formatColumnUses.some((each) => each === use)

/** Describes how the server interprets a column. */
function describeUse(t: Translate, use: string | null): string {
  if (use === null) return t('imports.columns.none')
  if (use === 'prices') return t('imports.uses.prices')
  if (isFormatUse(use)) return t(`imports.uses.${use}`)
  if (isField(use)) return t(`imports.fields.${use}`)
  if (use.includes('+'))
    return use
      .split('+')
      .map((each) => describeUse(t, each))
      .join(' + ')
  const [kind = '', name = ''] = use.split(/:(.*)/s)
  if (kind === 'stock' || kind === 'variant' || kind === 'attribute') return t(`imports.uses.${kind}`, { name })
  const price = use.replace(/_currency$/, '')
  return isField(price)
    ? t('imports.uses.currencyOf', { field: t(`imports.fields.${price}`) })
    : t('imports.uses.image')
}

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
  const unknown = [...found.values()].filter(({ name, use }) => use === null && mapping[name] === undefined).length
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
          <MappedColumn key={column.name} column={column} mapping={mapping} onChange={onChange} />
        ))}
      </ul>
    </details>
  )
}

type RowProps = { column: Column; mapping: Mapping; onChange(mapping: Mapping): void }

function MappedColumn({ column, mapping, onChange }: RowProps) {
  const { t } = useTranslation()
  const { name, use } = column
  const [first = '', second] = usesOfColumn(mapping, name)
  const [hasSecond, setSecond] = useState(second !== undefined)
  return (
    <ColumnRow column={column}>
      <span className="flex flex-col gap-1">
        <span className="flex gap-1">
          <Select
            aria-label={t('imports.columns.of', { name })}
            className="w-full min-w-0"
            value={first}
            onChange={({ target }) => onChange(mapColumn(mapping, name, [target.value, second ?? '']))}
          >
            <option value="">{first === '' ? describeUse(t, use) : '—'}</option>
            <option value="ignore">{t('imports.columns.ignore')}</option>
            <FieldOptions />
          </Select>
          {!hasSecond && (
            <Button
              size="card"
              aria-label={t('imports.columns.alsoOf', { name })}
              title={t('imports.columns.also')}
              icon={<Plus size={14} aria-hidden="true" />}
              onClick={() => setSecond(true)}
            />
          )}
        </span>
        {hasSecond && (
          <Select
            aria-label={t('imports.columns.alsoOf', { name })}
            className="w-full"
            value={second ?? ''}
            onChange={({ target }) =>
              onChange(mapColumn(mapping, name, [isField(first) ? first : (use ?? ''), target.value]))
            }
          >
            <option value="">{t('imports.columns.also')}…</option>
            <FieldOptions />
          </Select>
        )}
      </span>
    </ColumnRow>
  )
}

function FieldOptions() {
  const { t } = useTranslation()
  return importFields.map((field) => (
    <option key={field} value={field}>
      {t(`imports.fields.${field}`)}
    </option>
  ))
}
