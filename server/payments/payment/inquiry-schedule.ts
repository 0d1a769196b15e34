/** Seconds between the questions about a payment whose end nobody knows (decisions, "Payments"), then once a day. */
export const inquiryPauses: readonly number[] = [5, 15, 60, 300, 900, 3600]

/** Seconds after which a payment that its payer left ends, where the bank takes no money itself. */
export const leftAfter = 15 * 60
/** The same where the bank takes the money on its own page, which people may take longer for. */
export const leftAtBankAfter = 60 * 60
/** Seconds after which a bank that may hold money is asked. */
export const askAfter = 60

export const firstPause = 5 // seconds

/** Whether the bank has had its time: what it does not know by now has not happened. */
export function isWindowOver(asked: number): boolean {
  return asked >= inquiryPauses.length
}

export function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}
