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

/** Names of this machine. */
const ownName = /^(?:localhost|.+\.localhost)$/

/**
 * Which addresses receive webhooks: those in the internet, by https. Outside of production also those on this machine,
 * which need no certificate.
 */
export function receiversOf(production: boolean) {
  const isOpen = (address: string) => isPublicAddress(address) || (!production && isLoopback(address))
  const isAllowed = (url: string) => {
    const target = openTarget(url, { isOpen, allowsHttp: !production })
    if (target?.protocol !== 'http:') return target !== null
    const host = target.hostname.replace(/^\[|\]$/g, '')
    return isLoopback(host) || ownName.test(host)
  }
  return { isOpen, isAllowed }
}

const sandboxHost = /^http:\/\/sandbox-erp\.localhost(?=\/)/

type WebhookCallOptions = { resolve?: Resolve; sandboxUrl?: string | undefined }

/**
 * Sends webhooks through the guard for outside addresses. The host `sandbox-erp.localhost` is the sandbox ERP of this shop,
 * which is at `sandboxUrl`.
 */
export function openWebhookCall(
  production: boolean,
  { resolve, sandboxUrl }: WebhookCallOptions = {},
): WebhookDeps['call'] {
  const { isOpen, isAllowed } = receiversOf(production)
  const answers = { maxBytes: answerMax, cutsLongAnswers: true, keepsConnections: true }
  const isSandbox = ({ origin }: URL) => origin === sandboxUrl
  const call = outsideBytes({ isOpen, allowsHttp: !production, isSandbox, ...answers, ...(resolve && { resolve }) })
  return async (request) => {
    if (!isAllowed(request.url)) return { ok: false, reason: 'address' }
    if (sandboxUrl === undefined) return call(request)
    return call({ ...request, url: request.url.replace(sandboxHost, `${sandboxUrl}/sandbox-erp`) })
  }
}
