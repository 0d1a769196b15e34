import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { pages } from '#contract/core/pages.ts'
import { cancelPayment, getPayment, type PaymentResult } from '#contract/shop/payments.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { loginPath } from '#web/app/data/sign-in-redirect.ts'
import { repeat } from './repeat.ts'
import { type FrameMessage, readFrameMessage } from './frame-messages.ts'
import { storeAttempt } from '#web/payments/card/last-attempt.ts'
import {
  formStep,
  type PaymentStep,
  pauseBefore,
  pauseWhileAtBank,
  stepAfterMessage,
  stepAfterResult,
  type PaymentProblem,
} from './payment-step.ts'
import { linkOf, type Purpose } from '#web/payments/purpose.ts'

/** Milliseconds after which a silent frame counts as not loaded. */
const loadTimeout = 30_000

type PaymentOptions = {
  purpose: Purpose
  frame: RefObject<HTMLIFrameElement | null>
  /** The server has confirmed the payment. */
  onPaid(result: PaymentResult): void
  /** Back to the form, which has lost nothing. */
  onFailed(problem: PaymentProblem): void
}

/** Runs one payment at a time, each in its own frame; only the server decides its end. */
export function usePayment({ purpose, frame, onPaid, onFailed }: PaymentOptions) {
  const [step, setStep] = useState<PaymentStep>(formStep)
  const [result, setResult] = useState<PaymentResult | null>(null)
  const currentStep = useRef(step)
  const { link } = linkOf(purpose)
  const isOrder = purpose.type === 'order'
  const reportPaid = useEffectEvent(onPaid)
  const reportFailed = useEffectEvent(onFailed)

  const goTo = useCallback((next: PaymentStep) => {
    if (next === currentStep.current) return
    currentStep.current = next
    setStep(next)
  }, [])

  const requestResult = useCallback(
    async (reference: string): Promise<void> => {
      const result = await call(getPayment, { params: { reference }, query: { link } }).catch((error: unknown) => {
        // The session has ended: the outcome is shown after signing in.
        if (error instanceof CallError && error.status === 401) leaveForSummary(reference)
        return ignoreCallError(error)
      })
      if (result?.unverifiedReturn === 'not_charged') {
        // Gives the attempt up, so that no later return captures it.
        const cancelled = await call(cancelPayment, { params: { reference }, body: { link } }).catch(ignoreCallError)
        // A genuine return came first: the next request shows its outcome.
        if (cancelled !== null && cancelled.state !== 'cancelled') return
      }
      if (result === null) return
      setResult(result)
      goTo(stepAfterResult(currentStep.current, result))
    },
    [goTo, link],
  )
  useEffect(() => {
    if (!isOrder) return
    if ('reference' in step && step.reference !== null) storeAttempt(step.reference)
    // The end was shown here.
    if (step.at === 'paid' || (step.at === 'form' && step.problem !== null)) storeAttempt(null)
  }, [isOrder, step])
  useEffect(() => {
    if (step.at === 'paid' && result?.reference === step.reference) reportPaid(result)
    if (step.at === 'form' && step.problem !== null) reportFailed(step.problem)
  }, [step, result])

  const onMessage = useCallback(
    (message: FrameMessage) => {
      const currentReference = currentStep.current.at === 'frame' ? currentStep.current.reference : null
      goTo(stepAfterMessage(currentStep.current, message))
      // The first message of a payment says that it now goes to the bank.
      if (currentReference !== null && message.reference === currentReference) void requestResult(currentReference)
    },
    [goTo, requestResult],
  )
  useFrameMessages(step.at === 'frame', frame, onMessage)
  useResultPolling(step, requestResult)
  useLoadTimeout(step, goTo)

  return {
    step,
    result,
    /** Ends a payment that its bank does not know; the server decides whether it may. */
    async release(): Promise<void> {
      const { current } = currentStep
      if (current.at !== 'pending') return
      const { reference } = current
      await call(cancelPayment, { params: { reference }, body: { link } }).catch(ignoreCallError)
      await requestResult(reference)
    },
    start: () => goTo({ at: 'frame', reference: null, isLoaded: false }),
    /** Cancels a payment that is not authenticated yet; true if there is nothing left to wait for. */
    async cancel(): Promise<boolean> {
      const { current } = currentStep
      if (current.at !== 'frame') return true
      const { reference } = current
      if (reference === null) return true
      const cancelled = await call(cancelPayment, { params: { reference }, body: { link } }).catch(ignoreCallError)
      // The payer may always leave: an abandoned payment expires.
      if (cancelled === null) return true
      await requestResult(reference)
      // A payment that the bank may have taken continues, and the page says so.
      return currentStep.current.at === 'form'
    },
  }
}

function leaveForSummary(reference: string): void {
  location.assign(loginPath(`${pages.checkoutSummary}?payment=${reference}`))
}

/** No response, or a temporary failure: the next try will show. */
function ignoreCallError(error: unknown): null {
  if (error instanceof CallError) return null
  throw error
}

function useFrameMessages(
  isOpen: boolean,
  frame: RefObject<HTMLIFrameElement | null>,
  onMessage: (message: FrameMessage) => void,
): void {
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: MessageEvent) => {
      const sender = { origin: location.origin, source: frame.current?.contentWindow ?? null }
      const message = readFrameMessage(event, sender)
      if (message !== null) onMessage(message)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [isOpen, frame, onMessage])
}

function useResultPolling(step: PaymentStep, requestResult: (reference: string) => Promise<void>): void {
  const { at } = step
  const reference = 'reference' in step ? step.reference : null
  useEffect(() => {
    if (reference === null || at === 'paid') return
    return repeat(() => requestResult(reference), at === 'pending' ? pauseBefore : pauseWhileAtBank)
  }, [at, reference, requestResult])
}

/** A frame that never responds was not loaded: returns to the form. */
function useLoadTimeout(step: PaymentStep, goTo: (step: PaymentStep) => void): void {
  const isWaitingForFrame = step.at === 'frame' && !step.isLoaded
  useEffect(() => {
    if (!isWaitingForFrame) return
    const timer = setTimeout(() => goTo({ at: 'form', problem: { code: null, message: null } }), loadTimeout)
    return () => clearTimeout(timer)
  }, [isWaitingForFrame, goTo])
}
