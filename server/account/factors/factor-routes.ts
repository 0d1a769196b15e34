import type { Refusal } from '#contract/core/errors.ts'
import {
  addPasskey as addPasskeyCall,
  addTotp as addTotpCall,
  draftPasskey as draftPasskeyCall,
  draftTotp,
  getSecurity,
  removePasskey as removePasskeyCall,
  removeTotp as removeTotpCall,
  renamePasskey as renamePasskeyCall,
  renewRecoveryCodes as renewRecoveryCodesCall,
} from '#contract/shop/factors.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle, type UserContext } from '#server/visitor/visitor.ts'
import { loadSecurity } from './factor-rows.ts'
import { addTotp, makeTotpDraft, removeTotp, renewRecoveryCodes } from './manage-totp.ts'
import { addPasskey, draftPasskey, type PasskeyDeps, removePasskey, renamePasskey } from './passkeys.ts'

/** The calls with which a user manages its second factors and passkeys. */
export function registerFactors(calls: Calls, { store, ...deps }: PasskeyDeps & { store: Store }): void {
  const storeName = () => store.facts().settings.storeName
  const securityOf = (context: UserContext) =>
    loadSecurity(deps.pool, context.actor.userId, deps.siteOf(context) !== null)
  const changed = async <Result extends { ok: true }>(result: Result | Refusal, context: UserContext) =>
    result.ok ? { ...result, security: await securityOf(context) } : result

  handle(calls, getSecurity, (_input, context) => securityOf(context))

  handle(calls, draftTotp, (_input, context) => makeTotpDraft(deps, context, storeName()))

  handle(calls, addTotpCall, async ({ body }, context) => changed(await addTotp(deps, context, body), context))

  handle(calls, removeTotpCall, async ({ body }, context) =>
    changed(await removeTotp(deps, context, body.password), context),
  )

  handle(calls, renewRecoveryCodesCall, async ({ body }, context) =>
    changed(await renewRecoveryCodes(deps, context, body.password), context),
  )

  handle(calls, draftPasskeyCall, ({ body }, context) => draftPasskey(deps, context, storeName(), body.password))

  handle(calls, addPasskeyCall, async ({ body }, context) => changed(await addPasskey(deps, context, body), context))

  handle(calls, renamePasskeyCall, async ({ params, body }, context) =>
    changed(await renamePasskey(deps.pool, context, { ...params, ...body }), context),
  )

  handle(calls, removePasskeyCall, async ({ params, body }, context) =>
    changed(await removePasskey(deps, context, { ...params, ...body }), context),
  )
}
