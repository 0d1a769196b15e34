import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { pages } from '#contract/pages.ts'
import type { Statement } from '#contract/statement.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { formTexts } from '#web/ui/form-text.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { isFiltered, statementPath } from './statement-path.ts'

/** The period and the words that the statement is narrowed to; they stand in the address. */
export function StatementFilter({ statement }: { statement: Statement }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { from, to, q, currency } = statement

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const text = formTexts(new FormData(event.currentTarget))
    const wish = { from: text('from') || null, to: text('to') || null, q: text('q'), currency }
    void goTo(statementPath(wish), { preventScrollReset: true })
  }
  return (
    <form
      // Other values come with another address: the fields then begin anew.
      key={[from, to, q].join(' ')}
      action={pages.statement}
      onSubmit={submit}
      role="search"
      aria-label={t('statement.filter.label')}
      className="flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="currency" value={currency} />
      <TextField
        label={t('statement.filter.from')}
        type="date"
        name="from"
        defaultValue={from ?? ''}
        className="max-sm:flex-1"
      />
      <TextField
        label={t('statement.filter.to')}
        type="date"
        name="to"
        defaultValue={to ?? ''}
        className="max-sm:flex-1"
      />
      <TextField
        label={t('statement.filter.q')}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={q}
        className="w-full sm:w-64"
      />
      <Button type="submit" size="lg" icon={<Search size={16} aria-hidden="true" />}>
        {t('statement.filter.apply')}
      </Button>
      {isFiltered(statement) && (
        <Link
          to={statementPath({ from: null, to: null, q: '', currency })}
          preventScrollReset
          className={buttonClasses('ghost', 'lg')}
        >
          {t('statement.filter.clear')}
        </Link>
      )}
    </form>
  )
}
