import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { pages } from '#contract/core/pages.ts'
import { cancelPayment, getPayment, type PaymentResult } from '#contract/shop/payments.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { loginPath } from '#web/app/data/sign-in-redirect.ts'
import { repeat } from './ask-again.ts'
import { type FrameMessage, readFrameMessage } from './frame-messages.ts'
import { keepAttempt } from '#web/payments/card/last-attempt.ts'
import {
  formStep,
  type PaymentStep,
  pauseBefore,
  pauseWhileAtBank,
  stepAfterMessage,
  stepAfterResult,
  type Why,
} from './payment-step.ts'
import { linkOf, type Purpose } from '#web/payments/purpose.ts'

/** Milliseconds after which a silent frame counts as not loaded. */
const silence = 30_000

type PaymentOptions = {
  purpose: Purpose
  frame: RefObject<HTMLIFrameElement | null>
  /** The server has confirmed the payment. */
  onPaid(result: PaymentResult): void
  /** Back to the form, which has lost nothing. */
  onFailed(why: Why): void
}

/** Runs one payment at a time, each in its own frame; only the server decides its end. */
export function usePayment({ purpose, frame, onPaid, onFailed }: PaymentOptions) {
  const [step, setStep] = useState<PaymentStep>(formStep)
  const [result, setResult] = useState<PaymentResult | null>(null)
  const now = useRef(step)
  const { link } = linkOf(purpose)
  const isOrder = purpose.type === 'order'
  const tellPaid = useEffectEvent(onPaid)
  const tellFailed = useEffectEvent(onFailed)

  const goTo = useCallback((next: PaymentStep) => {
    if (next === now.current) return
    now.current = next
    setStep(next)
  }, [])

  const ask = useCallback(
    async (reference: string): Promise<void> => {
      const result = await call(getPayment, { params: { reference }, query: { link } }).catch((error: unknown) => {
        // The session has ended: the outcome is shown after signing in.
        if (error instanceof CallError && error.status === 401) leaveForSummary(reference)
        return asUnheard(error)
      })
      const next = result === null ? now.current : stepAfterResult(now.current, result)
      if (next === now.current) return
      setResult(result)
      goTo(next)
    },
    [goTo, link],
  )
  useEffect(() => {
    if (!isOrder) return
    if ('reference' in step && step.reference !== null) keepAttempt(step.reference)
    // The end was shown here.
    if (step.at === 'paid' || (step.at === 'form' && step.why !== null)) keepAttempt(null)
  }, [isOrder, step])
  useEffect(() => {
    if (step.at === 'paid' && result?.reference === step.reference) tellPaid(result)
    if (step.at === 'form' && step.why !== null) tellFailed(step.why)
  }, [step, result])

  const hear = useCallback(
    (message: FrameMessage) => {
      const known = now.current.at === 'frame' ? now.current.reference : null
      goTo(stepAfterMessage(now.current, message))
      // The first message of a payment says that it now goes to the bank.
      if (known !== null && message.reference === known) void ask(known)
    },
    [goTo, ask],
  )
  useFrameMessages(step.at === 'frame', frame, hear)
  useAskAgain(step, ask)
  useSilence(step, goTo)

  return {
    step,
    start: () => goTo({ at: 'frame', reference: null, isThere: false }),
    /** Cancels a payment that is not authenticated yet; true if there is nothing left to wait for. */
    async cancel(): Promise<boolean> {
      const { current } = now
      if (current.at !== 'frame') return true
      const { reference } = current
      if (reference === null) return true
      const isHeard = await call(cancelPayment, { params: { reference }, body: { link } }).catch(asUnheard)
      // The payer may always leave: an abandoned payment expires.
      if (isHeard === null) return true
      await ask(reference)
      // A payment that the bank may have taken continues, and the page says so.
      return now.current.at === 'form'
    },
  }
}

function leaveForSummary(reference: string): void {
  location.assign(loginPath(`${pages.checkoutSummary}?payment=${reference}`))
}

/** No response, or a temporary failure: the next try will show. */
function asUnheard(error: unknown): null {
  if (error instanceof CallError) return null
  throw error
}

function useFrameMessages(
  isOpen: boolean,
  frame: RefObject<HTMLIFrameElement | null>,
  hear: (message: FrameMessage) => void,
): void {
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: MessageEvent) => {
      const sender = { origin: location.origin, source: frame.current?.contentWindow ?? null }
      const message = readFrameMessage(event, sender)
      if (message !== null) hear(message)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [isOpen, frame, hear])
}

function useAskAgain(step: PaymentStep, ask: (reference: string) => Promise<void>): void {
  const { at } = step
  const reference = 'reference' in step ? step.reference : null
  useEffect(() => {
    if (reference === null || at === 'paid') return
    return repeat(() => ask(reference), at === 'asking' ? pauseBefore : pauseWhileAtBank)
  }, [at, reference, ask])
}

/** A frame that never responds was not loaded: returns to the form. */
function useSilence(step: PaymentStep, goTo: (step: PaymentStep) => void): void {
  const isSilent = step.at === 'frame' && !step.isThere
  useEffect(() => {
    if (!isSilent) return
    const timer = setTimeout(() => goTo({ at: 'form', why: { code: null, message: null } }), silence)
    return () => clearTimeout(timer)
  }, [isSilent, goTo])
}
