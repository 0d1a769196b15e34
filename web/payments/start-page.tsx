import '#web/app/page-words.ts'
import { useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { pages } from '#contract/core/pages.ts'
import { type BrowserStep, startPayment } from '#contract/shop/payments.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { PageFrame } from '#web/app/page/page-frame.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { newKey } from '#web/app/data/attempt-keys.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/start-page.ts'
import {
  type CardMessage,
  earlyMessageScript,
  notifyParentPage,
  readCardMessage,
} from '#web/payments/bank/frame-messages.ts'
import { leaveForBank } from '#web/payments/bank/leave-for-bank.ts'
import { purposeOfFrame } from './purpose.ts'

type FramePurpose = ReturnType<typeof purposeOfFrame>

export function loader({ request }: Route.LoaderArgs) {
  return purposeOfFrame(request.url)
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return purposeOfFrame(request.url)
}

/**
 * The frame of a card payment (checkout, section 7): sends the parent page's card to the server, then goes to the bank.
 */
export default function StartPage({ loaderData: purpose }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { nonce } = useContext(PageFrame)
  const step = useCard(purpose)
  const isTopWindow = useSyncExternalStore(
    subscribeToNothing,
    () => window.parent === window,
    () => false,
  )
  return (
    <main id="content" className="flex min-h-dvh flex-col items-center justify-center gap-3 p-5 text-center">
      <PageHead
        title={t('payment.frame.title')}
        description={t('payment.frame.text')}
        canonical={pages.paymentStart}
        noIndex
      />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyMessageScript }} />
      {isTopWindow ? <OpenedDirectly /> : step === null ? <Opening /> : <Leaving step={step} />}
    </main>
  )
}

function Opening() {
  const { t } = useTranslation()
  return (
    <>
      <Spinner className="size-6! text-brand-ink" />
      <p className="font-medium">{t('payment.frame.opening')}</p>
      <p className="max-w-90 text-13 text-ink-2">{t('payment.frame.text')}</p>
    </>
  )
}

/** The bank's page takes the whole window, which a frame may leave only after the payer pressed something in it. */
function Leaving({ step }: { step: BrowserStep }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="max-w-90 font-medium">{t('payment.frame.leaving')}</p>
      <Button variant="solid" size="lg" onClick={() => leaveForBank(step)}>
        {t('payment.frame.leave')}
      </Button>
    </>
  )
}

/** Opened directly: no page will send a card. */
function OpenedDirectly() {
  const { t } = useTranslation()
  return (
    <>
      <p className="max-w-90 font-medium">{t('payment.frame.alone')}</p>
      <a href={pages.home} className={buttonClasses('outline', 'card')}>
        {t('errorPage.home')}
      </a>
    </>
  )
}

const subscribeToNothing = () => () => {}

/** Listens to the parent page and starts with its first card message. Returns a step that waits for the payer. */
function useCard(purpose: FramePurpose): BrowserStep | null {
  const hasStarted = useRef(false)
  const [step, setStep] = useState<BrowserStep | null>(null)
  useEffect(() => {
    const page = { origin: location.origin, source: window.parent === window ? null : window.parent }
    const onMessage = (event: Pick<MessageEvent, 'origin' | 'source' | 'data'>) => {
      const card = readCardMessage(event, page)
      if (card === null || hasStarted.current) return
      hasStarted.current = true
      void start(purpose, card, setStep)
    }
    addEventListener('message', onMessage)
    const early = window.takeEarlyMessage?.()
    if (early) onMessage(early)
    return () => removeEventListener('message', onMessage)
  }, [purpose])
  return step
}

async function start(
  purpose: FramePurpose,
  card: CardMessage,
  waitForPayer: (step: BrowserStep) => void,
): Promise<void> {
  notifyParentPage({ type: 'loading', reference: null })
  try {
    const { reference, step } = await call(startPayment, {
      body: { ...purpose, ...card },
      headers: { 'idempotency-key': newKey() },
    })
    const isLeaving = step.kind === 'form' && step.window === 'top'
    notifyParentPage({ type: isLeaving ? 'leaving' : 'loading', reference })
    if (isLeaving) waitForPayer(step)
    else leaveForBank(step)
  } catch (error) {
    const failure = error instanceof CallError ? { code: error.code, message: error.message } : undefined
    notifyParentPage({ type: 'dialogClose', reference: null, ...(failure && { failure }) })
    if (failure === undefined) throw error
  }
}
