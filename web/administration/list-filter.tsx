import { Search } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Field, TextField } from '#web/ui/field.tsx'
import { formTexts } from '#web/ui/form-text.ts'
import { Select } from '#web/ui/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isNarrowed, listPath, type ListView } from './list-address.ts'
import type { ListPlace } from './list-frame.tsx'

type ListFilterProps = { place: ListPlace; list: ListView; label: string; children: ReactNode }

/** What a list is narrowed to; its fields are called as the filters are. */
export function ListFilter({ place, list, label, children }: ListFilterProps) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { page, names, sort } = place

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const text = formTexts(new FormData(event.currentTarget))
    const wish = Object.fromEntries(names.map((name) => [name, text(name)]))
    void goTo(listPath(page, { ...wish, sort: list.sort }, names, sort), { preventScrollReset: true })
  }
  return (
    <form
      // Other values come with another address: the fields then begin anew.
      key={names.map((name) => String(list[name])).join(' ')}
      action={page}
      onSubmit={submit}
      role="search"
      aria-label={label}
      className="flex flex-wrap items-end gap-3"
    >
      {children}
      <Button type="submit" size="lg" className="max-sm:flex-1" icon={<Search size={16} aria-hidden="true" />}>
        {t('administration.list.apply')}
      </Button>
      {isNarrowed(list, names) && (
        <Link to={page} preventScrollReset className={buttonClasses('ghost', 'lg')}>
          {t('administration.list.clear')}
        </Link>
      )}
    </form>
  )
}

type FilterProps = { name: string; label: string; value: string | null }

/** Choosing is enough: the list follows at once. */
export function FilterSelect({ name, label, value, children }: FilterProps & { children: ReactNode }) {
  return (
    <Field label={label} className="max-sm:w-[calc(50%-0.375rem)]">
      {(wired) => (
        <Select
          {...wired}
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
      {...{ name, label }}
      placeholder={hint}
      type="search"
      maxLength={100}
      defaultValue={value ?? ''}
      className="max-sm:w-full sm:max-w-72 sm:min-w-44 sm:flex-1"
    />
  )
}

export function FilterDays({ from, to }: { from: string | null; to: string | null }) {
  const { t } = useTranslation()
  return (
    <>
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
          className="max-sm:w-[calc(50%-0.375rem)]"
        />
      ))}
    </>
  )
}
