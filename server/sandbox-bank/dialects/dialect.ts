import type { PosAdapter, PosCurrency } from '#domain/payments/pos-adapters.ts'
import type { ListedTransaction } from '#server/sandbox-bank/lists/listed-transactions.ts'
import type { KeptCard } from '#server/sandbox-bank/kept-cards.ts'
import type { TypedCard } from '#server/sandbox-bank/gate.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'
import type { Fields } from '#server/sandbox-bank/signature.ts'
import type { Vault } from './vault.ts'

/**
 * A protocol from the bank's side, without network and without SQL. It is written from the bank's documentation and shares
 * no code with the shop's adapter, so that a wrong signature on either side is found. Faults are not its concern: the
 * core applies them to every dialect.
 */
export type Dialect = {
  /** The adapter that speaks it. Its addresses are below `/sandbox-bank/<name>/`. */
  name: PosAdapter
  merchant: DialectMerchant
  /** What the shop enters for its POS account at this bank, by mode. Addresses are paths. */
  accounts: Partial<Record<'own_form' | 'hosted', DialectAccount>>
  /** Answers a request of the shop's server or of a browser that the shop sends. Never throws for a wrong request. */
  answer(request: BankRequest, bank: Books): Promise<BankAnswer>
  /** The fields of the browser's return when a session is done, signed with `keys`. */
  returned(session: BankSession, sale: BankTransaction | undefined, keys: Keys): Fields
  /** The key that signs the return, and the field with the signature; null if the protocol's return is not signed. */
  signature: { key: string; field: string } | null
  /** The field of the return that each fault changes after it was signed. A fault that is not listed changes nothing. */
  tampered: Partial<Record<TamperFault, readonly [field: string, change: (value: string) => string]>>
}

export type Keys = Readonly<Record<string, string>>
/** `clientId` is unique among all merchants of the sandbox bank; `bank` is the name on its pages. */
export type DialectMerchant = { clientId: string; bank: string; keys: Keys }
export type DialectAccount = { settings: Keys; secrets: Keys }

export type TamperFault =
  | 'callback_amount'
  | 'callback_oid'
  | 'callback_installment'
  | 'callback_clientid'
  | 'callback_currency'
  | 'callback_md'
  | 'callback_mdstatus'

/** `path` is below `/sandbox-bank/<name>/`; names of headers are in lower case; the body is text in UTF-8. */
export type BankRequest = {
  method: string
  path: string
  query: ReadonlyMap<string, string>
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

export type BankAnswer =
  | { body: string; type: 'xml' | 'json' | 'html' | 'text'; status?: number }
  /** Sends the browser to the page of this session. */
  | { page: string }
  /** There is no address to return the browser to: `sandbox.refused.<reason>`. */
  | { refused: 'merchant' | 'hash' | 'address' | 'form' }

/** A visit of a cardholder that the shop asks for. */
export type NewVisit = {
  oid: string
  /** With two decimals. */
  amount: string
  currency: PosCurrency
  /** 1 = single payment. */
  installment: number
  lang: 'tr' | 'en'
  /** '' if the browser brings them later (`Books.change`). */
  okUrl: string
  failUrl: string
  /** null: the bank's own page asks for it. */
  card: TypedCard | null
  /** A card that the provider keeps, instead of a typed one. */
  keptCard?: KeptCard
  /** Whether the bank takes the money before the browser returns. */
  takesMoney: boolean
  /** What the protocol needs again later (`dataOf`). No card data. */
  data?: Readonly<Record<string, string>>
  /** The protocol's own token of the session, unique at this bank; 64 random hex digits by default. */
  proof?: string
}

/** The books of a merchant. Their calls apply the faults of cards and those that are switched on. */
export type Books = {
  now: Date
  /**
   * Opens a session. An unusable card or a paid order number ends it at once with mdStatus 7 and `md_error`, which a
   * protocol that reads the card in an API call may answer instead of sending the browser.
   */
  open(visit: NewVisit): Promise<BankSession>
  /** A session of this merchant by its id, its proof or its order number (the latest). */
  session(by: { id: string } | { proof: string } | { oid: string }): Promise<BankSession | undefined>
  /** Adds what the browser brings. */
  change(session: BankSession, change: VisitChange): Promise<BankSession>
  /** Where a page sends the browser to reach the session's page: a path that takes GET and POST. */
  pageOf(session: BankSession): string
  /** Takes the money of a session whose authentication succeeded. */
  sell(session: BankSession): Promise<Sold>
  /** Voids the sale of an order number in full, or refunds a part (two decimals). */
  giveBack(oid: string, kind: 'void' | 'refund', amount?: string): Promise<GivenBack>
  /** What an inquiry finds. */
  find(oid: string): Promise<Found>
  /** The approved sale with this reference (`host_ref`), without faults. */
  saleOf(hostRef: string): Promise<BankTransaction | undefined>
  /** All transactions of an order number, oldest first, without faults. */
  transactions(oid: string): Promise<BankTransaction[]>
  /** The transactions of a day in Turkey (YYYY-MM-DD), oldest first. */
  listed(day: string): Promise<ListedTransaction[]>
  vault: Vault
}
export type VisitChange = {
  okUrl?: string
  failUrl?: string
  lang?: 'tr' | 'en'
  data?: Readonly<Record<string, string>>
}

export type Sold =
  /** Approved or declined, with its code in `made.code` (00, 51 …). */
  { ok: true; made: BankTransaction } | { ok: false; reason: 'duplicate' | 'no_authentication' }

/** Reasons are texts: `sandbox.bank.<reason>`. */
export type GivenBack =
  | { ok: true; made: BankTransaction; sale: BankTransaction }
  | { ok: false; reason: 'no_sale' | 'day_over' | 'day_open' | 'too_much' | 'amount' }

export type Found =
  | { kind: 'none' }
  | { kind: 'pending'; session: BankSession | undefined }
  /** `sale`: the approved one, else the latest declined one. `refunded` with two decimals, without a void. */
  | {
      kind: 'found'
      sale: BankTransaction
      voided: BankTransaction | undefined
      refunded: string
      all: BankTransaction[]
    }
