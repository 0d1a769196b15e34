import type { OrderTextAside } from '#contract/shop/order-text.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type AsideListProps = { asides: readonly OrderTextAside[]; onMake(asides: readonly OrderTextAside[]): void }

const shownMax = 50
/** These are short and many: one entry for all. */
const joined: ReadonlySet<OrderTextAside['reason']> = new Set(['greeting', 'address', 'price', 'total'])

/** What was set aside in a text, with the reason, and a button that makes a line of it. */
export function AsideList({ asides, onMake }: AsideListProps) {
  const { t } = useTranslation()
  if (asides.length === 0) return null
  const groups = [...Map.groupBy(asides, ({ reason }) => reason)].flatMap(([reason, group]) =>
    joined.has(reason) ? [{ reason, group }] : group.map((one) => ({ reason, group: [one] })),
  )
  return (
    <section aria-label={t('orderText.asides')} className="mt-4">
      <h3 className="mb-1.5 text-13 font-semibold">{t('orderText.asides')}</h3>
      <ul className="divide-y divide-line rounded-panel border border-line text-12">
        {groups.slice(0, shownMax).map(({ reason, group }) => (
          <li key={group[0]?.text} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
            <span className="min-w-0 flex-1 break-words">
              <span className="text-ink-2">{t(`orderText.reasons.${reason}`)}</span>{' '}
              <span className="font-mono">{group.map(({ text }) => text.replaceAll('\t', ' · ')).join(' · ')}</span>
            </span>
            <Button size="sm" variant="ghost" onClick={() => onMake(group)}>
              {t('orderText.make')}
            </Button>
          </li>
        ))}
      </ul>
      {groups.length > shownMax && (
        <p className="mt-2 text-12 text-ink-2">{t('orderText.more', { count: groups.length - shownMax })}</p>
      )}
    </section>
  )
}
