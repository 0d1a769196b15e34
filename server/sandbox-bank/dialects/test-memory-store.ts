import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { type BankSession, type BankTransaction, newReferences, sessionKeys } from '#server/sandbox-bank/queries.ts'
import type { KeptCard } from '#server/sandbox-bank/kept-cards.ts'
import type { BankStore } from './bank-store.ts'

/** The books in memory. `takeFault` answers which fault an operation has. */
export function memoryStore(
  takeFault: BankStore['takeFault'] = () => Promise.resolve(null),
): BankStore & { sales(): BankTransaction[]; all: BankTransaction[] } {
  const sessions: BankSession[] = []
  const all: BankTransaction[] = []
  let cards: KeptCard[] = []
  let last: Promise<unknown> = Promise.resolve()
  const of = (clientId: string, oid: string) => all.filter((row) => row.client_id === clientId && row.oid === oid)
  const latest = (clientId: string, oid: string) =>
    sessions.findLast((session) => session.client_id === clientId && session.oid === oid)

  const store: BankStore = {
    insertSession(added) {
      const session = { ...sessionKeys(), tries: 0, codes_sent: 1, queries: 0, ...added }
      if (sessions.some(({ proof }) => proof === session.proof)) throw new Error('The proof is used already.')
      sessions.push(session)
      return Promise.resolve({ ...session })
    },
    findSession(by) {
      if ('oid' in by) return Promise.resolve(latest(by.clientId, by.oid))
      return Promise.resolve(sessions.find(({ id, proof }) => ('id' in by ? id === by.id : proof === by.proof)))
    },
    updateSession(id, change) {
      Object.assign(sessions.find((session) => session.id === id) ?? {}, change)
      return Promise.resolve()
    },
    countQuery(clientId, oid) {
      const session = latest(clientId, oid)
      if (session !== undefined) session.queries += 1
      return Promise.resolve(session)
    },
    findSale: (clientId, hostRef) =>
      Promise.resolve(all.find((row) => row.kind === 'sale' && row.client_id === clientId && row.host_ref === hostRef)),
    transactions: (clientId, oid) => Promise.resolve(of(clientId, oid)),
    insertTransaction(made) {
      const others = of(made.client_id, made.oid)
      const isOnce = made.kind !== 'refund' && made.approved
      if (isOnce && others.some(({ kind, approved }) => approved && kind === made.kind))
        return Promise.resolve(undefined)
      const row = { id: all.length + 1, ...made, ...newReferences(made.approved) }
      all.push(row)
      return Promise.resolve(row)
    },
    alone(_clientId, _oid, work) {
      const run = last.then(() => work(store))
      last = run.catch(() => {})
      return run
    },
    listed(clientId, day) {
      const rows = all.filter((row) => row.client_id === clientId && dayInTurkey(row.at) === day)
      return Promise.resolve(rows.map((row) => ({ ...row, ...listedParts(row, of(clientId, row.oid)) })))
    },
    takeFault,
    keepCard(kept) {
      const isStored = cards.some(({ client_id, oid }) => client_id === kept.client_id && oid === kept.oid)
      if (!isStored) cards.push(kept)
      return Promise.resolve()
    },
    keptCards: (clientId, by) =>
      Promise.resolve(
        cards.filter((kept) => {
          return kept.client_id === clientId && ('oid' in by ? kept.oid === by.oid : kept.user_key === by.userKey)
        }),
      ),
    removeCard({ client_id, user_key, token }) {
      cards = cards.filter((kept) => kept.client_id !== client_id || kept.user_key !== user_key || kept.token !== token)
      return Promise.resolve()
    },
  }
  return { ...store, sales: () => all.filter(({ kind }) => kind === 'sale'), all }
}

/** What a list adds to a transaction; Turkish time is UTC+3 all year. */
function listedParts(row: BankTransaction, others: readonly BankTransaction[]) {
  const done = others.filter(({ approved }) => approved)
  return {
    time: new Date(row.at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
    sale_ref: done.find(({ kind }) => kind === 'sale')?.host_ref ?? '',
    is_voided: row.kind === 'sale' && done.some(({ kind }) => kind === 'void'),
  }
}
