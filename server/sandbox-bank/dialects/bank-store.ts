import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type SandboxFault, takeFault } from '#server/sandbox-bank/faults.ts'
import { findKeptCards, insertKeptCard, type KeptCard, removeKeptCard } from '#server/sandbox-bank/kept-cards.ts'
import { type ListedTransaction, loadListed } from '#server/sandbox-bank/lists/listed-transactions.ts'
import {
  type BankSession,
  type BankTransaction,
  countQuery,
  findSale,
  findSession,
  findSessionByOid,
  findSessionByProof,
  insertSession,
  insertTransaction,
  listTransactions,
  lockSale,
  type NewSession,
  type NewTransaction,
  type SessionChange,
  updateSession,
} from '#server/sandbox-bank/queries.ts'

/** Where the bank stores sessions, transactions and switched-on faults. Order numbers are a merchant's own. */
export type BankStore = {
  insertSession(session: NewSession): Promise<BankSession>
  /** `id` and `proof` are unique at the bank; of an order number the latest session is returned. */
  findSession(
    by: { id: string } | { proof: string } | { clientId: string; oid: string },
  ): Promise<BankSession | undefined>
  updateSession(id: string, change: SessionChange): Promise<void>
  /** Counts one more inquiry of the order number's latest session, and returns it. */
  countQuery(clientId: string, oid: string): Promise<BankSession | undefined>
  findSale(clientId: string, hostRef: string): Promise<BankTransaction | undefined>
  /** Oldest first. */
  transactions(clientId: string, oid: string): Promise<BankTransaction[]>
  /** undefined: the order number is already paid or voided. */
  insertTransaction(made: NewTransaction): Promise<BankTransaction | undefined>
  /** Runs `work` while no other void or refund of the order number runs. */
  alone<T>(clientId: string, oid: string, work: (store: BankStore) => Promise<T>): Promise<T>
  listed(clientId: string, day: string): Promise<ListedTransaction[]>
  takeFault(oid: string, kind: string): Promise<SandboxFault | null>
  /** Nothing happens if the order number has stored a card. */
  keepCard(kept: KeptCard): Promise<void>
  keptCards(clientId: string, by: { userKey: string } | { oid: string }): Promise<KeptCard[]>
  removeCard(kept: KeptCard): Promise<void>
}

/** The books in the database. `db` is the pool or an open transaction. */
export function databaseStore(pool: Pool, db: Pick<Pool, 'query' | 'one' | 'execute'> = pool): BankStore {
  return {
    insertSession: (session) => insertSession(db, session),
    findSession: (by) => {
      if ('id' in by) return findSession(db, by.id)
      return 'proof' in by ? findSessionByProof(db, by.proof) : findSessionByOid(db, by.clientId, by.oid)
    },
    updateSession: (id, change) => updateSession(db, id, change),
    countQuery: (clientId, oid) => countQuery(db, clientId, oid),
    findSale: (clientId, hostRef) => findSale(db, clientId, hostRef),
    transactions: (clientId, oid) => listTransactions(db, clientId, oid),
    insertTransaction: (made) => insertTransaction(db, made),
    alone: (clientId, oid, work) =>
      transaction(pool, async (inside) => {
        await lockSale(inside, clientId, oid)
        return work(databaseStore(pool, inside))
      }),
    listed: (clientId, day) => loadListed(db, clientId, day),
    takeFault: (oid, kind) => takeFault(db, oid, kind),
    keepCard: (kept) => insertKeptCard(db, kept),
    keptCards: (clientId, by) => findKeptCards(db, clientId, by),
    removeCard: (kept) => removeKeptCard(db, kept),
  }
}
