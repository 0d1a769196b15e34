import '#web/app/page-words.ts'
import type { RateNote } from '#domain/money/rate-policy.ts'
import { stateRate } from '#web/app/state-rate.ts'
import { useTranslation } from '#web/ui/translation.ts'

type RateNotesProps = {
  notes: readonly RateNote[]
  /** The sentence that amounts are preliminary. */
  preliminary?: string | null
  className?: string
}

/** The exchange rates that amounts used, with their sources and days. Renders nothing for amounts in one currency. */
export function RateNotes({ notes, preliminary = null, className = '' }: RateNotesProps) {
  const translation = useTranslation()
  if (notes.length === 0 && preliminary === null) return null
  return (
    <div className={`text-12 text-ink-2 ${className}`} data-testid="rate-notes">
      {preliminary !== null && <p className="mb-1 text-13 font-medium text-warning">{preliminary}</p>}
      {notes.map((note) => (
        <p key={note.currency}>{stateRate(note, translation)}</p>
      ))}
    </div>
  )
}
