import { useId, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { textsPath } from '#contract/core/pages.ts'
import { acceptCookies } from '#contract/core/cookies.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/** Accepted in this document: newer than the visitor data from the server. */
let isAccepted = false

/**
 * Shown until the visitor accepts (checkout document, section 2). First in keyboard order and sticky at the foot of the
 * screen, above the bars of phones; at the end of the page it takes its own space, so that it hides nothing
 * permanently.
 */
export function CookieNotice() {
  const { t } = useTranslation()
  const { hasCookieRecord } = useVisitor()
  const title = useId()
  const [state, setState] = useState({ isSending: false, problem: '' })
  if (hasCookieRecord || isAccepted) return null
  async function accept(): Promise<void> {
    setState({ isSending: true, problem: '' })
    try {
      await call(acceptCookies, { body: { allowCookies: true } })
      isAccepted = true
      document.getElementById('content')?.focus({ preventScroll: true })
      setState({ isSending: false, problem: '' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setState({ isSending: false, problem: error.message })
    }
  }
  return (
    <section
      aria-labelledby={title}
      className="sticky bottom-[calc(var(--foot,0px)+var(--lift,0px)+env(safe-area-inset-bottom)+0.75rem)] z-10 order-1 mx-4 my-3 flex items-center gap-x-6 gap-y-3 rounded-panel border border-line bg-raised p-4 shadow-float max-sm:flex-wrap sm:mx-auto sm:max-w-170 print:hidden"
    >
      <div className="min-w-0 flex-1 text-13">
        <h2 id={title} className="text-14 font-semibold">
          {t('cookies.title')}
        </h2>
        <p className="mt-1 text-ink-2">
          {t('cookies.text')}{' '}
          <Link to={textsPath} className="font-medium text-brand-ink hover:underline">
            {t('cookies.more')}
          </Link>
        </p>
        <p role="alert" className="text-danger">
          {state.problem}
        </p>
      </div>
      <Button variant="solid" size="card" busy={state.isSending} onClick={() => void accept()}>
        {t(state.problem === '' ? 'cookies.accept' : 'ui.retry')}
      </Button>
    </section>
  )
}
