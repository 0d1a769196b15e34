import type { Application } from '#contract/shop/applications.ts'
import { Moment } from '#web/app/moment.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type HistoryProps = {
  events: Application['events']
  /** Who made a step. */
  authorOf(event: Application['events'][number]): string
}

/** The steps of an application with what was written, newest first. */
export function ApplicationHistory({ events, authorOf }: HistoryProps) {
  const { t } = useTranslation()
  const title = t('applications.status.history')
  return (
    <section aria-label={title} className="rounded-panel border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">{title}</h2>
      <ol className="p-4">
        {events.toReversed().map((event) => (
          <li key={event.id} className="relative pb-4 pl-5 text-13 last:pb-0">
            <span aria-hidden="true" className="absolute top-1.5 left-0 size-2 rounded-full bg-brand" />
            <span aria-hidden="true" className="history-line" />
            <p className="font-medium">{t(`applications.steps.${event.state}`)}</p>
            {event.note !== '' && <p className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">{event.note}</p>}
            <p className="mt-0.5 text-12 text-ink-2">
              <Moment date={event.date} /> · {authorOf(event)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
