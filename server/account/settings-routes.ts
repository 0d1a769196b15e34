import { getLetterhead, saveAccount, saveLetterhead as saveLetterheadCall } from '#contract/shop/account-settings.ts'
import { refuse } from '#contract/core/errors.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle, setSessionCookie } from '#server/visitor/visitor.ts'
import { csrfTokenOf, type Secret } from '#server/platform/http/secrets.ts'
import type { Store } from '#server/settings/settings.ts'
import { changePassword, newPasswordRefusal } from '#server/account/password/change-password.ts'
import { saveLogo, loadLetterhead, removeLogo, saveLetterhead } from './letterhead.ts'

export type AccountSettingsDeps = {
  pool: Pool
  store: Store
  secret: Secret
  /** Folder of the logos. */
  imagesFolder: FileStore
}

export function registerAccountSettings(calls: Calls, deps: AccountSettingsDeps): void {
  const { pool, store, secret, imagesFolder } = deps

  handle(calls, saveAccount, async ({ body }, context) => {
    const { password = '', passwordVerify = '', currentPassword = '' } = body
    if (password === '' && passwordVerify === '' && currentPassword === '') return { success: true as const }
    const { actor } = context
    const refusal = newPasswordRefusal({ password, passwordVerify }, { ...actor, dealer: actor.dealer?.name ?? null })
    if (refusal !== null) return refusal
    const days = store.facts().settings.sessionDays
    if (currentPassword === '') return refuse('password_current_missing')
    const { userId } = actor
    const session = await changePassword(pool, { userId, currentPassword, password, days, visitor: context })
    if (!session.ok) return session
    setSessionCookie(context, session.secret, days)
    // The CSRF token belongs to a session: the page continues with that of the new one.
    return { success: true as const, csrf: csrfTokenOf(secret, session.sessionId.toString('hex')) }
  })

  handle(calls, getLetterhead, (_input, { actor }) => loadLetterhead(pool, actor.dealer.id))

  handle(calls, saveLetterheadCall, async ({ body }, { actor, log }) => {
    const logo = typeof body.logo === 'string' ? await saveLogo(imagesFolder, body.logo) : body.logo
    if (logo === null && typeof body.logo === 'string') return refuse('logo_invalid')
    const previousLogo = await saveLetterhead(pool, actor.dealer.id, { ...body, logo })
    if (previousLogo !== null) {
      await removeLogo(imagesFolder, previousLogo).catch((error: unknown) =>
        log.warn({ err: error }, 'Could not remove a logo that is no longer used.'),
      )
    }
    return loadLetterhead(pool, actor.dealer.id)
  })
}
