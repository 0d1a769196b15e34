import { refuse } from '#contract/core/errors.ts'
import { inquireWarranty } from '#contract/shop/warranty.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { serialKey } from '#domain/after-sales/serial-number.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import type { OutsideCall } from '#server/platform/http/outside-call.ts'
import type { Store } from '#server/settings/settings.ts'
import { createInquiryLimit } from './inquiry-limit.ts'
import { outsideService } from './outside-service.ts'
import { importedSerials } from './imported-serials.ts'

export type WarrantyDeps = { pool: Pool; store: Store; now: () => Date; outside: OutsideCall }

export function registerWarranty(calls: Calls, { pool, store, now, outside }: WarrantyDeps): void {
  const checkLimit = createInquiryLimit(now)
  const imported = importedSerials(pool, () => dayInTurkey(now()))

  handle(calls, inquireWarranty, async ({ body }, { actor, log }) => {
    if (serialKey(body.serialNumber) === null) return refuse('serial_invalid')
    const tooMuch = checkLimit(actor.userId)
    if (tooMuch !== null) return tooMuch
    const { warrantyServiceUrl: url, warrantyServiceKey: key } = store.facts().settings
    const warn = (reason: string) => log.warn({ reason }, 'the warranty service cannot be used')
    const source = url === '' ? imported : outsideService({ url, key, call: outside, warn })
    const reading = await source.inquire(body.serialNumber.trim(), actor)
    if (reading.kind === 'refused') return refuse('warranty_refused', { reason: reading.text })
    if (reading.kind === 'unreadable') return refuse('warranty_unavailable')
    return { success: true as const, data: reading.kind === 'found' ? reading.warranty : null }
  })
}
