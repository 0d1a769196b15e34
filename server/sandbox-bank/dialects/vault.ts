import { randomUUID } from 'node:crypto'
import type { KeptCard } from '#server/sandbox-bank/kept-cards.ts'
import type { BankSession } from '#server/sandbox-bank/queries.ts'
import type { SandboxFault } from '#server/sandbox-bank/faults.ts'
import type { BankStore } from './bank-store.ts'

/** The cards that a provider keeps for a merchant. Its calls apply the faults that are switched on. */
export type Vault = {
  /** Whether the provider refuses to start a payment that stores its card: the merchant may not store cards. */
  refusesStart(oid: string): Promise<boolean>
  /** Keeps the card of a paid session, once per order number; one that the person has already keeps its token. */
  keep(session: BankSession, card: { userKey: string; expires: string }): Promise<void>
  ofOrder(oid: string): Promise<KeptCard | undefined>
  /** A card by both of its tokens. */
  find(token: { userKey: string; cardToken: string }): Promise<KeptCard | undefined>
  list(userKey: string): Promise<KeptCard[]>
  /** False: the person has no such card. */
  remove(token: { userKey: string; cardToken: string }): Promise<boolean>
}

type VaultOptions = {
  store: BankStore
  clientId: string
  /** The fault of an operation; throws if its request is lost. */
  before(kind: string, oid: string, card: string | null): Promise<SandboxFault | null>
}

export function openVault({ store, clientId, before }: VaultOptions): Vault {
  const find: Vault['find'] = async ({ userKey, cardToken }) =>
    (await store.keptCards(clientId, { userKey })).find(({ token }) => token === cardToken)
  return {
    refusesStart: async (oid) => (await before('cardstart_', oid, null)) === 'cardstart_refused',
    async keep({ oid, card }, { userKey, expires }) {
      if (card === null || (await before('cardstore_', oid, null)) === 'cardstore_off') return
      const person = userKey || randomUUID()
      const existing = (await store.keptCards(clientId, { userKey: person })).find(
        (kept) => kept.card === card && kept.expires === expires,
      )
      const token = existing?.token ?? randomUUID()
      await store.keepCard({ client_id: clientId, oid, user_key: person, token, card, expires })
    },
    ofOrder: async (oid) => (await store.keptCards(clientId, { oid }))[0],
    find,
    async list(userKey) {
      await before('cardlist_', '', null)
      const all = await store.keptCards(clientId, { userKey })
      return [...new Map(all.map((kept) => [kept.token, kept])).values()]
    },
    async remove(token) {
      await before('cardremove_', '', null)
      const kept = await find(token)
      if (kept !== undefined) await store.removeCard(kept)
      return kept !== undefined
    },
  }
}
