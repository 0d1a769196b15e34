import { login, logout } from '#contract/account.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/platform/http/handle.ts'
import { sessionCookie } from '#server/platform/http/visit.ts'
import type { Store } from '#server/settings/settings.ts'
import { endSession } from './queries.ts'
import { signIn } from './sign-in.ts'

const daySeconds = 24 * 60 * 60

export function registerAccount(calls: Calls, { pool, store }: { pool: Pool; store: Store }): void {
  handle(calls, login, async ({ body }, context) => {
    const days = store.facts().settings.sessionDays
    const result = await signIn(pool, { ...body, days }, context)
    if (!result.ok) return result
    context.setCookie(sessionCookie, result.secret, { maxAge: days * daySeconds })
    return { success: true as const, user: result.user }
  })

  handle(calls, logout, async (_input, context) => {
    if (context.actor !== null) await endSession(pool, context.actor.sessionId)
    context.clearCookie(sessionCookie)
    return { success: true as const }
  })
}
