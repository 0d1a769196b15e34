import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { enqueueAccountMail } from './password-email.ts'
import { newSeed } from './one-time-links.ts'

/** Emails to one address per hour. Further requests get the same response but no email. */
const maxEmailsPerAddress = 3
/** Requests from one network per 15 minutes. */
const maxRequestsPerNetwork = 10

/** Requests of everyone per hour. */
const maxRequests = 2_000

/** `kind`: a link for a new password, or one that signs in. Both share one limit. */
type LinkRequest = { kind: 'reset' | 'sign-in'; email: string; network: string; locale: Locale }

/**
 * Stores a request for a link. The email's job finds out whether the address has a user: this function takes
 * the same steps for every address, so that neither response nor timing reveals it.
 */
export async function requestLinkEmail(
  pool: Pool,
  { kind, email: typed, network, locale }: LinkRequest,
): Promise<{ ok: true } | Refusal> {
  const email = typed.trim().toLowerCase()
  if (!isMailAddress(email)) return refuse('email_invalid')
  return transactionOrRefusal(pool, async (db) => {
    const hash = createHash('sha256').update(email).digest()
    // Requests from one network run one after the other, so that parallel ones are counted too.
    await db.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 19))', [`password_requests ${network}`])
    const { of_email, of_network, of_all } = await countRequests(db, hash, network)
    if (of_network >= maxRequestsPerNetwork || of_all >= maxRequests)
      abortTransaction(refuse('too_many_requests', { seconds: 900 }))
    await db.execute('INSERT INTO password_requests (email_hash, address) VALUES ($1, $2)', [hash, network])
    if (of_email < maxEmailsPerAddress) await enqueueAccountMail(db, { kind, email, seed: newSeed(), locale })
    return { ok: true as const }
  })
}

type Counts = { of_email: number; of_network: number; of_all: number }

async function countRequests(db: Db, hash: Buffer, network: string): Promise<Counts> {
  const row = await db.one<Counts>(
    `SELECT (SELECT count(*)::int FROM password_requests
              WHERE email_hash = $1 AND asked_at > now() - interval '1 hour') AS of_email,
            (SELECT count(*)::int FROM password_requests
              WHERE address = $2 AND asked_at > now() - interval '15 minutes') AS of_network,
            (SELECT count(*)::int FROM password_requests WHERE asked_at > now() - interval '1 hour') AS of_all`,
    [hash, network],
    'account_password_requests',
  )
  return row ?? { of_email: 0, of_network: 0, of_all: 0 }
}
