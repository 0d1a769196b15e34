import { Eye } from 'lucide-react'
import { useState } from 'react'
import { endView } from '#contract/shop/account.ts'
import { adminUserPath, pages } from '#contract/core/pages.ts'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CallError, call } from '#web/app/data/call.ts'

/** Shown on every page while an administrator views the shop as another user, with a button to end that. */
export function ImpersonationStrip({ name, dealer }: { name: string; dealer: string }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)

  async function end(): Promise<void> {
    setBusy(true)
    try {
      const { userId } = await call(endView)
      location.assign(userId === null ? pages.home : adminUserPath(userId))
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallError)) throw error
      notify.error(error.message)
    }
  }
  return (
    <section
      aria-label={t('shell.viewing.label')}
      // Table heads stick to the top of large windows, the phone bar to the bottom of small ones.
      className="sticky z-40 flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-warning bg-warning-soft px-4 py-1.5 text-13 max-lg:top-0 max-lg:border-b lg:bottom-0 lg:order-last lg:border-t print:hidden"
    >
      <p className="flex min-w-0 items-center gap-2">
        <Eye size={16} aria-hidden="true" className="shrink-0 text-warning" />
        <span className="[overflow-wrap:anywhere]">{t('shell.viewing.text', { name, dealer })}</span>
      </p>
      <Button size="sm" busy={isBusy} onClick={() => void end()}>
        {t('shell.viewing.end')}
      </Button>
    </section>
  )
}
