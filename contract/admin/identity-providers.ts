import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'

const typed = z.string().check(z.maxLength(2000))

export const identityProviderValues = z.strictObject({
  /** Code of the dealer whose users sign in; '' = staff. */
  dealer: typed,
  name: typed,
  issuer: typed,
  clientId: typed,
  /** Email domains, separated by spaces, commas or lines. */
  domains: typed,
  trustsEmail: z.boolean(),
  isActive: z.boolean(),
  isRequired: z.boolean(),
  /** The role of users who are added at their first sign-in; '' = none are added. */
  newUserRole: typed,
})
export type IdentityProviderValues = z.output<typeof identityProviderValues>

export const identityProvider = z.object({
  id: z.number(),
  name: z.string(),
  /** null: the provider of staff. */
  dealer: z.nullable(z.object({ id: z.number(), code: z.string(), name: z.string() })),
  issuer: z.string(),
  domains: z.array(z.string()),
  isActive: z.boolean(),
  isRequired: z.boolean(),
  hasSecret: z.boolean(),
  /** Users who have signed in with it. */
  users: z.number(),
  values: identityProviderValues,
})
export type IdentityProvider = z.output<typeof identityProvider>

/** The address that the provider has to know. */
const redirectUri = z.string()

export const listIdentityProviders = endpoint({
  method: 'GET',
  path: '/yonetim/identity-providers',
  access: 'admin',
  area: 'settings',
  summary: 'The OpenID providers of staff and of dealers',
  reply: z.object({ items: z.array(identityProvider), redirectUri }),
  errors: [],
})

export const getIdentityProvider = endpoint({
  method: 'GET',
  path: '/yonetim/identity-providers/:id',
  access: 'admin',
  area: 'settings',
  summary: 'One OpenID provider; its client secret is never returned',
  params: rowParams,
  reply: z.object({ provider: identityProvider, redirectUri }),
  errors: ['identity_provider_not_found'],
})

const clientSecret = z.optional(z.string().check(z.maxLength(500)))

export const createIdentityProvider = endpoint({
  method: 'POST',
  path: '/yonetim/identity-providers',
  access: 'admin',
  area: 'settings',
  summary: 'Adds an OpenID provider',
  body: z.strictObject({ values: identityProviderValues, clientSecret }),
  reply: z.object({ id: z.number() }),
  errors: ['validation_failed', 'no_right_to_grant'],
})

/** Another issuer or client id removes the links of users with the provider: they are matched by email address again. */
export const changeIdentityProvider = endpoint({
  method: 'PATCH',
  path: '/yonetim/identity-providers/:id',
  access: 'admin',
  area: 'settings',
  summary: 'Changes an OpenID provider. Without `clientSecret` the stored one stays',
  params: rowParams,
  body: z.strictObject({ before: identityProviderValues, values: identityProviderValues, clientSecret }),
  reply: identityProvider,
  errors: ['validation_failed', 'identity_provider_not_found', 'identity_provider_changed', 'no_right_to_grant'],
})

export const removeIdentityProvider = endpoint({
  method: 'DELETE',
  path: '/yonetim/identity-providers/:id',
  access: 'admin',
  area: 'settings',
  summary: 'Removes an OpenID provider with the links of its users',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['identity_provider_not_found'],
})

export const testIdentityProvider = endpoint({
  method: 'POST',
  path: '/yonetim/identity-providers/:id/test',
  access: 'admin',
  area: 'settings',
  summary: 'Reads the configuration of an OpenID provider from its address',
  params: rowParams,
  reply: z.object({ authorizationEndpoint: z.string() }),
  errors: ['identity_provider_not_found', 'sso_unavailable', 'too_many_requests'],
})

export const removeUserIdentity = endpoint({
  method: 'DELETE',
  path: '/yonetim/users/:id/identity',
  access: 'admin',
  area: 'people',
  summary: 'Removes the link of a user with an OpenID provider: the next sign-in is matched by email address again',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['user_not_found', 'no_right_to_grant'],
})
