import type { Statement } from '#contract/shop/statement.ts'
import { FilterForm } from '#web/app/page/filter-form.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { isFiltered, statementPath } from './statement-path.ts'

/** The filter of the statement by period and words; it is part of the address. */
export function StatementFilter({ statement, page }: { statement: Statement; page: string }) {
  const { t } = useTranslation()
  const { from, to, q, currency } = statement
  return (
    <FilterForm
      words={{
        label: t('statement.filter.label'),
        apply: t('statement.filter.apply'),
        clear: t('statement.filter.clear'),
      }}
      page={statementPath({ from: null, to: null, q: '', currency }, page)}
      values={[from, to, q]}
      isNarrowed={isFiltered(statement)}
      pathOf={(text) =>
        statementPath({ from: text('from') || null, to: text('to') || null, q: text('q'), currency }, page)
      }
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
    </FilterForm>
  )
}
