import { isCarrier } from '#domain/orders/shipment.ts'

/** The name of a carrier: a listed one's, or the one that was typed. */
export const carrierName = (t: (key: string) => string, carrier: string): string =>
  isCarrier(carrier) ? t(`shipments.carriers.${carrier}`) : carrier
