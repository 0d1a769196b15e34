import { FilterForm } from '#web/app/page/filter-form.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed, peoplePath, type PeopleView } from './people-path.ts'

type PeopleFilterProps = {
  base: string
  view: PeopleView
  label: string
  hint: string
  shows: readonly { value: string; label: string }[]
  sorts: readonly { value: string; label: string }[]
}

/** Filter and sort of a list. Selections submit at once, text on Enter. */
export function PeopleFilter({ base, view, label, hint, shows, sorts }: PeopleFilterProps) {
  const { t } = useTranslation()
  const { q, show, sort, dealer } = view
  const submitForm = (event: { currentTarget: HTMLSelectElement }) => event.currentTarget.form?.requestSubmit()
  return (
    <FilterForm
      words={{ label, apply: t('administration.list.apply'), clear: t('people.filter.clear') }}
      page={base}
      values={[q, show, sort, dealer?.id]}
      isNarrowed={isNarrowed(view)}
      pathOf={(text) =>
        peoplePath(base, { q: text('q'), show: text('show') || null, sort: text('sort'), dealer: dealer ?? null })
      }
    >
      <TextField
        label={t('people.filter.q')}
        placeholder={hint}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={q}
        className="max-sm:w-full sm:max-w-80 sm:min-w-60 sm:flex-1"
      />
      <Field label={t('people.filter.show')} className="max-sm:w-[calc(50%-0.375rem)]">
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            name="show"
            defaultValue={show ?? ''}
            className="w-full sm:w-48"
            onChange={submitForm}
          >
            <option value="">{t('people.filter.all')}</option>
            {shows.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('people.filter.sort')} className="max-sm:w-[calc(50%-0.375rem)]">
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            name="sort"
            defaultValue={sort}
            className="w-full sm:w-48"
            onChange={submitForm}
          >
            {sorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FilterForm>
  )
}
