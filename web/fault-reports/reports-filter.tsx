import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { faultStates } from '#domain/fault-report.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Field, TextField } from '#web/ui/field.tsx'
import { formTexts } from '#web/ui/form-text.ts'
import { Select } from '#web/ui/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed, type ReportsView, reportsPath } from './reports-path.ts'

type ReportsFilterProps = {
  list: Omit<ReportsView, 'page'>
  /** Address of the list. */
  base: string
  label: string
  searchLabel: string
  searchHint: string
}

/** What a list is narrowed to; it stands in the address, so that it can be kept and handed on. */
export function ReportsFilter({ list, base, label, searchLabel, searchHint }: ReportsFilterProps) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { state, q } = list

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const text = formTexts(new FormData(event.currentTarget))
    void goTo(reportsPath(base, { state: text('state'), q: text('q') }), { preventScrollReset: true })
  }
  return (
    <form
      // Other values come with another address: the fields then begin anew.
      key={[state, q].join(' ')}
      action={base}
      onSubmit={submit}
      role="search"
      aria-label={label}
      className="flex flex-wrap items-end gap-3"
    >
      <Field label={t('faultReport.list.state')} className="max-sm:w-full">
        {(wired) => (
          <Select
            {...wired}
            size="lg"
            name="state"
            defaultValue={state ?? ''}
            className="w-full sm:w-44"
            // Choosing is enough: the list follows at once.
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
      <Button type="submit" size="lg" className="max-sm:flex-1" icon={<Search size={16} aria-hidden="true" />}>
        {t('faultReport.list.apply')}
      </Button>
      {isNarrowed(list) && (
        <Link to={base} preventScrollReset className={buttonClasses('ghost', 'lg')}>
          {t('faultReport.list.clear')}
        </Link>
      )}
    </form>
  )
}
