import type { PurchaseEvent } from '#contract/shop/purchases.ts'
import { Moment } from '#web/app/moment.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** What happened to a request, oldest first. */
export function PurchaseHistory({ events }: { events: readonly PurchaseEvent[] }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <section
      aria-label={t('purchases.history')}
      className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">{t('purchases.history')}</h2>
      <ol className="divide-y divide-line">
        {events.map(({ date, step, by, standsInFor, reason, lines }) => (
          <li key={`${date}${step}`} className="px-4 py-2.5 text-13">
            <p className="font-medium">{t(`purchases.steps.${step}`)}</p>
            {reason !== '' && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{reason}</p>}
            {lines.map(({ code, name, unit, before, after }) => (
              <p key={code} className="[overflow-wrap:anywhere]">
                <span className="code text-ink-2">{code}</span> {name}: {formatQuantity(before)} →{' '}
                {formatQuantity(after)} {unit}
              </p>
            ))}
            <p className="text-12 text-ink-2">
              <Moment date={date} />
              {by !== null &&
                ` · ${standsInFor === null ? by : t('purchases.standsInFor', { name: by, other: standsInFor })}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
