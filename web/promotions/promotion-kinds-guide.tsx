import { promotionKinds } from '#domain/promotions/promotion-kinds.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** What the kinds of promotions do, in the order in which they apply, each with an example. */
export function PromotionKindsGuide() {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="promotion-kinds" className="flex flex-col gap-3">
      <h2 id="promotion-kinds" className="text-16 font-semibold">
        {t('promotions.guide.title')}
      </h2>
      <p className="max-w-180 text-13 text-ink-2">{t('promotions.guide.text')}</p>
      <ol className="grid gap-3 md:grid-cols-3">
        {promotionKinds.map((kind, at) => (
          <li key={kind} className="rounded-panel border border-line bg-surface p-4">
            <h3 className="font-semibold">
              {at + 1}. {t(`promotions.kinds.${kind}`)}
            </h3>
            <p className="mt-1 text-13 text-ink-2">{t(`promotions.guide.kinds.${kind}`)}</p>
            <p className="mt-2 rounded-control bg-fill px-2.5 py-1.5 text-13">
              {t(`promotions.guide.examples.${kind}`)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
