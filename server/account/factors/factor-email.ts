import { readUserAgent } from '#domain/text/user-agent.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type FactorEvent, enqueueAccountMail } from '#server/account/password/password-email.ts'

/** The browser that made a change. */
export type Where = { userAgent: string; address: string; locale: Locale }

/** Names the browser and system for an email; empty if unknown. */
export function deviceName(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  return [browser, system].filter((name) => name !== null).join(' · ')
}

/** Enqueues the email that reports a change of a user's factors, in the transaction that makes it. */
export async function enqueueFactorMail(db: Db, userId: number, event: FactorEvent, where: Where): Promise<void> {
  const { address, locale } = where
  const at = new Date().toISOString()
  await enqueueAccountMail(db, {
    kind: 'factor',
    event,
    userId,
    at,
    device: deviceName(where.userAgent),
    address,
    locale,
  })
}
