/**
 * A bank's or payment company's protocol behind one interface; one file per protocol. A gateway reads and writes its own
 * messages and nothing else: it knows no database and no state of a payment. Amounts are lira as decimal text with two
 * decimals ("1234.50"). Nothing it returns or throws holds a card number, a security code, or a key.
 */
export type Gateway = {
  /** Whether the bank takes the money itself before it sends the browser back: then a missing callback may be money. */
  takesMoneyItself: boolean
  /** Where its pages are, for the frame's policy: origins. */
  origins: readonly string[]
  /** Starts 3-D Secure, or the provider's own page in hosted mode, where `card` is null. */
  start(charge: Charge, card: Card | null): Promise<Started>
  /** What came back by the browser, or from server to server: its signature is checked before anything else. */
  readCallback(callback: Callback, charge: Charge): CallbackResult
  /** Asks for the money of an authenticated payment. Never sent twice for one charge. */
  capture(charge: Charge, proof: Proof): Promise<Outcome>
  /** What the bank knows of the charge. */
  inquire(charge: Charge, receipt: Receipt | null): Promise<Inquiry>
  /** Takes the whole amount back on the day of its capture. */
  void(charge: Charge, receipt: Receipt): Promise<RefundOutcome>
  /** Gives back part or all of a captured amount. */
  refund(charge: Charge, receipt: Receipt, amount: string): Promise<RefundOutcome>
  /** Reads whose callback a message from server to server is, and what the sender wants to hear; null = not one of ours. */
  readNotice?(callback: Callback): { reference: string } | null
  noticeAnswer?: string
}

/** Lives as long as the request that carries it. `number` and `cvc` digits only; month 01 to 12, year of two digits. */
export type Card = { number: string; cvc: string; month: string; year: string; holder: string }

/** What is charged, as it stands in our books: what a callback says is compared with it. */
export type Charge = {
  /** The payment's order number at the bank: 20 capital letters and digits. */
  reference: string
  amount: string
  currency: 'TRY'
  /** 1 = single payment. */
  installment: number
  /** Where the bank sends the browser back to (absolute), and where a hosted page sends who gives up. */
  callbackUrl: string
  address: string
  locale: 'tr' | 'en'
  /** The provider's own name of it: what `start` told, later the receipt's. */
  bankReference: string | null
  buyer: { id: string; name: string; email: string; phone: string; taxNumber: string; address: string; city: string }
  /** What is bought, as few lines as the provider needs; their amounts add up to the base amount. */
  basket: readonly { id: string; name: string; category: string; amount: string }[]
  baseAmount: string
}

/** What the frame does next: send a form to the bank, or go to an address. `bankReference`: the provider's own name of it. */
export type Started =
  | { ok: true; step: BrowserStep; bankReference?: string }
  | { ok: false; kind: 'declined'; code: string; text: string }
  /** Not reachable, or an answer that nobody can read. No money moves before 3-D Secure, so this fails the attempt. */
  | { ok: false; kind: 'unreachable'; text: string }
export type BrowserStep =
  | { kind: 'form'; action: string; fields: readonly (readonly [name: string, value: string])[] }
  | { kind: 'redirect'; url: string }

/** A callback as it came: the body's bytes, what they read as in order, and the headers. */
export type Callback = {
  raw: Buffer
  fields: readonly (readonly [name: string, value: string])[]
  headers: Readonly<Record<string, string | undefined>>
  json?: unknown
}

export type CallbackResult =
  /** Signature, amount, currency, installment, merchant or order number are not those of the charge: nothing changes. */
  | { kind: 'forged'; reason: string }
  /** The cardholder was not authenticated (code `3D-` and the mdStatus, which was not 1), or the bank declined. */
  | { kind: 'declined'; code: string; text: string }
  /** Authenticated; the money is asked for with `proof`, which is never written down. */
  | { kind: 'authenticated'; proof: Proof }
  /** The bank has taken the money itself. `unwanted`: not as we take it (half authentication); it has to go back. */
  | { kind: 'captured'; receipt: Receipt; unwanted?: string }
  /**
   * What came proves nothing, so the payment stays as it is. `ask`: an inquiry is likely to tell already, since the bank has
   * taken the money by now or never will.
   */
  | { kind: 'returned'; ask?: true }

export type Proof = Readonly<Record<string, string>>

/** What a bank tells of a captured payment, for refunds, staff and disputes. */
export type Receipt = {
  authCode: string | null
  bankReference: string | null
  transaction: string | null
  cardFirst6?: string
  cardLast4?: string
}

export type Outcome =
  | { kind: 'captured'; receipt: Receipt }
  /** `code` is the bank's own (51, 54 …), for staff; people get a sentence by group. */
  | { kind: 'declined'; code: string; text: string }
  /** Timed out, cut, unreadable, or the bank does not know: only an inquiry tells. Never sent again. */
  | { kind: 'unknown'; text: string }

export type Inquiry =
  /** `refunded`: what went back of it, as the bank has it; the whole amount when it was voided. */
  | { kind: 'captured'; amount: string; refunded: string; receipt: Receipt; unwanted?: string }
  | { kind: 'declined'; code: string; text: string }
  /** The bank has no such order. */
  | { kind: 'none' }
  /** The bank is at it, or did not answer. */
  | { kind: 'pending'; text: string }

export type RefundOutcome =
  | { kind: 'done'; code: string }
  | { kind: 'refused'; code: string; text: string }
  | { kind: 'unknown'; text: string }

/** The way out to a bank. Times out after `timeout` milliseconds; failures are values. */
export type BankHttp = (request: {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
}) => Promise<{ ok: true; status: number; text: string; contentType: string } | { ok: false; reason: string }>

/** An active POS account with its secrets opened. `settings` and `secrets` are what the adapter names. */
export type PosTerms = {
  id: number
  adapter: 'nestpay' | 'iyzico' | 'paytr' | 'garanti'
  mode: 'own_form' | 'hosted'
  environment: 'sandbox' | 'test' | 'live'
  settings: Readonly<Record<string, string>>
  secrets: Readonly<Record<string, string>>
}

/** Each adapter file exports one of these under its own name; `gateways.ts` has the table of them. */
export type Adapter = {
  /** Settings and secrets that an account needs, as `toptan pos` asks for them. */
  settings: readonly string[]
  secrets: readonly string[]
  /** Settings that may be left out: what stands in the adapter's file holds then. */
  optional?: readonly string[]
  modes: readonly PosTerms['mode'][]
  open(terms: PosTerms, http: BankHttp, now: () => Date): Gateway
}
