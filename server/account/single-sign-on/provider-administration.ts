import {
  changeIdentityProvider,
  createIdentityProvider,
  getIdentityProvider,
  type IdentityProvider,
  listIdentityProviders,
  removeIdentityProvider,
  removeUserIdentity,
  testIdentityProvider,
} from '#contract/admin/identity-providers.ts'
import { isRefusal, refuse } from '#contract/core/errors.ts'
import { singleSignOnReturnPath } from '#contract/core/single-sign-on-paths.ts'
import { type CallContext, type Calls, handle } from '#server/visitor/visitor.ts'
import {
  changeProvider,
  createProvider,
  type ProviderDeps,
  providerValuesOf,
  removeIdentity,
  removeProvider,
} from './change-provider.ts'
import type { ProviderConnections } from './provider-connection.ts'
import { findProvider, findProviders, type ProviderRow } from './provider-rows.ts'
import type { ReturnOrigin } from './sign-in-flow.ts'

type AdministrationDeps = ProviderDeps & { connections: ProviderConnections; returnOrigin: ReturnOrigin }

/** The endpoints of administrators for OpenID providers. */
export function registerIdentityProviders(calls: Calls, deps: AdministrationDeps): void {
  const { pool, connections, returnOrigin } = deps
  const redirectUriOf = ({ origin }: CallContext) => returnOrigin(origin) + singleSignOnReturnPath

  handle(calls, listIdentityProviders, async (_input, context) => ({
    items: (await findProviders(pool)).map(present),
    redirectUri: redirectUriOf(context),
  }))

  handle(calls, getIdentityProvider, async ({ params }, context) => {
    const row = await findProvider(pool, params.id)
    if (row === undefined) return refuse('identity_provider_not_found')
    return { provider: present(row), redirectUri: redirectUriOf(context) }
  })

  handle(calls, createIdentityProvider, ({ body }, context) => createProvider(deps, context, body))

  handle(calls, changeIdentityProvider, async ({ params, body }, context) => {
    const changed = await changeProvider(deps, context, { id: params.id, ...body })
    if (isRefusal(changed)) return changed
    const row = await findProvider(pool, params.id)
    return row === undefined ? refuse('identity_provider_not_found') : present(row)
  })

  handle(calls, removeIdentityProvider, async ({ params }, context) => {
    const removed = await removeProvider(deps, context, params.id)
    return isRefusal(removed) ? removed : { success: true as const }
  })

  handle(calls, testIdentityProvider, async ({ params }, context) => {
    const row = await findProvider(pool, params.id)
    if (row === undefined) return refuse('identity_provider_not_found')
    const checks = { state: 'test', nonce: 'test', codeVerifier: 'test'.repeat(12) }
    const redirectUri = redirectUriOf(context)
    const made = await connections.authorizationUrl(row, { redirectUri, checks, email: null, log: context.log })
    return made.ok ? { authorizationEndpoint: made.url.replace(/\?.*$/, '') } : made
  })

  handle(calls, removeUserIdentity, async ({ params }, context) => {
    const removed = await removeIdentity(pool, context, params.id)
    return isRefusal(removed) ? removed : { success: true as const }
  })
}

function present(row: ProviderRow): IdentityProvider {
  const { id, name, issuer, domains, users, dealer_id, dealer_code, dealer_name } = row
  return {
    id,
    name,
    dealer: dealer_id === null ? null : { id: dealer_id, code: dealer_code ?? '', name: dealer_name ?? '' },
    issuer,
    domains,
    isActive: row.is_active,
    isRequired: row.is_required,
    hasSecret: row.client_secret !== null,
    users,
    values: providerValuesOf(row),
  }
}
