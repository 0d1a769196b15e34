import { transaction } from '#server/platform/db/transaction.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { cardBehaviorOf } from '#server/sandbox-bank/demo-cards.ts'
import { readCard, type TypedCard } from '#server/sandbox-bank/gate.ts'
import { recordSale } from '#server/sandbox-bank/provision.ts'
import { codeLife, lockSession, type BankSession, updateSession } from '#server/sandbox-bank/queries.ts'

/** The SMS code of every demo card, shown on the bank's page. */
export const demoCode = '123456'
const maxTries = 3
const maxCodes = 3

export type ChallengeInput =
  | { action: 'card'; card: TypedCard }
  | { action: 'code'; code: string }
  | { action: 'resend' }
  | { action: 'cancel' }

/** Applies the cardholder's input on the bank's page. `notice` is `sandbox.page.<notice>`, for the next page. */
export async function answerChallenge(
  pool: Pool,
  id: string,
  input: ChallengeInput,
  now: Date,
): Promise<{ session: BankSession; notice: string | null } | null> {
  return transaction(pool, async (db) => {
    const session = await lockSession(db, id)
    if (session === undefined) return null
    const { notice, ...change } = decide(session, input, now)
    const after: BankSession = { ...session, ...change }
    if (Object.keys(change).length > 0) await updateSession(db, id, change)
    const isDone = session.state !== 'done' && after.state === 'done'
    if (isDone && after.md_status === '1' && after.store_type.startsWith('3d_pay')) await recordSale(db, after, now)
    return { session: after, notice }
  })
}

type Decision = Partial<
  Pick<BankSession, 'card' | 'result_code' | 'state' | 'md_status' | 'md_error' | 'tries' | 'codes_sent' | 'expires_at'>
> & { notice: string | null }

const finished = (mdStatus: string, error = ''): Decision => ({
  state: 'done',
  md_status: mdStatus,
  md_error: error,
  notice: null,
})

function decide(session: BankSession, input: ChallengeInput, now: Date): Decision {
  if (session.state === 'done') return { notice: null }
  if (input.action === 'cancel') return finished('0', 'cancelled')
  if (session.state === 'card') return input.action === 'card' ? takeCard(input.card, now) : { notice: null }
  // The authentication of this card needs no page.
  const { mdStatus } = cardBehaviorOf(session.card ?? '')
  if (mdStatus !== undefined) return finished(mdStatus)
  if (now > session.expires_at) return finished('0', 'late')
  if (input.action === 'resend') return sendAgain(session, now)
  if (input.action !== 'code') return { notice: null }
  if (input.code.replace(/\s/g, '') === demoCode) return finished('1')
  const tries = session.tries + 1
  return tries >= maxTries ? { ...finished('0', 'wrong_code'), tries } : { tries, notice: 'wrong' }
}

function takeCard(card: TypedCard, now: Date): Decision {
  const read = readCard(card, now)
  if ('problem' in read) return { notice: `card_${read.problem.replace(/^card_/, '')}` }
  const { mdStatus } = cardBehaviorOf(read.card)
  const cardColumns = { card: read.card, result_code: read.code }
  if (mdStatus !== undefined) return { ...cardColumns, ...finished(mdStatus) }
  return { ...cardColumns, state: 'challenge', expires_at: new Date(now.getTime() + codeLife * 1000), notice: null }
}

function sendAgain({ codes_sent }: BankSession, now: Date): Decision {
  if (codes_sent >= maxCodes) return { notice: 'no_more_codes' }
  return { codes_sent: codes_sent + 1, expires_at: new Date(now.getTime() + codeLife * 1000), notice: 'sent' }
}
