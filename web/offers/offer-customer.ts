import type { Offer } from '#contract/shop/offers.ts'

/** The known data of an offer's customer. */
export function customerFacts(offer: Offer): string[] {
  const { customerName, customerCompanyName, customerEmail, customerPhone, customerTaxNumber } = offer
  return [customerName, customerCompanyName, customerEmail, customerPhone, customerTaxNumber].filter(
    (fact) => fact !== '',
  )
}

export const hasCustomer = (offer: Offer): boolean => customerFacts(offer).length > 0
