import { readWarranty, type WarrantyReading } from '#domain/after-sales/warranty.ts'
import type { OutsideAnswer, OutsideCall } from '#server/platform/http/outside-call.ts'
import type { WarrantySource } from './source.ts'

export type OutsideService = { url: string; key: string; call: OutsideCall; warn(reason: string): void }

/**
 * An external service that responds like the specification's call. It receives a form with `serialNumber` and
 * `dealerCode` and decides what that dealer may see; an empty dealer code means an administrator.
 */
export function outsideService({ url, key, call, warn }: OutsideService): WarrantySource {
  return {
    async inquire(serial, actor) {
      const form = new FormData()
      form.set('serialNumber', serial)
      form.set('dealerCode', actor.dealer?.code ?? '')
      const sent = new Response(form)
      const headers = {
        accept: 'application/json',
        'content-type': sent.headers.get('content-type') ?? '',
        ...(key !== '' && { authorization: `Bearer ${key}` }),
      }
      const answer = await call({ url, method: 'POST', headers, body: new Uint8Array(await sent.arrayBuffer()) })
      const reading = parseResponse(answer)
      if (reading.kind === 'unreadable') warn(answer.ok ? `status ${answer.status}` : answer.reason)
      return reading
    },
  }
}

/** A refusal may have any status; a success needs the status of success. */
function parseResponse(answer: OutsideAnswer): WarrantyReading {
  if (!answer.ok) return { kind: 'unreadable' }
  const reading = readWarranty(parse(answer.text))
  const isSuccess = answer.status >= 200 && answer.status < 300
  if (isSuccess || reading.kind === 'refused') return withoutProductPage(reading)
  return { kind: 'unreadable' }
}

/** Removes product links of the service, which are not pages of this shop. */
function withoutProductPage(reading: WarrantyReading): WarrantyReading {
  if (reading.kind !== 'found' || reading.warranty.product === null) return reading
  const product = { ...reading.warranty.product, url: null }
  return { kind: 'found', warranty: { ...reading.warranty, product } }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
