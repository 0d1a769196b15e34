import { isPublicAddress, type OutsideBytes, outsideBytes, type Resolve } from '#server/platform/http/outside-call.ts'
import type { BankHttp } from './gateway.ts'

/** Longest answer in bytes. The longest known ones are lists of transactions: up to 500 of about a kilobyte each. */
const maxAnswerBytes = 4_000_000

export type BankHttpOptions = {
  /** Milliseconds for the whole answer. */
  timeout: number
  /**
   * This server's own address, for the sandbox bank, whose addresses are paths. Without it, paths are not reachable.
   */
  ownAddress?: () => string
  /** Whether a bank may be a machine of the private network, for development. */
  allowsPrivate?: boolean
  resolve?: Resolve
}

/**
 * Sends requests to banks: https to public addresses only, checked when the connection is made (except for this
 * server's own sandbox bank). Redirects are not followed and answers are limited to four megabytes. Failures are values and
 * contain neither address nor body.
 */
export function bankHttp({ timeout, ownAddress, allowsPrivate = false, resolve }: BankHttpOptions): BankHttp {
  const isOpen = (address: string) => allowsPrivate || isPublicAddress(address)
  const callBank = outsideBytes({ isOpen, maxBytes: maxAnswerBytes, ...(resolve && { resolve }) })
  const callOwnServer = outsideBytes({
    isOpen: () => true,
    allowsHttp: true,
    maxBytes: maxAnswerBytes,
    isSandbox: () => true,
  })
  return async ({ url, headers, ...request }) => {
    const isPath = url.startsWith('/') && ownAddress !== undefined
    const sent = { ...request, headers: { ...defaultHeaders, ...headers }, timeout }
    return readAnswer(await (isPath ? callOwnServer({ ...sent, url: ownAddress() + url }) : callBank({ ...sent, url })))
  }
}

/** Some banks' firewalls reject requests without these headers. */
const defaultHeaders = { accept: '*/*', 'user-agent': 'Toptan' }

function readAnswer(answer: OutsideBytes): Awaited<ReturnType<BankHttp>> {
  if (!answer.ok) return answer
  const { status, bytes, contentType } = answer
  if (status >= 300 && status < 400) return { ok: false, reason: 'redirect' }
  return { ok: true, status, text: decodeAnswer(bytes, contentType), contentType }
}

/** The origin of a bank's page, for the frame's policy; none for the shop's own sandbox bank. */
export function originsOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).origin] : []
}

/**
 * Decodes by the encoding that the header or the XML declaration names. Undeclared text that is not valid UTF-8 is
 * ISO-8859-9.
 */
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
