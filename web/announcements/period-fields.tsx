import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type PeriodFieldsProps = { from: string; until: string; onChange(period: { from?: string; until?: string }): void }

/** First and last day; without a last day there is no end. */
export function PeriodFields({ from, until, onChange }: PeriodFieldsProps) {
  const { t } = useTranslation()
  const isReversed = until !== '' && from !== '' && until < from
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        type="date"
        required
        label={t('audience.from')}
        value={from}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        type="date"
        label={t('audience.until')}
        note={t('ui.optional')}
        error={isReversed ? t('audience.reversed') : undefined}
        value={until}
        onChange={({ target }) => onChange({ until: target.value })}
      />
    </div>
  )
}
