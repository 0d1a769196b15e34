import { isOrderKind, ruleKinds } from '#domain/pricing/price-rule.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** What the kinds of rules do, each with an example; those of prices numbered in the order in which they apply. */
export function KindsGuide() {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="rule-kinds" className="flex flex-col gap-3">
      <h2 id="rule-kinds" className="text-16 font-semibold">
        {t('priceRules.guide.title')}
      </h2>
      <p className="max-w-180 text-13 text-ink-2">{t('priceRules.guide.text')}</p>
      <ol className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {ruleKinds.map((kind, at) => (
          <li key={kind} className="rounded-panel border border-line bg-surface p-4">
            <h3 className="font-semibold">
              {isOrderKind(kind) ? '' : `${at + 1}. `}
              {t(`priceRules.kinds.${kind}`)}
            </h3>
            <p className="mt-1 text-13 text-ink-2">{t(`priceRules.guide.kinds.${kind}`)}</p>
            <p className="mt-2 rounded-control bg-fill px-2.5 py-1.5 text-13">
              {t(`priceRules.guide.examples.${kind}`)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
