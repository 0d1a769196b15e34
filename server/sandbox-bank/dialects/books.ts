import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { amountOf, kurus } from '#server/sandbox-bank/cc5.ts'
import { cardFault } from '#server/sandbox-bank/demo-cards.ts'
import type { SandboxFault } from '#server/sandbox-bank/faults.ts'
import type { KeptCard } from '#server/sandbox-bank/kept-cards.ts'
import { readCard } from '#server/sandbox-bank/gate.ts'
import { saleOf } from '#server/sandbox-bank/provision.ts'
import { codeLife, type BankSession, type BankTransaction, type NewSession } from '#server/sandbox-bank/queries.ts'
import type { BankStore } from './bank-store.ts'
import { openVault } from './vault.ts'
import type { Books, Found, GivenBack, NewVisit, Sold, VisitChange } from './dialect.ts'

/** How many inquiries fail before a card's inquiry returns the correct answer. */
const wrongInquiries = 3

export type BooksOptions = {
  store: BankStore
  dialect: string
  clientId: string
  now: Date
  /** Called with a fault of the connection that the answer to this request has. */
  onFault(fault: SandboxFault): void
  /** Whether cards of other banks are taken, for tests of adapters. */
  takesAnyCard?: boolean
}

/** Thrown by the books to end a request before its effect; the core then breaks the connection. */
export class LostRequest extends Error {}

/** The rules of the bank's books, over any store. */
export function openBooks(options: BooksOptions): Books {
  const { store, clientId, now } = options
  const faults = faultsOf(options)
  const ofMerchant = (session: BankSession | undefined) => (session?.client_id === clientId ? session : undefined)
  return {
    now,
    open: async (visit) => store.insertSession(await newSession(options, visit)),
    session: async (by) => ofMerchant(await store.findSession('oid' in by ? { clientId, oid: by.oid } : by)),
    change: (session, change) => changeSession(store, session, change),
    pageOf: ({ id }) => `/sandbox-bank/3d/${id}/enter`,
    async sell(session): Promise<Sold> {
      const isAuthenticated = session.state === 'done' && ['1', '2', '3', '4'].includes(session.md_status ?? '')
      if (!isAuthenticated) return { ok: false, reason: 'no_authentication' }
      await faults.before('auth_', session.oid, session.card)
      // Declined order numbers are not used again either.
      const isUsed = (await store.transactions(clientId, session.oid)).length > 0
      const made = isUsed ? undefined : await store.insertTransaction(saleOf(session, now))
      return made === undefined ? { ok: false, reason: 'duplicate' } : { ok: true, made }
    },
    async giveBack(oid, kind, amount): Promise<GivenBack> {
      const [{ card } = { card: null }] = await store.transactions(clientId, oid)
      const fault = await faults.before(`${kind}_`, oid, card)
      if (fault?.endsWith('_refused')) return { ok: false, reason: kind === 'void' ? 'day_over' : 'day_open' }
      return store.alone(clientId, oid, async (inside) => recordReturn(inside, { clientId, oid, kind, amount, now }))
    },
    async find(oid): Promise<Found> {
      const session = await store.countQuery(clientId, oid)
      const isWrong = session !== undefined && session.queries <= wrongInquiries
      const fault = await faults.before('query_', oid, isWrong ? session.card : null)
      if (fault === 'query_unknown') return { kind: 'none' }
      if (fault === 'query_pending') return { kind: 'pending', session }
      return foundIn(await store.transactions(clientId, oid))
    },
    saleOf: (hostRef) => store.findSale(clientId, hostRef),
    transactions: (oid) => store.transactions(clientId, oid),
    listed: (day) => store.listed(clientId, day),
    vault: openVault({ store, clientId, before: faults.before }),
  }
}

function faultsOf({ store, onFault }: BooksOptions) {
  return {
    /** The fault of an operation, by card or switched on; throws if the request is lost before it takes effect. */
    async before(kind: string, oid: string, card: string | null): Promise<SandboxFault | null> {
      const fault = cardFault(card, kind) ?? (await store.takeFault(oid, kind))
      if (fault !== null) onFault(fault)
      if (fault?.endsWith('_before') || fault === 'query_cut') throw new LostRequest(fault)
      return fault
    },
  }
}

async function newSession(
  { store, dialect, clientId, now, takesAnyCard }: BooksOptions,
  visit: NewVisit,
): Promise<NewSession> {
  const { oid, amount, currency, installment, lang, okUrl, failUrl, takesMoney, data = {}, proof } = visit
  const isPaid = (await store.transactions(clientId, oid)).some(({ kind, approved }) => kind === 'sale' && approved)
  const { keptCard } = visit
  const hasCard = visit.card !== null || keptCard !== undefined
  const read = keptCard !== undefined ? readKept(keptCard, now) : visit.card && readCard(visit.card, now, takesAnyCard)
  const problem = isPaid ? 'duplicate' : read !== null && 'problem' in read ? read.problem : null
  const stored = read !== null && 'card' in read ? read : { card: null, code: null }
  return {
    dialect,
    client_id: clientId,
    oid,
    store_type: !hasCard ? (takesMoney ? '3d_pay_hosting' : '3d_host') : takesMoney ? '3d_pay' : '3d',
    amount: amountOf(amount) ?? '0.00',
    currency,
    installment,
    lang,
    ok_url: okUrl,
    fail_url: failUrl,
    fields: Object.entries(data),
    card: stored.card,
    result_code: stored.code,
    state: problem !== null ? 'done' : hasCard ? 'challenge' : 'card',
    md_status: problem === null ? null : '7',
    md_error: problem ?? '',
    expires_at: new Date(now.getTime() + codeLife * 1000),
    created_at: now,
    ...(proof !== undefined && { proof }),
  }
}

function readKept({ card, expires }: KeptCard, now: Date): { card: string; code: string | null } {
  const [month, year] = expires.split('/').map(Number)
  const isOver = Date.UTC(2000 + (year ?? 0), month ?? 0) <= now.getTime()
  return { card, code: isOver ? '54' : null }
}

async function changeSession(store: BankStore, session: BankSession, change: VisitChange): Promise<BankSession> {
  const { okUrl = session.ok_url, failUrl = session.fail_url, lang = session.lang, data = {} } = change
  const fields = Object.entries({ ...dataOf(session), ...data })
  const changed = { ok_url: okUrl, fail_url: failUrl, lang, fields }
  await store.updateSession(session.id, changed)
  return { ...session, ...changed }
}

/** The data that the dialect stored with the session. */
export function dataOf(session: BankSession): Readonly<Record<string, string>> {
  return Object.fromEntries(session.fields)
}

type Return = { clientId: string; oid: string; kind: 'void' | 'refund'; amount: string | undefined; now: Date }

/** A void returns all of a sale on its day, a refund any part of the rest on any day. */
async function recordReturn(store: BankStore, { clientId, oid, kind, amount, now }: Return): Promise<GivenBack> {
  const done = (await store.transactions(clientId, oid)).filter(({ approved }) => approved)
  const sale = done.find((each) => each.kind === 'sale')
  if (sale === undefined) return { ok: false, reason: 'no_sale' }
  const refunded = refundedOf(done)
  const isVoided = done.some((each) => each.kind === 'void')
  const given = kind === 'void' ? sale.amount : amountOf(amount)
  if (kind === 'void' && dayInTurkey(sale.at) !== dayInTurkey(now)) return { ok: false, reason: 'day_over' }
  if (isVoided || (kind === 'void' && refunded > 0)) return { ok: false, reason: 'no_sale' }
  if (given === null) return { ok: false, reason: 'amount' }
  if (refunded + kurus(given) > kurus(sale.amount)) return { ok: false, reason: 'too_much' }
  const { currency, installment, card } = sale
  const row = { client_id: clientId, oid, kind, approved: true, amount: given, currency, installment, card }
  const made = await store.insertTransaction({ ...row, code: '00', at: now })
  return made === undefined ? { ok: false, reason: 'no_sale' } : { ok: true, made, sale }
}

function foundIn(all: BankTransaction[]): Found {
  const sales = all.filter(({ kind }) => kind === 'sale')
  const sale = sales.find(({ approved }) => approved) ?? sales.at(-1)
  if (sale === undefined) return { kind: 'none' }
  const voided = all.find(({ kind, approved }) => kind === 'void' && approved)
  return { kind: 'found', sale, voided, refunded: (refundedOf(all) / 100).toFixed(2), all }
}

/** In kuruş. */
function refundedOf(all: readonly BankTransaction[]): number {
  return all.reduce((sum, { kind, approved, amount }) => sum + (kind === 'refund' && approved ? kurus(amount) : 0), 0)
}
