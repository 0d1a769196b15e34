import type { PaymentResult } from '#contract/shop/payments.ts'
import type { FrameMessage, StartFailure } from './frame-messages.ts'

/** Why the form is shown again. A decline by the bank has no code, and an unknown reason has no text. */
export type PaymentProblem = StartFailure | { code: null; message: string | null }

/** The state of the dialog: form, bank's frame, or waiting for the outcome. */
export type PaymentStep =
  | { at: 'form'; problem: PaymentProblem | null }
  /** `reference`: null until the payment has started. `isLoaded`: the frame has responded. `isLeaving`: it asks the payer. */
  | { at: 'frame'; reference: string | null; isLoaded: boolean; isLeaving?: true }
  | { at: 'pending'; reference: string }
  | { at: 'paid'; reference: string }

export const formStep: PaymentStep = { at: 'form', problem: null }

/** The step after a message of the frame. Only the server decides about a named payment. */
export function stepAfterMessage(step: PaymentStep, { type, reference, failure }: FrameMessage): PaymentStep {
  if (step.at !== 'frame') return step
  if (type === 'dialogClose' && reference === null) {
    return { at: 'form', problem: failure ?? { code: null, message: null } }
  }
  const next = { at: 'frame' as const, reference: step.reference ?? reference, isLoaded: true }
  return type === 'leaving' || step.isLeaving ? { ...next, isLeaving: true } : next
}

/** The payer is still on the way to the bank, or there. */
const startedStates = new Set<PaymentResult['state']>(['created', 'redirected'])

/** The step after a result of the server. */
export function stepAfterResult(step: PaymentStep, result: PaymentResult): PaymentStep {
  const { reference, state } = result
  const isCurrent = (step.at === 'frame' || step.at === 'pending') && step.reference === reference
  if (!isCurrent) return step
  if (result.succeed) return { at: 'paid', reference }
  if (result.unverifiedReturn === 'not_charged') return { at: 'form', problem: { code: null, message: result.message } }
  if (result.unverifiedReturn === 'checking') return step.at === 'pending' ? step : { at: 'pending', reference }
  if (startedStates.has(state)) return step
  return result.isPending
    ? { at: 'pending', reference }
    : { at: 'form', problem: { code: null, message: result.message } }
}

/** Seconds until the next request: short at first, because most banks respond at once. */
const pauses = [1.5, 2, 3, 5, 8, 13, 20]
const maxPause = 30

export function pauseBefore(tries: number): number {
  return (pauses[tries] ?? maxPause) * 1000
}

/** While the bank's page is open, a request only helps if a message was lost. */
export function pauseWhileAtBank(tries: number): number {
  return Math.min(5 + 2 * tries, maxPause) * 1000
}
