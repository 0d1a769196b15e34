import { OutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import { ErpError, type ErpHttp } from '#server/erp/adapters/adapter.ts'

/** What a request does. After a write without a usable answer nobody knows whether it was carried out. */
export type Intent = 'read' | 'write'

export const lost = (intent: Intent, message: string): ErpError =>
  new ErpError(intent === 'write' ? 'unknown' : 'unavailable', message.slice(0, 300))

/** Sends a request. A lost connection is `unavailable` or, for a write, `unknown`. */
export async function send(
  http: ErpHttp,
  request: Parameters<ErpHttp>[0],
  intent: Intent,
): Promise<{ status: number; text: string }> {
  try {
    return await http(request)
  } catch (error) {
    if (error instanceof OutsideCallsOff) throw error
    // Queries and sign-ins are sent by POST: they change nothing either.
    if (error instanceof ErpError && !(error.reason === 'unknown' && intent === 'read')) throw error
    throw lost(intent, error instanceof Error ? error.message : String(error))
  }
}

/** The JSON of an answer. ERPs also answer with nothing, with `null` and with pages of a proxy. */
export function jsonOf({ status, text }: { status: number; text: string }, intent: Intent): object {
  const value = parsed(text)
  if (typeof value === 'object' && value !== null) return value
  throw lost(intent, `HTTP ${status}: ${/^\s*</.test(text) ? 'HTML' : 'no JSON'}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A record is in use, or too many users are signed in: the same request may succeed later. A locked period stays locked. */
const laterPattern =
  /kilitli|kullanılıyor|kullanılmaktadır|kullanici sayisi|kullanıcı sayısı|lisans|locked|in use|licen[cs]e|MaxUser/i

/** What the ERP says to a request that it has understood. Nothing was written. */
export function refusal(words: string): ErpError {
  const text = words.replaceAll(/\s+/g, ' ').trim().slice(0, 500)
  const isLater = laterPattern.test(text) && !/dönem|period/i.test(text)
  return new ErpError(isLater ? 'unavailable' : 'refused', text)
}
