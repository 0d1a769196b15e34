import { Check } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { classes } from '#web/ui/classes.ts'

const steps = ['preview', 'payment', 'summary'] as const
export type CheckoutStep = (typeof steps)[number]

/** The progress of checkout: three steps with the current one highlighted. */
export function CheckoutSteps({ at }: { at: CheckoutStep }) {
  const { t } = useTranslation()
  const current = steps.indexOf(at)
  return (
    <nav aria-label={t('checkout.steps.label')} className="mb-4 max-sm:px-4 print:hidden">
      <ol className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
        {steps.map((step, i) => (
          <li
            key={step}
            aria-current={i === current ? 'step' : undefined}
            className={classes('flex items-center gap-2', i === current ? 'font-semibold' : 'text-ink-2')}
          >
            {i > 0 && <span aria-hidden="true" className="h-px w-4 bg-line-2 sm:w-8" />}
            <span
              className={classes(
                'flex size-6 items-center justify-center rounded-full border text-12',
                i <= current ? 'border-transparent bg-brand text-on-brand' : 'border-line-2',
              )}
            >
              {i < current || at === 'summary' ? <Check size={14} aria-hidden="true" /> : i + 1}
            </span>
            <span className={i === current ? '' : 'max-sm:sr-only'}>{t(`checkout.steps.${step}`)}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
