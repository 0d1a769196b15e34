import { faultStates } from '#domain/after-sales/fault-report.ts'
import { FilterForm } from '#web/app/page/filter-form.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed, type ReportsView, reportsPath } from './reports-path.ts'

type ReportsFilterProps = {
  list: Omit<ReportsView, 'page'>
  /** Address of the list. */
  base: string
  label: string
  searchLabel: string
  searchHint: string
  /** Label of the button. */
  apply: string
}

/** The filter of a list of reports; it is part of the address. */
export function ReportsFilter({ list, base, label, searchLabel, searchHint, apply }: ReportsFilterProps) {
  const { t } = useTranslation()
  const { state, q } = list
  return (
    <FilterForm
      words={{ label, apply, clear: t('faultReport.list.clear') }}
      page={base}
      values={[state, q]}
      isNarrowed={isNarrowed(list)}
      pathOf={(text) => reportsPath(base, { state: text('state'), q: text('q') })}
    >
      <Field label={t('faultReport.list.state')} className="max-sm:w-full">
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            name="state"
            defaultValue={state ?? ''}
            className="w-full sm:w-44"
            // Submits when the selection changes.
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          >
            <option value="">{t('faultReport.list.allStates')}</option>
            {faultStates.map((each) => (
              <option key={each} value={each}>
                {t(`faultReport.states.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        label={searchLabel}
        placeholder={searchHint}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={q}
        className="max-sm:w-full sm:max-w-80 sm:min-w-60 sm:flex-1"
      />
    </FilterForm>
  )
}
