import type { ReactNode } from 'react'
import type { GoodsReturn } from '#contract/shop/returns.ts'
import { Moment } from '#web/app/moment.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-panel border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** Names and values of a return; empty values are left out. */
export function ReturnFacts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const { t } = useTranslation()
  return (
    <dl className="grid gap-x-6 rounded-panel border border-line bg-surface px-4 py-2 sm:grid-cols-3">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className="min-w-0 py-1.5 text-13">
            <dt className="text-12 text-ink-2">{t(`returns.fields.${name}`)}</dt>
            <dd className="[overflow-wrap:anywhere] whitespace-pre-line">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

type Line = GoodsReturn['lines'][number] & { warehouse?: string | null }

/** The goods with what was requested, accepted and received. `place` names where received goods went. */
export function ReturnLines({ lines, place }: { lines: readonly Line[]; place?: (line: Line) => string }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <Panel title={t('returns.lines.title')}>
      <ul className="divide-y divide-line">
        {lines.map((line) => {
          const figures = [
            ['requested', line.quantity],
            ['accepted', line.accepted],
            ['received', line.received],
          ] as const
          return (
            <li key={line.lineNo} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-2.5 text-13">
              <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
                <span className="code text-ink-2">{line.code}</span> <span className="font-medium">{line.name}</span>
              </p>
              <dl className="flex flex-wrap gap-x-5 gap-y-1">
                {figures.map(([name, quantity]) =>
                  quantity === null ? null : (
                    <div key={name}>
                      <dt className="text-12 text-ink-2">{t(`returns.lines.${name}`)}</dt>
                      <dd className="font-medium whitespace-nowrap">
                        {formatQuantity(quantity)} {line.unit}
                      </dd>
                      {name === 'received' && place !== undefined && quantity > 0 && (
                        <dd className="text-12 text-ink-2">{place(line)}</dd>
                      )}
                    </div>
                  ),
                )}
              </dl>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

type Event = GoodsReturn['events'][number] & { user?: string }

/** The steps of a return, newest first. */
export function ReturnHistory({ events }: { events: readonly Event[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('returns.history')}>
      <ol className="p-4">
        {events.toReversed().map(({ state, date, note, user }) => (
          <li key={state} className="relative pb-4 pl-5 text-13 last:pb-0">
            <span aria-hidden="true" className="absolute top-1.5 left-0 size-2 rounded-full bg-brand" />
            <span aria-hidden="true" className="history-line" />
            <p className="font-medium">{t(`returns.states.${state}`)}</p>
            {note !== '' && <p className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>}
            <p className="mt-0.5 text-12 text-ink-2">
              <Moment date={date} />
              {user !== undefined && ` · ${user}`}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
