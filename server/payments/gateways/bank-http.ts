import type { BankHttp } from './gateway.ts'

/** Bytes. The longest answer is iyzico's page that leads to 3-D Secure, some kilobytes. */
const largest = 1_000_000

export type BankHttpOptions = {
  /** Milliseconds for the whole answer. */
  timeout: number
  /** Where this server listens, for the sandbox bank: its addresses are paths. Without it a path is not reachable. */
  ownAddress?: () => string
}

/**
 * The way out to banks: https only (the sandbox bank of this very server apart), no redirect is followed, answers up to
 * a megabyte, failures are values that hold neither address nor body.
 */
export function bankHttp({ timeout, ownAddress }: BankHttpOptions): BankHttp {
  return async ({ method, url, headers, body }) => {
    const address = url.startsWith('/')
      ? ownAddress && ownAddress() + url
      : url.startsWith('https://')
        ? url
        : undefined
    if (address === undefined) return { ok: false, reason: 'address' }
    try {
      const signal = AbortSignal.timeout(timeout)
      const answer = await fetch(address, {
        method,
        redirect: 'manual',
        signal,
        ...(headers && { headers }),
        ...(body && { body }),
      })
      if (answer.status >= 300 && answer.status < 400) return await refused(answer, 'redirect')
      const bytes = await readBytes(answer)
      if (bytes === null) return { ok: false, reason: 'too_large' }
      const contentType = answer.headers.get('content-type') ?? ''
      return { ok: true, status: answer.status, text: decodeAnswer(bytes, contentType), contentType }
    } catch (error) {
      return { ok: false, reason: error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'connection' }
    }
  }
}

/** The origin of a bank's page, for the frame's policy; none where it is the shop's own sandbox bank. */
export function originsOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).origin] : []
}

async function refused(answer: Response, reason: string): Promise<{ ok: false; reason: string }> {
  await answer.body?.cancel()
  return { ok: false, reason }
}

async function readBytes(answer: Response): Promise<Buffer | null> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.length
    if (size > largest) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
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
