import {
  isLoopback,
  isPublicAddress,
  openTarget,
  outsideBytes,
  type Resolve,
} from '#server/platform/http/outside-call.ts'
import type { WebhookDeps } from './deliver.ts'

/** What is read of a receiver's answer, in bytes. */
const answerMax = 4096

/** Which addresses receive webhooks. Outside of production also those on this machine, without a certificate. */
export function receiversOf(production: boolean) {
  const isOpen = (address: string) => isPublicAddress(address) || (!production && isLoopback(address))
  const rules = { isOpen, allowsHttp: !production }
  return { ...rules, isAllowed: (url: string) => openTarget(url, rules) !== null }
}

/** Sends webhooks through the guard for outside addresses. */
export function openWebhookCall(production: boolean, resolve?: Resolve): WebhookDeps['call'] {
  const { isOpen, allowsHttp } = receiversOf(production)
  const answers = { maxBytes: answerMax, cutsLongAnswers: true, keepsConnections: true }
  return outsideBytes({ isOpen, allowsHttp, ...answers, ...(resolve && { resolve }) })
}
