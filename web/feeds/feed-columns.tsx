import { ChevronDown, X } from 'lucide-react'
import { columnNameMax, feedFields } from '#domain/feeds/feed-fields.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { FeedForm } from './feed-form.ts'

/** The fields of a feed with the names that its receiver reads. */
export function FeedColumns({ form: { values, fields, change } }: { form: FeedForm }) {
  const { t } = useTranslation()
  const { columns, format } = values
  const left = feedFields.filter((field) => !columns.some((each) => each.field === field))
  const error = fields['columns'] ?? fields['root'] ?? fields['item']
  return (
    <details className="group rounded-control border border-line" open={error !== undefined || undefined}>
      <summary className="flex min-h-10 cursor-pointer items-center gap-2 px-3 text-13 font-medium max-sm:min-h-11 max-sm:text-15">
        <ChevronDown size={16} aria-hidden="true" className="text-ink-2 group-open:rotate-180" />
        {t('feeds.columns')}
        <span className="font-normal text-ink-2">{t('feeds.columnCount', { count: columns.length })}</span>
      </summary>
      <div className="flex flex-col gap-3 border-t border-line p-3">
        {error !== undefined && (
          <p role="alert" className="text-12 text-danger">
            {error}
          </p>
        )}
        {format === 'xml' && (
          <div className="grid gap-3 sm:grid-cols-2">
            {(['root', 'item'] as const).map((name) => (
              <TextField
                key={name}
                label={t(`feeds.${name}`)}
                name={name}
                autoComplete="off"
                maxLength={columnNameMax}
                value={values[name]}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            ))}
          </div>
        )}
        {format === 'csv' && (
          <label className="flex items-center gap-2 text-13 max-sm:text-15">
            {t('feeds.delimiter')}
            <Select
              name="delimiter"
              value={values.delimiter}
              onChange={({ target }) => change({ delimiter: target.value === ';' ? ';' : ',' })}
            >
              <option value=",">{t('feeds.comma')}</option>
              <option value=";">{t('feeds.semicolon')}</option>
            </Select>
          </label>
        )}
        <ul className="flex flex-col gap-1.5">
          {columns.map(({ field, name }) => (
            <li key={field} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-2 text-13">
              <span>{t(`feeds.fields.${field}`)}</span>
              <input
                aria-label={t('feeds.nameOf', { field: t(`feeds.fields.${field}`) })}
                autoComplete="off"
                maxLength={columnNameMax}
                value={name}
                className="code field h-8 w-full min-w-0 px-2 max-sm:h-11"
                onChange={({ target }) =>
                  change({
                    columns: columns.map((each) => (each.field === field ? { field, name: target.value } : each)),
                  })
                }
              />
              <IconButton
                label={t('feeds.leaveOut', { field: t(`feeds.fields.${field}`) })}
                onClick={() => change({ columns: columns.filter((each) => each.field !== field) })}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
        {left.length > 0 && (
          <Select
            aria-label={t('feeds.addField')}
            value=""
            onChange={({ target }) => {
              const field = left.find((each) => each === target.value)
              if (field !== undefined) change({ columns: [...columns, { field, name: field }] })
            }}
          >
            <option value="">{t('feeds.addField')}</option>
            {left.map((field) => (
              <option key={field} value={field}>
                {t(`feeds.fields.${field}`)}
              </option>
            ))}
          </Select>
        )}
      </div>
    </details>
  )
}
