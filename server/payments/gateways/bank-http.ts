import { isPublicAddress, type OutsideBytes, outsideBytes, type Resolve } from '#server/platform/http/outside-call.ts'
import type { BankHttp } from './gateway.ts'

/** Bytes. The longest answer is iyzico's page that leads to 3-D Secure, some kilobytes. */
const maxAnswerBytes = 1_000_000

export type BankHttpOptions = {
  /** Milliseconds for the whole answer. */
  timeout: number
  /** Where this server listens, for the sandbox bank: its addresses are paths. Without it a path is not reachable. */
  ownAddress?: () => string
  /** Outside of production a bank may be played by a machine of the own network. */
  allowsPrivate?: boolean
  resolve?: Resolve
}

/**
 * The way out to banks: https to the public internet only, whatever a name stands for when it is connected to (the sandbox
 * bank of this very server apart); no redirect is followed, answers up to a megabyte, failures are values that hold neither
 * address nor body.
 */
export function bankHttp({ timeout, ownAddress, allowsPrivate = false, resolve }: BankHttpOptions): BankHttp {
  const isOpen = (address: string) => allowsPrivate || isPublicAddress(address)
  const callBank = outsideBytes({ isOpen, most: maxAnswerBytes, ...(resolve && { resolve }) })
  const callOwnServer = outsideBytes({ isOpen: () => true, allowsPlain: true, most: maxAnswerBytes })
  return async ({ url, headers, ...request }) => {
    const isPath = url.startsWith('/') && ownAddress !== undefined
    const sent = { ...request, headers: { ...defaultHeaders, ...headers }, timeout }
    return readAnswer(await (isPath ? callOwnServer({ ...sent, url: ownAddress() + url }) : callBank({ ...sent, url })))
  }
}

/** Some firewalls of banks turn away who does not say what it is. */
const defaultHeaders = { accept: '*/*', 'user-agent': 'Toptan' }

function readAnswer(answer: OutsideBytes): Awaited<ReturnType<BankHttp>> {
  if (!answer.ok) return answer
  const { status, bytes, contentType } = answer
  if (status >= 300 && status < 400) return { ok: false, reason: 'redirect' }
  return { ok: true, status, text: decodeAnswer(bytes, contentType), contentType }
}

/** The origin of a bank's page, for the frame's policy; none where it is the shop's own sandbox bank. */
export function originsOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).origin] : []
}

/** By the encoding that the header or the first line of XML declares; what declares nothing and is no UTF-8 is ISO-8859-9. */
export function decodeAnswer(bytes: Uint8Array, contentType: string): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared =
    /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? /^(?:ï»¿)?\s*<\?xml[^>]*\bencoding=["']([\w-]+)/.exec(head)?.[1]
  if (/^(iso-8859-9|windows-1254|latin5)$/i.test(declared ?? '')) return new TextDecoder('iso-8859-9').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('iso-8859-9').decode(bytes)
  }
}
