import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Field, TextField } from '#web/ui/field.tsx'
import { formTexts } from '#web/ui/form-text.ts'
import { Select } from '#web/ui/select.tsx'
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

/** What a list is narrowed to and sorted by; choosing is enough, words are sent. */
export function PeopleFilter({ base, view, label, hint, shows, sorts }: PeopleFilterProps) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { q, show, sort, dealer } = view

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const text = formTexts(new FormData(event.currentTarget))
    const wish = { q: text('q'), show: text('show') || null, sort: text('sort') }
    void goTo(peoplePath(base, { ...wish, dealer: dealer ?? null }), { preventScrollReset: true })
  }
  const follow = (event: { currentTarget: HTMLSelectElement }) => event.currentTarget.form?.requestSubmit()
  return (
    <form
      // Other values come with another address: the fields then begin anew.
      key={[q, show, sort, dealer?.id].join(' ')}
      action={base}
      onSubmit={submit}
      role="search"
      aria-label={label}
      className="flex flex-wrap items-end gap-3"
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
        {(wired) => (
          <Select
            {...wired}
            size="lg"
            name="show"
            defaultValue={show ?? ''}
            className="w-full sm:w-48"
            onChange={follow}
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
        {(wired) => (
          <Select {...wired} size="lg" name="sort" defaultValue={sort} className="w-full sm:w-48" onChange={follow}>
            {sorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" size="lg" className="max-sm:flex-1" icon={<Search size={16} aria-hidden="true" />}>
        {t('people.filter.apply')}
      </Button>
      {isNarrowed(view) && (
        <Link to={base} preventScrollReset className={buttonClasses('ghost', 'lg')}>
          {t('people.filter.clear')}
        </Link>
      )}
    </form>
  )
}
