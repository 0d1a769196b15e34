import type { Secret } from '#server/platform/http/secrets.ts'
import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db/pool.ts'
import type { Charge, Gateway, Inquiry } from '#server/payments/gateways/gateway.ts'
import { bankHttp, missingOf, openGateway, requireOpenBank } from '#server/payments/gateways/gateways.ts'
import { loadPosTerms } from './pos-accounts.ts'

/** The bank's answer to an inquiry about a payment that does not exist. */
export type PosTrial =
  | { ok: true; answer: 'known' | 'unsure'; text: string }
  | { ok: false; problem: 'pos_unknown' | 'incomplete'; names?: readonly string[] }

/**
 * Inquires about an order that does not exist; no money moves. `known`: the bank answered that there is no such order,
 * so addresses, numbers and keys are right; `unsure`: it gave another answer, in `text`.
 */
export async function tryPos(
  db: Db,
  code: string,
  { secret, publicUrl, isProduction }: { secret: Secret; publicUrl: string; isProduction: boolean },
): Promise<PosTrial> {
  const row = await db.one<{ id: number }>('SELECT id FROM pos_accounts WHERE code = $1', [code])
  if (row === undefined) return { ok: false, problem: 'pos_unknown' }
  const http = bankHttp({ timeout: 20_000, ownAddress: () => publicUrl, allowsPrivate: !isProduction })
  const terms = await loadPosTerms(db, row.id, secret)
  requireOpenBank(terms)
  const missing = missingOf(terms)
  if (missing.length > 0) return { ok: false, problem: 'incomplete', names: missing }
  return tryGateway(
    openGateway(terms, http, () => new Date()),
    publicUrl,
  )
}

/** The same for an opened account. */
export async function tryGateway(
  gateway: Gateway,
  publicUrl: string,
): Promise<{ ok: true; answer: 'known' | 'unsure'; text: string }> {
  const found = await gateway
    .inquire(nonexistentCharge(publicUrl), null)
    .catch((): Inquiry => ({ kind: 'pending', text: 'failed' }))
  if (found.kind === 'none') return { ok: true, answer: 'known', text: '' }
  return { ok: true, answer: 'unsure', text: 'text' in found ? found.text : found.kind }
}

function nonexistentCharge(publicUrl: string): Charge {
  return {
    bankReference: null,
    reference: `TEST${randomBytes(8).toString('hex').toUpperCase()}`,
    amount: '1.00',
    baseAmount: '1.00',
    currency: 'TRY',
    installment: 1,
    basket: [],
    locale: 'tr',
    callbackUrl: publicUrl,
    address: '127.0.0.1',
    buyer: { id: '', name: '', email: '', phone: '', taxNumber: '', address: '', city: '' },
  }
}
