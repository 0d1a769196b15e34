/** Seconds between the inquiries about a payment with an unknown outcome (decisions, "Payments"); once a day after these. */
export const inquiryDelays: readonly number[] = [5, 15, 60, 300, 900, 3600]

/** Seconds after which an abandoned payment expires, where the bank does not take the money itself. */
export const abandonedAfter = 15 * 60
/** The same where the bank takes the money on its own page: payers may take longer there. */
export const abandonedAtBankAfter = 60 * 60
/** Seconds until the first inquiry at a bank that may hold money. */
export const firstInquiryDelay = 60

/** Seconds until the first inquiry once the outcome is unknown. */
export const unknownInquiryDelay = 5

/** Whether the bank has had its time: after this many inquiries, money that it does not know of was not taken. */
export function isInquiryWindowOver(inquiries: number): boolean {
  return inquiries >= inquiryDelays.length
}

export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}
