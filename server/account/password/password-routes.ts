import { type Refusal, refuse } from '#contract/core/errors.ts'
import { requestPasswordLink, getPasswordLink, setPasswordByLink } from '#contract/shop/passwords.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { type CallContext, type Calls, handle } from '#server/visitor/visitor.ts'
import { type NewPassword, newPasswordRefusal } from './change-password.ts'
import { requestLinkEmail } from './forgotten-password.ts'
import { enqueuePasswordChanged } from './password-email.ts'
import { findOpenLink, usePassword } from './one-time-links.ts'
import { hashPassword } from './passwords.ts'

/** The endpoints for users who cannot sign in. */
export function registerPasswordLinks(
  calls: Calls,
  { pool, hasMailServer }: { pool: Pool; hasMailServer: boolean },
): void {
  handle(calls, requestPasswordLink, async ({ body }, { network, locale }) => {
    const outcome = await requestLinkEmail(pool, { kind: 'reset', email: body.email, network, locale })
    return outcome.ok ? { success: true as const, isSent: hasMailServer } : outcome
  })

  handle(calls, getPasswordLink, async ({ params }) => {
    return (await findOpenLink(pool, params.token)) ?? refuse('password_link_not_found')
  })

  handle(calls, setPasswordByLink, async ({ params, body }, context) => setPassword(pool, params.token, body, context))
}

async function setPassword(
  pool: Pool,
  token: string,
  input: NewPassword,
  context: CallContext,
): Promise<{ success: true } | Refusal> {
  const link = await findOpenLink(pool, token)
  if (link === undefined) return refuse('password_link_not_found')
  const refusal = newPasswordRefusal(input, link)
  if (refusal !== null) return refusal
  const passwordHash = await hashPassword(input.password)
  return transactionOrRefusal(pool, async (db) => {
    const open = await findOpenLink(db, token, 'FOR UPDATE OF l')
    // The link was used, or its user became an administrator, who needs a longer password.
    if (open === undefined || open.role !== link.role) return abortTransaction('password_link_not_found')
    await usePassword(db, token, open.user_id, passwordHash)
    if (open.kind === 'reset') await enqueuePasswordChanged(db, open.user_id, context)
    return { success: true as const }
  })
}
