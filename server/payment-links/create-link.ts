import { refuse, type Refusal } from '#contract/core/errors.ts'
import { paymentLinkPath } from '#contract/core/record-paths.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { readLinkAmount } from '#domain/money/paid-amount.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { randomToken, type Secret } from '#server/platform/http/secrets.ts'
import { checkDebts } from '#server/statement/statement.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { type LinkEmailData, linkEmailJob } from './link-email.ts'
import { countLinksOf, findLink, insertLink, lockLinkOf, setLinkEmail } from './link-rows.ts'
import { linkStateOf } from './link-state.ts'
import { sealToken, tokenIn, tokenOf } from './link-token.ts'

/** Links of one user: each may send an email to a stranger. */
const linksPerHour = 30
const linksPerDay = 150
const pauseSeconds = 600

const day = 86_400_000 // milliseconds

export type LinkRequest = {
  dealerId: number
  userId: number
  /** As typed. */
  amount: number | string
  currency: PosCurrency
  email: string
  sendEmail: boolean
  locale: Locale
  days: number
  /** Address of an existing link to send instead of creating one. */
  link?: string | undefined
  /** Debits that the link is for. */
  debts: readonly number[]
}

export type LinkDeps = { pool: Pool; secret: Secret; publicUrl: string; now: () => Date }

/** Creates a link and enqueues its email in the same transaction. Returns the link's full address. */
export async function createLink(deps: LinkDeps, request: LinkRequest): Promise<{ ok: true; link: string } | Refusal> {
  const amount = readLinkAmount(request.amount)
  if (amount === null) return refuse('amount_invalid')
  const { email, sendEmail, locale, userId, dealerId, currency } = request
  if (email !== '' && !isMailAddress(email)) return refuse('email_invalid')
  if (email === '' && sendEmail) return refuse('email_required')
  if (sendEmail && request.link !== undefined) return sendLink(deps, { ...request, email, link: request.link }, amount)
  const debts = [...new Set(request.debts)]
  const createdAt = deps.now()
  const expiresAt = new Date(createdAt.getTime() + request.days * day)
  const seed = randomToken(16)
  const token = tokenOf(deps.secret, seed)
  return transaction(deps.pool, async (db) => {
    const since = (milliseconds: number) => countLinksOf(db, userId, new Date(createdAt.getTime() - milliseconds))
    if ((await since(3_600_000)) >= linksPerHour || (await since(day)) >= linksPerDay)
      return refuse('too_many_requests', { seconds: pauseSeconds })
    const unpayable = await checkDebts(db, { dealerId, amount, currency, debts })
    if (unpayable !== null) return unpayable
    await insertLink(db, { token, dealerId, userId, amount, currency, email, createdAt, expiresAt, debts })
    if (sendEmail) await enqueue(db, linkEmailJob, { seed, locale } satisfies LinkEmailData)
    return { ok: true, link: `${deps.publicUrl}${paymentLinkPath(token)}` }
  })
}

/** Sends an existing link, so that one amount owed has one link however it reaches its payer. */
async function sendLink(
  deps: LinkDeps,
  { dealerId, email, locale, link, currency }: LinkRequest & { link: string },
  amount: string,
): Promise<{ ok: true; link: string } | Refusal> {
  const token = tokenIn(link)
  return transaction(deps.pool, async (db) => {
    const found = await findLink(db, token)
    const existing = found && (await lockLinkOf(db, dealerId, found.id))
    // A link is sent once: the limit of links also limits emails.
    const isSame =
      existing !== undefined && existing.amount === amount && existing.currency === currency && existing.email === ''
    if (!isSame || linkStateOf(existing, deps.now()) !== 'open') return refuse('link_closed')
    await setLinkEmail(db, existing.id, email)
    await enqueue(db, linkEmailJob, { sealed: sealToken(deps.secret, token), locale } satisfies LinkEmailData)
    return { ok: true, link: `${deps.publicUrl}${paymentLinkPath(token)}` }
  })
}
