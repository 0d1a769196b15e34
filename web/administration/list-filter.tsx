import type { ReactNode } from 'react'
import { FilterForm } from '#web/app/page/filter-form.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed, listPath, type ListView } from './list-address.ts'
import type { ListPlace } from './list-frame.tsx'

type ListFilterProps = { place: ListPlace; list: ListView; label: string; isShort?: boolean; children: ReactNode }

/** The filter of a list; its fields have the names of the query parameters. */
export function ListFilter({ place: { page, names, sort }, list, label, isShort, children }: ListFilterProps) {
  const { t } = useTranslation()
  return (
    <FilterForm
      words={{ label, apply: t('administration.list.apply'), clear: t('administration.list.clear') }}
      page={page}
      values={names.map((name) => list[name])}
      isNarrowed={isNarrowed(list, names)}
      pathOf={(text) =>
        listPath(page, { ...Object.fromEntries(names.map((name) => [name, text(name)])), sort: list.sort }, names, sort)
      }
      {...(isShort && { isShort })}
    >
      {children}
    </FilterForm>
  )
}

type FilterProps = { name: string; label: string; value: string | null }

/** Submits when the selection changes. */
export function FilterSelect({ name, label, value, children }: FilterProps & { children: ReactNode }) {
  return (
    <Field label={label} className="max-sm:w-[calc(50%-0.375rem)]">
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          name={name}
          defaultValue={value ?? ''}
          className="w-full sm:w-40"
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          {children}
        </Select>
      )}
    </Field>
  )
}

export function FilterText({ name, label, value, hint }: FilterProps & { hint?: string }) {
  return (
    <TextField
      name={name}
      label={label}
      placeholder={hint}
      type="search"
      maxLength={100}
      defaultValue={value ?? ''}
      className="max-sm:w-full sm:max-w-72 sm:min-w-36 sm:flex-1"
    />
  )
}

export function FilterDays({ from, to }: { from: string | null; to: string | null }) {
  const { t } = useTranslation()
  return (
    <div className="flex gap-3 max-sm:w-full">
      {(
        [
          ['from', from],
          ['to', to],
        ] as const
      ).map(([name, day]) => (
        <TextField
          key={name}
          label={t(`administration.list.${name}`)}
          type="date"
          name={name}
          defaultValue={day ?? ''}
          className="max-sm:min-w-0 max-sm:flex-1"
        />
      ))}
    </div>
  )
}
