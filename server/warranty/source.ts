import type { WarrantyReading } from '#domain/after-sales/warranty.ts'
import type { Actor } from '#server/visitor/visitor.ts'

/** Where warranties are known: the shop's own serial numbers, or a service outside. */
export type WarrantySource = {
  /** `serial` as it was typed. `unreadable` also where nothing answers. */
  inquire(serial: string, actor: Actor): Promise<WarrantyReading>
}
