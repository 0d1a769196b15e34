import { isLoopback, isPublicAddress, outsideBytes } from './outside-call.ts'

/** A service outside could not be reached; `reason` as in `outsideCall`. */
export class OutsideFetchError extends Error {
  override name = 'OutsideFetchError'
  readonly reason: string
  constructor(reason: string) {
    super(`The service could not be reached (${reason}).`)
    this.reason = reason
  }
}

export type OutsideFetch = (
  url: string,
  options: { method: string; headers: Record<string, string>; body?: unknown },
) => Promise<Response>

/**
 * `fetch` for libraries, with the guard of `outsideCall`: over https and to the public internet only, without redirects, with
 * a limited time and size. Knows GET and POST. Throws OutsideFetchError without an answer.
 */
export function outsideFetch({ allowsLoopback = false, timeout = 8_000 } = {}): OutsideFetch {
  const isOpen = (address: string) => isPublicAddress(address) || (allowsLoopback && isLoopback(address))
  const call = outsideBytes({ isOpen, allowsHttp: allowsLoopback })
  return async (url, { method, headers, body }) => {
    if (method !== 'GET' && method !== 'POST') throw new OutsideFetchError('method')
    const text = body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : undefined
    const answer = await call({ url, method, headers, timeout, ...(text !== undefined && { body: text }) })
    if (!answer.ok) throw new OutsideFetchError(answer.reason)
    const isEmpty = answer.status === 204 || answer.status === 304
    return new Response(isEmpty ? null : new Uint8Array(answer.bytes), {
      status: answer.status,
      headers: { 'content-type': answer.contentType },
    })
  }
}
