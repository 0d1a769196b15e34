import type { WarrantyReading } from '#domain/after-sales/warranty.ts'
import type { Actor } from '#server/visitor/visitor.ts'

/** A source of warranties: the shop's own serial numbers, or an external service. */
export type WarrantySource = {
  /** `serial` as typed. Returns `unreadable` also when the service does not respond. */
  inquire(serial: string, actor: Actor): Promise<WarrantyReading>
}
