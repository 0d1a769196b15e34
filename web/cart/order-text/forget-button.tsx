import { useState } from 'react'
import { forgetOrderWords } from '#contract/shop/order-text.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Forgets what was chosen for these words before. */
export function ForgetButton({ words }: { words: string }) {
  const { t } = useTranslation()
  const [isForgotten, setForgotten] = useState(false)

  async function forget(): Promise<void> {
    try {
      await call(forgetOrderWords, { query: { words } })
      setForgotten(true)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      notify.error(failure.message)
    }
  }
  if (isForgotten) return <span className="text-ink-2">{t('orderText.forgotten')}</span>
  return (
    <Button size="sm" variant="ghost" onClick={() => void forget()}>
      {t('orderText.forget')}
    </Button>
  )
}
