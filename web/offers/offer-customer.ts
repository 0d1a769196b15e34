import type { Offer } from '#contract/shop/offers.ts'

/** What is known of whom an offer is made to. */
export function customerFacts(offer: Offer): string[] {
  const { customerName, customerCompanyName, customerEmail, customerPhone } = offer
  return [customerName, customerCompanyName, customerEmail, customerPhone].filter((fact) => fact !== '')
}

export const hasCustomer = (offer: Offer): boolean => customerFacts(offer).length > 0
