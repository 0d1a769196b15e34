import type { ReactNode } from 'react'
import type { ImportFileInspection } from '#contract/admin/imports/import-inspection.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

type Props = {
  column: ImportFileInspection['columns'][number]
  /** Without room for first values. */
  isNarrow?: boolean
  children: ReactNode
}

/** A column of a file with its first values; `children` choose its use. */
export function ColumnRow({ column: { name, use, samples, isEmpty, certainty }, isNarrow = false, children }: Props) {
  const { t } = useTranslation()
  const note = isEmpty ? 'empty' : use === null ? null : certainty
  return (
    <li
      data-testid="import-column"
      className={classes(
        'grid items-center gap-x-4 gap-y-1 border-b border-line py-1.5 last:border-0',
        isNarrow ? 'sm:grid-cols-[minmax(0,1fr)_13rem]' : 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_13rem]',
      )}
    >
      <span className="min-w-0">
        <span className="code block truncate text-13" title={name}>
          {name}
        </span>
        {note && (
          <span className={note === 'doubtful' ? 'text-12 font-medium text-warning' : 'text-12 text-ink-3'}>
            {t(`imports.columns.${note}`)}
          </span>
        )}
      </span>
      {!isNarrow && (
        <span className="min-w-0 truncate text-12 text-ink-2" title={samples?.join(' · ')}>
          {samples?.join(' · ')}
        </span>
      )}
      {children}
    </li>
  )
}
