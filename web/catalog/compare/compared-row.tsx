import '#web/app/page-words.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

type ComparedRowProps = { name: string; values: readonly (string | null)[]; isDifferent?: boolean }

/** A line of the comparison. Differing values are marked by color and weight, and for screen readers by a word. */
export function ComparedRow({ name, values, isDifferent = false }: ComparedRowProps) {
  const { t } = useTranslation()
  if (values.every((value) => value === null)) return null
  return (
    <tr className="border-b border-line last:border-b-0">
      <th
        scope="row"
        className="sticky left-0 z-10 border-r border-line bg-surface px-3 py-2 text-left align-top font-normal wrap-anywhere text-ink-2"
      >
        {name}
        {isDifferent && <span className="sr-only"> ({t('compare.differs')})</span>}
      </th>
      {values.map((value, at) => (
        <td
          // oxlint-disable-next-line react/no-array-index-key -- columns have nothing but their place
          key={at}
          className={classes(
            'border-r border-line px-3 py-2 align-top wrap-anywhere last:border-r-0',
            isDifferent && 'bg-warning-soft font-medium',
          )}
        >
          {value ?? <span className="text-ink-3">—</span>}
        </td>
      ))}
    </tr>
  )
}
