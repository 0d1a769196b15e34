import type { Day } from '#domain/text/calendar-day.ts'
import { squeezeCode } from '#domain/text/text.ts'

/** A line of a bank statement. Amounts are exact decimals with a point. */
export type BankLine = {
  day: Day
  /** Positive: money came in. */
  amount: string
  /** Of the account after the line; null if the file does not state it. */
  balance: string | null
  reference: string
  description: string
  sender: string
  /** Without spaces; empty if unknown. */
  senderIban: string
}

/**
 * What makes a line the same in every file. Spaces, case and punctuation of texts differ between a bank's own formats, so they
 * do not count.
 */
export function lineIdentity(iban: string, line: BankLine): string {
  const { day, amount, reference, description, sender } = line
  return JSON.stringify([iban, day, amount, ...[reference, description, sender].map(squeezeCode)])
}
