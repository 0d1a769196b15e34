import type { PaymentResult } from '#contract/shop/payments.ts'
import type { FrameMessage, StartFailure } from './frame-messages.ts'

/** Why the form is shown again. A decline by the bank has no code, and an unknown reason has no text. */
export type Why = StartFailure | { code: null; message: string | null }

/** The state of the dialog: form, bank's frame, or waiting for the outcome. */
export type PaymentStep =
  | { at: 'form'; why: Why | null }
  /** `reference`: null until the payment has started. `isThere`: the frame has responded. */
  | { at: 'frame'; reference: string | null; isThere: boolean }
  | { at: 'asking'; reference: string }
  | { at: 'paid'; reference: string }

export const formStep: PaymentStep = { at: 'form', why: null }

/** The step after a message of the frame. Only the server decides about a named payment. */
export function stepAfterMessage(step: PaymentStep, { type, reference, failure }: FrameMessage): PaymentStep {
  if (step.at !== 'frame') return step
  if (type === 'dialogClose' && reference === null) {
    return { at: 'form', why: failure ?? { code: null, message: null } }
  }
  return { at: 'frame', reference: step.reference ?? reference, isThere: true }
}

/** The payer is still on the way to the bank, or there. */
const underWay = new Set<PaymentResult['state']>(['created', 'redirected'])

/** The step after a result of the server. */
export function stepAfterResult(step: PaymentStep, result: PaymentResult): PaymentStep {
  const { reference, state } = result
  const isMeant = (step.at === 'frame' || step.at === 'asking') && step.reference === reference
  if (!isMeant) return step
  if (result.succeed) return { at: 'paid', reference }
  if (underWay.has(state)) return step
  return result.isPending ? { at: 'asking', reference } : { at: 'form', why: { code: null, message: result.message } }
}

/** Seconds until the next request: short at first, because most banks respond at once. */
const pauses = [1.5, 2, 3, 5, 8, 13, 20]
const longest = 30

export function pauseBefore(tries: number): number {
  return (pauses[tries] ?? longest) * 1000
}

/** While the bank's page is open, a request only helps if a message was lost. */
export function pauseWhileAtBank(tries: number): number {
  return Math.min(5 + 2 * tries, longest) * 1000
}
