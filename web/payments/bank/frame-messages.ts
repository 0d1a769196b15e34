import { deliveryFieldNames, type DeliveryFields } from '#contract/shop/delivery.ts'
import type { ErrorCode } from '#contract/core/errors.ts'

/** Sent by the payment page to its frame (checkout, section 7). Amount as text. */
export type CardMessage = DeliveryFields & {
  ccno: string
  ccv: string
  expiry: string
  holder: string
  /** A stored card instead of a typed one. */
  storedCard?: number
  /** The version of the text with which the payer agreed to store the typed card. */
  storeCard?: string
  plan: number | null
  installment: number
  amount: string
  /** Including the plan's commission, as the payer sees it. */
  total?: string
  description: string
  advencePrice: string
  /** Mark of the promotions that the payer sees. */
  promotions?: string
}

/** Why a payment could not start: the refusal's code and its text in the payer's language. */
export type StartFailure = { code: ErrorCode | 'network'; message: string }

/** Sent by the frame to its page. A hint only: the server knows the payment's state. */
export type FrameMessage = {
  /** `leaving`: the frame asks the payer to go on to the bank in the whole window. */
  type: 'payment_succeed' | 'dialogClose' | 'loading' | 'leaving'
  /** Null: the payment has not started. */
  reference: string | null
  failure?: StartFailure
}

/** The window and origin that a message must come from. */
export type Sender = { origin: string; source: MessageEventSource | null }
type Received = Sender & { data: unknown }

function isFrom(event: Received, sender: Sender): boolean {
  return sender.source !== null && event.source === sender.source && event.origin === sender.origin
}

function recordOf(data: unknown): Record<string, unknown> | null {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : null
}

const cardTexts = ['ccno', 'ccv', 'expiry', 'holder', 'description', 'advencePrice'] as const

/** The card that the parent page sent; null for any other message or sender. */
export function readCardMessage(event: Received, page: Sender): CardMessage | null {
  const data = isFrom(event, page) ? recordOf(event.data) : null
  if (data === null || cardTexts.some((name) => typeof data[name] !== 'string')) return null
  const { plan, installment, amount, total, promotions, storedCard, storeCard } = data
  if (plan !== null && !Number.isInteger(plan)) return null
  if (!Number.isInteger(installment) || !(typeof amount === 'string' || Number.isFinite(amount))) return null
  const texts = Object.fromEntries(cardTexts.map((name) => [name, data[name]]))
  const optionalTotal = typeof total === 'string' ? { total } : {}
  const delivery = deliveryFieldNames.flatMap((name) => (typeof data[name] === 'string' ? [[name, data[name]]] : []))
  const ofStorage = {
    ...(Number.isSafeInteger(storedCard) && { storedCard: storedCard as number }),
    ...(typeof storeCard === 'string' && { storeCard }),
  }
  const optionalMark = typeof promotions === 'string' ? { promotions } : {}
  const optional = {
    ...optionalTotal,
    ...ofStorage,
    ...optionalMark,
    ...(Object.fromEntries(delivery) as DeliveryFields),
  }
  return { ...texts, plan, installment, amount: String(amount), ...optional } as CardMessage
}

const frameTypes = ['payment_succeed', 'dialogClose', 'loading', 'leaving'] as const

/** The message of this page's frame; null for any other message or sender. */
export function readFrameMessage(event: Received, frame: Sender): FrameMessage | null {
  const data = isFrom(event, frame) ? recordOf(event.data) : null
  const type = frameTypes.find((frameType) => frameType === data?.['type'])
  if (data === null || type === undefined) return null
  const { reference } = data
  const isReference = typeof reference === 'string' && /^[A-Z0-9]{20}$/.test(reference)
  const failure = failureOf(data['failure'])
  return { type, reference: isReference ? reference : null, ...(failure === null ? {} : { failure }) }
}

function failureOf(value: unknown): StartFailure | null {
  const { code, message } = recordOf(value) ?? {}
  if (typeof code !== 'string' || typeof message !== 'string') return null
  return { code: code as StartFailure['code'], message }
}

/** Sends a message to the parent page, to this origin only. */
export function notifyParentPage(message: FrameMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, location.origin)
}

type Early = Pick<MessageEvent, 'origin' | 'source' | 'data'>

declare global {
  interface Window {
    /** Returns the message received before the page's own scripts ran, once, and stops listening. */
    takeEarlyMessage?: () => Early | null
  }
}

/** Runs while the frame is parsed: the parent page sends the card on load, possibly before hydration. */
export const earlyMessageScript = `(()=>{let early=null;const listen=e=>{if(e.origin===location.origin&&e.source===parent)early={origin:e.origin,source:e.source,data:e.data}};addEventListener('message',listen);window.takeEarlyMessage=()=>{removeEventListener('message',listen);const taken=early;early=null;return taken}})()`
