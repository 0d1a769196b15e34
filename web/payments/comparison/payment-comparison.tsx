import { ChevronDown, Scale } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { ComparisonProps } from './comparison-panel.tsx'

const Panel = lazy(async () => ({ default: (await import('./comparison-panel.tsx')).ComparisonPanel }))

/**
 * Ways to pay the cart or a product, side by side. Closed at first; its code and data load when it is opened. For pages with
 * `page-words.ts`. Renders nothing where prices are hidden.
 */
export function PaymentComparison({ className, ...panel }: ComparisonProps & { className?: string | undefined }) {
  const { t } = useTranslation()
  const { seesPrices } = useVisitor()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!seesPrices) return null
  return (
    <section className={classes('@container', className)}>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-10 w-full items-center gap-2 text-left text-14 font-semibold hover:text-brand-ink max-sm:min-h-11"
        >
          <Scale size={16} aria-hidden="true" className="shrink-0 text-ink-2" />
          {t('paymentComparison.title')}
          <ChevronDown
            size={16}
            aria-hidden="true"
            className={classes('ml-auto shrink-0 text-ink-2 transition-transform', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<p className="py-2 text-13 text-ink-2">{t('paymentComparison.loading')}</p>}>
            <Panel {...panel} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
