import '#web/app/page-words.ts'
import { Eye, Handshake } from 'lucide-react'
import { useState } from 'react'
import { endView } from '#contract/shop/account.ts'
import { pages } from '#contract/core/pages.ts'
import { adminUserPath } from '#contract/core/record-paths.ts'
import { representativePath } from '#contract/core/representative-pages.ts'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/** Shown on every page while the shop is used as another user, with a button to end that. */
export function ImpersonationStrip() {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const { name = '', dealerName } = user ?? {}
  const dealer = dealerName ?? ''
  // A representative works for the dealer; otherwise an administrator views the shop as its user.
  const isActing = user?.isRepresentative === true
  const [isBusy, setBusy] = useState(false)
  const Icon = isActing ? Handshake : Eye

  async function end(): Promise<void> {
    setBusy(true)
    try {
      const { userId } = await call(endView)
      location.assign(isActing ? representativePath : userId === null ? pages.home : adminUserPath(userId))
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallError)) throw error
      notify.error(error.message)
    }
  }
  return (
    <section
      aria-label={t(isActing ? 'shell.acting.label' : 'shell.viewing.label')}
      // Table heads stick to the top of large windows, the phone bar to the bottom of small ones.
      className="sticky z-40 flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-warning bg-warning-soft px-4 py-1.5 text-13 max-lg:top-0 max-lg:border-b lg:bottom-0 lg:order-last lg:border-t print:hidden"
    >
      <p className="flex min-w-0 items-center gap-2">
        <Icon size={16} aria-hidden="true" className="shrink-0 text-warning" />
        <span className="[overflow-wrap:anywhere]">
          {isActing ? t('shell.acting.text', { dealer }) : t('shell.viewing.text', { name, dealer })}
        </span>
      </p>
      <Button size="sm" busy={isBusy} onClick={() => void end()}>
        {t(isActing ? 'shell.acting.end' : 'shell.viewing.end')}
      </Button>
    </section>
  )
}
