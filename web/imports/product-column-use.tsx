import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type FormatColumnUse, formatColumnUses } from '#contract/admin/imports/import-inspection.ts'
import { importFields } from '#contract/admin/imports/import-options.ts'
import type { ProfileColumn } from '#contract/admin/imports/import-profiles.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isField, type Mapping, mapColumn, usesOfColumn } from './column-mapping.ts'

type Translate = ReturnType<typeof useTranslation>['t']
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

type Props = { column: ProfileColumn; mapping: Mapping; onChange(mapping: Mapping): void }

/** The fields of a column of product files. */
export function ProductColumnUse({ column, mapping, onChange }: Props) {
  const { t } = useTranslation()
  const { name, use } = column
  const [first = '', second] = usesOfColumn(mapping, name)
  const [hasSecond, setSecond] = useState(second !== undefined)
  return (
    <span className="flex flex-col gap-1">
      <span className="flex gap-1">
        <Select
          aria-label={t('imports.columns.of', { name })}
          className="w-full min-w-0"
          value={first}
          onChange={({ target }) => onChange(mapColumn(mapping, name, [target.value, second ?? '']))}
        >
          <option value="">{first === '' ? describeUse(t, use) : t('imports.columns.byName')}</option>
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
