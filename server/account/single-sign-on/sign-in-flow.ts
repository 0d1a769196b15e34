import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { localPath } from '#contract/core/pages.ts'
import { singleSignOnReturnPath } from '#contract/core/single-sign-on-paths.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { randomToken } from '#server/platform/http/secrets.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import type { FlowChecks, Identity, ProviderConnections } from './provider-connection.ts'
import { findActiveProvider, findProvider, type ProviderRow } from './provider-rows.ts'

/** The origin at which the browser has the shop open, if it is one of the shop's. */
export type ReturnOrigin = (requested: string) => string
export type FlowDeps = { pool: Pool; connections: ProviderConnections; returnOrigin: ReturnOrigin }

/** Sign-ins of a network that have not come back in ten minutes: an office may share an address. */
const flowsMax = 60
/** Of all networks together. */
const flowsOfAllMax = 10_000

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Starts a sign-in at the provider of an email address, or of staff for null. Returns the address there. */
export async function startFlow(
  { pool, connections, returnOrigin }: FlowDeps,
  { email, next }: { email: string | null; next: string | undefined },
  visitor: CallContext,
): Promise<{ location: string } | Refusal> {
  const domain = email === null ? null : domainOf(email)
  const provider = await findActiveProvider(pool, domain)
  if (provider === undefined) return refuse('sso_domain_unknown')
  if ((await countFlows(pool, visitor.network)) >= flowsMax) return refuse('too_many_requests', { seconds: 600 })
  const checks = { state: randomToken(), nonce: randomToken(), codeVerifier: randomToken(48) }
  const redirectUri = returnOrigin(visitor.origin) + singleSignOnReturnPath
  const made = await connections.authorizationUrl(provider, { redirectUri, checks, email, log: visitor.log })
  if (!made.ok) return made
  await pool.execute(
    `INSERT INTO sign_in_flows (state_hash, browser_hash, provider_id, nonce, code_verifier, redirect_uri, next, network)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      hashOf(checks.state),
      hashOf(visitor.visitorId),
      provider.id,
      checks.nonce,
      checks.codeVerifier,
      redirectUri,
      localPath(next),
      visitor.network,
    ],
    'sso_flow_start',
  )
  await removeOldFlows(pool)
  return { location: made.url }
}

/**
 * Removes the oldest sign-ins under way beyond what all visitors may have, a few at a time: a flood of strangers ends those
 * that were left long ago first. A sign-in takes less than a minute.
 */
async function removeOldFlows(db: Db): Promise<void> {
  await db.execute(
    `DELETE FROM sign_in_flows WHERE state_hash IN (
       SELECT state_hash FROM sign_in_flows
        WHERE created_at < (SELECT created_at FROM sign_in_flows ORDER BY created_at DESC OFFSET $1 LIMIT 1)
        ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    [flowsOfAllMax - 1],
    'sso_flow_trim',
  )
}

/** The part after the last @, or the whole text if it is a domain itself. */
const domainOf = (email: string): string =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()

async function countFlows(db: Db, network: string): Promise<number> {
  const row = await db.one<{ count: number }>(
    "SELECT count(*)::int AS count FROM sign_in_flows WHERE network = $1 AND created_at > now() - interval '10 minutes'",
    [network],
    'sso_flow_count',
  )
  return row?.count ?? 0
}

type FlowRow = { provider_id: number; nonce: string; code_verifier: string; redirect_uri: string; next: string }
export type ReturnedFlow = { ok: true; provider: ProviderRow; identity: Identity; next: string }

/**
 * Ends the sign-in that a return belongs to, and reads who the user is. A return counts once, for ten minutes, and in the
 * browser that left: with another one the sign-in stays open for its own.
 */
export async function finishFlow(
  { pool, connections }: FlowDeps,
  search: URLSearchParams,
  visitor: CallContext,
): Promise<ReturnedFlow | { ok: false; refusal: Refusal; next: string }> {
  const state = search.get('state') ?? ''
  const row = await pool.one<FlowRow>(
    `DELETE FROM sign_in_flows
      WHERE state_hash = $1 AND browser_hash = $2 AND created_at > now() - interval '10 minutes'
      RETURNING provider_id, nonce, code_verifier, redirect_uri, next`,
    [hashOf(state), hashOf(visitor.visitorId)],
    'sso_flow_end',
  )
  if (row === undefined) return { ok: false, refusal: refuse('sso_expired'), next: localPath(null) }
  const { next } = row
  const provider = await findProvider(pool, row.provider_id)
  if (provider === undefined || !provider.is_active) return { ok: false, refusal: refuse('sso_expired'), next }
  const checks: FlowChecks = { state, nonce: row.nonce, codeVerifier: row.code_verifier }
  const address = new URL(row.redirect_uri)
  address.search = search.toString()
  const found = await connections.identityOf(provider, { address, checks, log: visitor.log })
  return found.ok ? { ok: true, provider, identity: found.identity, next } : { ok: false, refusal: found, next }
}
