/**
 * Seconds between the inquiries about a payment with an unknown outcome (decision 028); once a day after these. Most
 * banks know the outcome within the first minute.
 */
export const inquiryDelays: readonly number[] = [5, 10, 15, 30, 30, 60, 60, 90, 120, 180, 300, 900, 1800, 3600]

/** After this many inquiries, a quarter of an hour, the bank has had its time. */
const windowInquiries = 11

/** Seconds after which an abandoned payment expires, where the bank does not take the money itself. */
export const abandonedAfter = 15 * 60
/** The same where the bank takes the money on its own page: payers may take longer there. */
export const abandonedAtBankAfter = 60 * 60
/** Seconds until the first inquiry at a bank that may hold money. */
export const firstInquiryDelay = 60

/** Seconds until the first inquiry once the outcome is unknown. */
export const unknownInquiryDelay = 5

/** Seconds between the inquiries about a payment that its payer may still be completing, or that was given up. */
export const endedInquiryDelay = 300

/** Seconds for which the bank must not know an order before its payer may pay again without waiting for the window's end. */
const payerReleaseAfter = 120

/** Whether the bank has had its time: from then on, money that it does not know of was not taken. */
export function isInquiryWindowOver(inquiries: number): boolean {
  return inquiries >= windowInquiries
}

/** When the bank has had its time, by the next inquiry and the number of those made; null: it has. */
export function windowEnd(nextInquiry: Date, inquiries: number): Date | null {
  if (isInquiryWindowOver(inquiries)) return null
  const later = inquiryDelays.slice(inquiries + 1, windowInquiries)
  return addSeconds(
    nextInquiry,
    later.reduce((sum, delay) => sum + delay, 0),
  )
}

/** Whether the bank has not known the order for long enough that its payer may pay again. */
export function mayPayerRelease(noneSince: Date | null, now: Date): boolean {
  return noneSince !== null && now.getTime() - noneSince.getTime() >= payerReleaseAfter * 1000
}

export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}
