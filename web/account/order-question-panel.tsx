import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { saveOrderQuestion } from '#contract/core/visitor.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { invalidateVisitor } from '#web/app/data/visitor-freshness.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Whether orders from the cart need a confirmation; saved at once. */
export function OrderQuestionPanel() {
  const { t } = useTranslation()
  const { asksBeforeOrder } = useVisitor()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<boolean | null>(null)

  async function change(asks: boolean): Promise<void> {
    setChosen(asks)
    try {
      await call(saveOrderQuestion, { body: { asksBeforeOrder: asks } })
      invalidateVisitor()
      await revalidate()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      notify.error(error.message)
    } finally {
      // From here on the visitor data has the choice, also after an error.
      setChosen(null)
    }
  }
  return (
    <section
      aria-labelledby="order-question-title"
      className="mt-4 rounded-panel border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id="order-question-title" className="text-16 font-semibold">
        {t('accountSettings.orderQuestion.title')}
      </h2>
      <p className="mt-0.5 text-ink-2">{t('accountSettings.orderQuestion.text')}</p>
      <Switch isOn={chosen ?? asksBeforeOrder} onChange={(isOn) => void change(isOn)} className="mt-3">
        {t('accountSettings.orderQuestion.switch')}
      </Switch>
    </section>
  )
}
