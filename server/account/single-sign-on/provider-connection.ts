import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type OutsideFetch, OutsideFetchError } from '#server/platform/http/outside-fetch.ts'
import { OutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { openClientSecret, type ProviderRow } from './provider-rows.ts'

/** What a provider says about the user. */
export type Identity = {
  issuer: string
  subject: string
  email: string | null
  isVerified: boolean
  name: string | null
}

/** What a sign-in that is under way is checked against. */
export type FlowChecks = { state: string; nonce: string; codeVerifier: string }

type Log = Pick<FastifyBaseLogger, 'warn'>
export type ProviderConnections = ReturnType<typeof openConnections>

/** How long the configuration that a provider publishes is used, in milliseconds. */
const cachedFor = 3_600_000
/** Difference of the clocks of shop and provider that is accepted, in seconds. */
const clockDifference = 30
/** Signatures that only the provider can make; not those by a shared secret, and never none. */
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

type ConnectionOptions = {
  secret: Secret
  fetch: OutsideFetch
  /** Providers on this machine, without a certificate: in development and in tests. */
  allowsLoopback: boolean
  /** Milliseconds. */
  now?: () => number
}

/** The providers as the shop talks to them, with a cache of the configuration that they publish. */
export function openConnections({ secret, fetch, allowsLoopback, now = Date.now }: ConnectionOptions) {
  const cache = new Map<number, { key: string; until: number; configuration: Promise<Configuration> }>()

  /** The configuration of a provider. Throws if it cannot be read or is not the one of its issuer. */
  function configurationOf(provider: ProviderRow): Promise<Configuration> {
    const clientSecret = openClientSecret(secret, provider.id, provider.client_secret)
    const key = createHash('sha256')
      .update(JSON.stringify([provider.issuer, provider.client_id, clientSecret]))
      .digest('hex')
    const cached = cache.get(provider.id)
    if (cached !== undefined && cached.key === key && cached.until > now()) return cached.configuration
    const configuration = read(provider, clientSecret ?? '').catch((cause: unknown) => {
      throw new ConfigurationError('The configuration of the provider cannot be read.', { cause })
    })
    const entry = { key, until: now() + cachedFor, configuration }
    cache.set(provider.id, entry)
    // The next attempt reads it again.
    configuration.catch(() => cache.get(provider.id) === entry && cache.delete(provider.id))
    return configuration
  }

  async function read({ issuer, client_id }: ProviderRow, clientSecret: string): Promise<Configuration> {
    const metadata = { client_secret: clientSecret, [clockTolerance]: clockDifference }
    const configuration = await discovery(new URL(issuer), client_id, metadata, clientAuth(clientSecret), {
      execute: allowsLoopback ? [allowInsecureRequests] : [],
      [customFetch]: fetch,
    })
    // Without it the library trusts the connection instead of the signature.
    enableNonRepudiationChecks(configuration)
    return configuration
  }

  return {
    /** The address at which the user signs in. */
    async authorizationUrl(
      provider: ProviderRow,
      { redirectUri, checks, email, log }: { redirectUri: string; checks: FlowChecks; email: string | null; log: Log },
    ): Promise<{ ok: true; url: string } | Refusal> {
      const made = await refusing(log, async () => {
        const configuration = await configurationOf(provider)
        const url = buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
          code_challenge_method: 'S256',
          ...(email !== null && { login_hint: email }),
        })
        const isSafe = url.protocol === 'https:' || (allowsLoopback && url.protocol === 'http:')
        return isSafe ? { ok: true as const, url: url.href } : refuse('sso_unavailable')
      })
      // Nobody has tried to sign in yet: whatever is wrong is wrong with the provider.
      return made.ok || made.code === 'outside_calls_off' ? made : refuse('sso_unavailable')
    },

    /** Exchanges the code of a return for the identity of the user. Everything that is signed or bound is checked. */
    async identityOf(
      provider: ProviderRow,
      { address, checks, log }: { address: URL; checks: FlowChecks; log: Log },
    ): Promise<{ ok: true; identity: Identity } | Refusal> {
      return refusing(log, async () => {
        const configuration = await configurationOf(provider)
        const tokens = await authorizationCodeGrant(configuration, address, {
          pkceCodeVerifier: checks.codeVerifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined || !signatures.includes(algorithmOf(tokens.id_token ?? '')))
          return refuse('sso_refused')
        const hasEmail = typeof claims['email'] === 'string'
        const isMore = !hasEmail && configuration.serverMetadata().userinfo_endpoint !== undefined
        const about = isMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims
        return {
          ok: true as const,
          identity: {
            issuer: claims.iss,
            subject: claims.sub,
            email: typeof about['email'] === 'string' ? about['email'].trim().toLowerCase() : null,
            // Some providers send a text.
            isVerified: [true, 'true'].includes(about['email_verified'] as never),
            name: typeof about['name'] === 'string' ? about['name'] : null,
          },
        }
      })
    },
  }
}

class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

/** As the provider accepts it: many know both methods, some only one. */
const clientAuth =
  (secret: string): ClientAuth =>
  (server, client, body, headers) => {
    const isBasic = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true
    const authenticate = isBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret)
    authenticate(server, client, body, headers)
  }

function algorithmOf(token: string): string {
  const [head = ''] = token.split('.')
  const read = JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as { alg?: string }
  return read.alg ?? ''
}

async function refusing<Value>(log: Log, work: () => Promise<Value | Refusal>): Promise<Value | Refusal> {
  try {
    return await work()
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.code !== 'sso_cancelled')
      log.warn({ reason: reasonsOf(error) }, 'A sign-in at an OpenID provider failed.')
    return refusal
  }
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

/** For the log; what the provider answered is not in it. */
const reasonsOf = (error: unknown): string =>
  causesOf(error)
    .map(({ name, message }) => `${name}: ${message}`)
    .join(' | ')
    .slice(0, 500)

/** Why a provider was of no use. What it answered is in no message: it may be anything. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return refuse('sso_cancelled')
  if (causesOf(error).some((cause) => cause instanceof OutsideCallsOff)) return refuse('outside_calls_off')
  const isUnavailable = causesOf(error).some(
    (cause) =>
      cause instanceof OutsideFetchError ||
      cause instanceof ConfigurationError ||
      (cause instanceof ResponseBodyError && cause.error === 'invalid_client') ||
      ('code' in cause && unusable.includes(String(cause.code))),
  )
  return refuse(isUnavailable ? 'sso_unavailable' : 'sso_refused')
}

/** An answer that is none of the protocol: an error page, for example. */
const unusable = ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']
