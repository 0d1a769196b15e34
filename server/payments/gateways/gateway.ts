import type { PosAdapter, PosCurrency } from '#domain/payments/pos-adapters.ts'
import type { Day } from '#domain/text/calendar-day.ts'

/**
 * The protocol of a bank or payment provider behind one interface; one folder per protocol. A gateway only reads and
 * writes messages: it uses no database and does not know the payment's state. Amounts are in the charge's currency, as decimal text with two
 * decimals ("1234.50"). Nothing that it returns or throws contains a card number, a security code or a key.
 */
export type Gateway = {
  /**
   * Whether the bank takes the money itself before the browser returns: a missing callback may then mean captured
   * money.
   */
  takesMoneyItself: boolean
  /** Whether its return may come by GET, with the fields in the address. Elsewhere, a GET only leads to the result. */
  returnsByGet?: boolean
  /** The origins of its pages, for the frame's policy. */
  origins: readonly string[]
  /** Starts 3-D Secure. In hosted mode, where `card` is null, starts the provider's own page. */
  start(charge: Charge, card: Card | null): Promise<Started>
  /**
   * Reads a callback of the browser or a server-to-server notice; checks its signature first. Asks the bank where only the
   * bank can read the callback: `{ kind: 'returned' }` if it does not answer, so that the callback can be repeated.
   */
  readCallback(callback: Callback, charge: Charge): CallbackResult | Promise<CallbackResult>
  /** Captures the money of an authenticated payment. Sent at most once per charge. */
  capture(charge: Charge, proof: Proof): Promise<Outcome>
  /** Returns what the bank knows of the charge. */
  inquire(charge: Charge, receipt: Receipt | null): Promise<Inquiry>
  /** Returns the whole amount, on the day of its capture. */
  void(charge: Charge, receipt: Receipt): Promise<RefundOutcome>
  /** Refunds a captured amount in part or in full. */
  refund(charge: Charge, receipt: Receipt, amount: string): Promise<RefundOutcome>
  /** Returns the bank's own list of a day in Turkey, where the protocol has one: what it took and what it gave back. */
  transactions?(day: Day): Promise<TransactionList>
  /**
   * Reads which payment a server-to-server notice is for; null = none of ours. `noticeAnswer` is the answer that the
   * sender expects.
   */
  readNotice?(callback: Callback): { reference: string } | null
  noticeAnswer?: string
  /** Stored cards, where the provider keeps them for the account. */
  cards?: CardStorage
}

/** The cards that a provider keeps. Tokens are secrets: no text that it returns contains one. */
export type CardStorage = {
  /**
   * Starts 3-D Secure like `start`; the provider stores the card once it has paid. `userKey`: of the person's other cards
   * there; null: the person has none. Where the provider does not store the card, the payment takes its usual course.
   */
  startAndStore(charge: Charge, card: Card, userKey: string | null): Promise<Started>
  /** Starts 3-D Secure with a stored card. `cvc`: '' if none was typed. */
  startStored(charge: Charge, card: StoredCard & { cvc: string }): Promise<StartedStored>
  /** Removes a card. One that the provider does not have counts as removed. */
  remove(token: CardToken): Promise<CardRemoval>
  /** The cards of a person. */
  list(userKey: string): Promise<CardList>
}

/** `userKey` stands for the person, `cardToken` for one of its cards. */
export type CardToken = { userKey: string; cardToken: string }
/** A stored card as its start needs it; `bin`: the first six digits of its number. */
export type StoredCard = CardToken & { bin: string }

export type StartedStored =
  | Started
  /** The provider does not have the card. */
  | { ok: false; kind: 'unknown_card'; text: string }
  /** The provider wants the security code. */
  | { ok: false; kind: 'needs_cvc' }

export type CardRemoval = { ok: true } | { ok: false; text: string }

export type ListedCard = { cardToken: string; last4: string; needsCvc: boolean }
export type CardList = { ok: true; cards: readonly ListedCard[] } | { ok: false; text: string }

/** Exists only as long as its request. `number` and `cvc` digits only; month 01 to 12, year with two digits. */
export type Card = { number: string; cvc: string; month: string; year: string; holder: string }

/** What is charged, from the stored payment. Callbacks are compared with it. */
export type Charge = {
  /** The payment's order number at the bank: 20 capital letters and digits. */
  reference: string
  amount: string
  currency: PosCurrency
  /** 1 = single payment. */
  installment: number
  /** The address that the bank returns the browser to (absolute), also when the payer cancels on a hosted page. */
  callbackUrl: string
  address: string
  locale: 'tr' | 'en'
  /** The provider's own reference: from `start`, later from the receipt. */
  bankReference: string | null
  buyer: { id: string; name: string; email: string; phone: string; taxNumber: string; address: string; city: string }
  /** The purchased goods, in as few lines as the provider needs; their amounts add up to the base amount. */
  basket: readonly { id: string; name: string; category: string; amount: string }[]
  baseAmount: string
}

/**
 * What the frame does next: post a form to the bank, or go to an address. `bankReference`: the provider's own
 * reference.
 */
export type Started =
  | { ok: true; step: BrowserStep; bankReference?: string }
  | { ok: false; kind: 'declined'; code: string; text: string }
  /** Not reachable, or an unreadable answer. No money moves before 3-D Secure, so this ends the attempt. */
  | { ok: false; kind: 'unreachable'; text: string }
/** `window: 'top'`: the bank does not allow its page in a frame. */
export type BrowserStep =
  | { kind: 'form'; action: string; fields: readonly (readonly [name: string, value: string])[]; window?: 'top' }
  | { kind: 'redirect'; url: string }

/** A callback as received: the body's bytes, its fields in order, and the headers. */
export type Callback = {
  raw: Buffer
  fields: readonly (readonly [name: string, value: string])[]
  headers: Readonly<Record<string, string | undefined>>
  json?: unknown
}

export type CallbackResult =
  /** Signature, amount, currency, installment, merchant or order number do not match the charge: nothing changes. */
  | { kind: 'forged'; reason: string }
  /** The cardholder was not authenticated (code `3D-` and an mdStatus other than 1), or the bank declined. */
  | { kind: 'declined'; code: string; text: string }
  /** Authenticated; `proof` is sent with the capture and never stored. */
  | { kind: 'authenticated'; proof: Proof }
  /**
   * The bank has taken the money itself. `unwanted`: why it must be returned (authentication was not complete). `taken`:
   * what the card was charged, where the provider adds and keeps a fee of its own.
   */
  | { kind: 'captured'; receipt: Receipt; unwanted?: string; taken?: string }
  /**
   * The callback proves nothing, so the payment keeps its state. `ask`: inquire now, since the bank has taken the money
   * by now or never will.
   */
  | { kind: 'returned'; ask?: true }

export type Proof = Readonly<Record<string, string>>

/** The bank's references of a captured payment, for refunds, staff and disputes. */
export type Receipt = {
  authCode: string | null
  bankReference: string | null
  transaction: string | null
  cardFirst6?: string
  cardLast4?: string
  /** The card that the provider has stored with the payment. `cardToken` null: its list has it. */
  storedCard?: { userKey: string; cardToken: string | null }
}

export type Outcome =
  | { kind: 'captured'; receipt: Receipt }
  /** `code` is the bank's own (51, 54 …), for staff; payers get a sentence per group. */
  | { kind: 'declined'; code: string; text: string }
  /** Timed out, cut, unreadable, or the bank does not know: only an inquiry finds the outcome. Never sent again. */
  | { kind: 'unknown'; text: string }

export type Inquiry =
  /** `refunded`: what the bank has refunded of it; the whole amount if it was voided. */
  | { kind: 'captured'; amount: string; refunded: string; receipt: Receipt; unwanted?: string; taken?: string }
  | { kind: 'declined'; code: string; text: string }
  /** The bank has no such order. */
  | { kind: 'none' }
  /** The bank is still processing it, or did not answer. */
  | { kind: 'pending'; text: string }

export type RefundOutcome =
  | { kind: 'done'; code: string }
  | { kind: 'refused'; code: string; text: string }
  | { kind: 'unknown'; text: string }

/** A transaction of the bank's own list. `id` is the same whenever the list is read. */
export type BankTransaction = {
  id: string
  kind: 'sale' | 'refund'
  /** The order number at the bank: ours, or another one for what was not sold through the shop. */
  reference: string
  amount: string
  /** The other amount that the list has for it, such as what the card was charged with the provider's own fee. */
  taken?: string
  /** ISO 4217 letters. */
  currency: string
  /** Null if the list has days only. */
  at: Date | null
  receipt: Receipt
}

export type TransactionList =
  | { ok: true; transactions: readonly BankTransaction[] }
  /** Not reachable, refused or unreadable: the list is read again later, never in part. */
  | { ok: false; text: string }

/** Sends a request to a bank, with a timeout in milliseconds. Failures are values. */
export type BankHttp = (request: {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string
}) => Promise<{ ok: true; status: number; text: string; contentType: string } | { ok: false; reason: string }>

/** A POS account with its secrets decrypted. `settings` and `secrets` have the names that the adapter declares. */
export type PosTerms = {
  id: number
  adapter: PosAdapter
  mode: 'own_form' | 'hosted'
  environment: 'sandbox' | 'test' | 'live'
  settings: Readonly<Record<string, string>>
  secrets: Readonly<Record<string, string>>
}

/** Each protocol exports one adapter under its own name; `gateways.ts` has the table of them. */
export type Adapter = {
  /** Names of the settings and secrets that an account needs, as `toptan pos` asks for them. */
  settings: readonly string[]
  secrets: readonly string[]
  /** Names of optional settings; the adapter has their defaults. */
  optional?: readonly string[]
  /** Names of the settings that identify merchant, terminal and protocol: fixed once the account has payments. */
  identity: readonly string[]
  modes: readonly PosTerms['mode'][]
  /** Currencies in which an account can charge. */
  currencies: readonly PosCurrency[]
  /** Whether the protocol has a list of a day's transactions: whether its gateways have `transactions`. */
  hasList: boolean
  /**
   * The provider, as consent texts name it, if it keeps cards that are typed on the shop's own form. An account with the
   * optional setting `storedCards` = `off` does not use it.
   */
  keepsCards?: string
  open(terms: PosTerms, http: BankHttp, now: () => Date): Gateway
}
