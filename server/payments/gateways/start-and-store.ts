import type { Charge, Started } from './gateway.ts'

/** Sends a card, or the token of a stored one, with a charge and reads the page of 3-D Secure. */
export type StartWith = (charge: Charge, card: object) => Promise<Started>

/**
 * Starts a payment whose card the provider stores. A merchant without card storage may get its start refused: no money moves at
 * a start, so it is sent again without.
 */
export async function startAndStore(
  start: StartWith,
  charge: Charge,
  cards: { stored: object; plain: object },
): Promise<Started> {
  const started = await start(charge, cards.stored)
  const isRefused = !started.ok && started.kind === 'unreachable' && /^\d+ /.test(started.text)
  return isRefused ? start(charge, cards.plain) : started
}
