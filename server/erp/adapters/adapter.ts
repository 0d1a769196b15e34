import type { Facts } from '#contract/core/words.ts'
import type { InboundResource, Mapping, OutboundKind } from '#domain/erp/mapping.ts'

/** A field of the connection form. Secrets are stored encrypted and never shown again. */
export type SettingField = {
  name: string
  type: 'text' | 'number' | 'url' | 'secret' | 'switch' | 'choice' | 'area' | 'secretArea'
  isNeeded?: boolean
  choices?: readonly string[]
  /** Shown in an empty field and used without an entry. */
  standard?: string
  /** Fields of a group stand together under its name: that of a resource or of a part of the form. */
  group?: string
  /** Shown, and needed, only with this choice in another field. */
  shownIf?: { field: string; choice: string }
  /** Decides to whom the secrets are sent: after a change they have to be entered again. */
  isTarget?: boolean
}
export type Settings = Readonly<Record<string, string>>

/** A record as the ERP sends it. */
export type ErpRecord = Readonly<Record<string, unknown>>

/** A page of records. `mark` is where the next run goes on; it is stored once the page's rows are in the shop. */
export type ErpPage = { records: ErpRecord[]; mark?: string }

/** What a run does: reads what changed, reads everything, or only compares everything with the shop. */
export type RunKind = 'changes' | 'full' | 'compare'

/** Where a read starts: null reads everything. `mark` is what the last page of an earlier run gave. */
export type ReadFrom = {
  mark: string | null
  pageSize: number
  /** Without it, as with `compare`: the pages are not stored, and what was read must be there for the next run. */
  kind?: RunKind
  /** Whether an earlier run has read anything. */
  isKnown?: boolean
}

/**
 * A document of the ERP for one of our records. `documentNo` is what people in the ERP see; null: the ERP has the document and
 * gives it a number later, for which `find` is called from time to time.
 */
export type ErpDocument = { documentNo: string | null }

/** What `find` returns; `refusal` has the words of an ERP that has refused the document since it was written. */
export type FoundDocument = ErpDocument & { refusal?: string }

/** What goes to the ERP: our number, and the head and lines that the mapping made. */
export type OutboundDocument = {
  kind: OutboundKind
  /** Our own number: order number, payment reference, refund id. It must be findable in the ERP afterwards. */
  number: string
  head: Readonly<Record<string, unknown>>
  lines: readonly Readonly<Record<string, unknown>>[]
  /** The ERP's number of the order, for its cancellation; of the payment, for its refund. */
  parentNo: string | null
}

/**
 * Connected to an ERP for one run. Every method may throw an `ErpError`. `write` never repeats by itself: after any error but
 * `refused` the caller looks the document up with `find` before it writes again.
 */
export type ErpSession = {
  /** Signs in and reads something harmless. Returns what identifies the other side: its version, company and period. */
  check(): Promise<Readonly<Record<string, string>>>
  read(resource: InboundResource, from: ReadFrom): AsyncIterable<ErpPage>
  find(kind: OutboundKind, number: string): Promise<FoundDocument | null>
  write(document: OutboundDocument): Promise<ErpDocument>
  /** Frees the seat of the ERP's licence. Never throws. */
  close(): Promise<void>
}

/** Sends a request to the ERP. Redirects are not followed; an answer over `maxBytes` is an error. */
export type ErpHttp = (request: {
  url: string
  method: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  /** Milliseconds for the whole answer. */
  timeout?: number
}) => Promise<{ status: number; text: string }>

export type AdapterTools = {
  http: ErpHttp
  /** Files are read and written only below this folder of the machine, an absolute path; null: not at all. */
  filesFolder?: string | null
  now(): Date
  /** One line for the log of the run. Never a password, a token or a person's data. */
  note(text: string): void
}

export type ErpAdapter = {
  kind: string
  settings: readonly SettingField[]
  /** What it reads, and how changes are found: by the date of the change, by a counter, or only by reading everything. */
  inbound: Partial<Record<InboundResource, { changes: 'date' | 'counter' | 'all' }>>
  outbound: readonly OutboundKind[]
  /** Hours between full reads of a new connection, 24 by default; null: by hand only. */
  fullEveryHours?: number | null
  /** The mapping that a new connection starts with. */
  template: Mapping
  /** Fields of the ERP's records and documents, by section of the mapping, where they are known. */
  knownFields: Readonly<Record<string, readonly string[]>>
  /** Prepares a session; nothing is sent yet. */
  open(settings: Settings, tools: AdapterTools): ErpSession
}

/**
 * Why something failed in the ERP.
 *
 * - `unavailable`: no connection, or an answer that means "try later" (a full licence, a restart, a locked record). Nothing
 *   was written.
 * - `unknown`: the request may have been carried out: a timeout, a lost connection or an answer of an unknown shape after a
 *   write was sent.
 * - `refused`: the ERP does not accept it; `message` has its own words. Sending the same again does not help.
 * - `settings`: the connection is not right: a wrong password, address, company or period.
 */
export class ErpError extends Error {
  readonly reason: 'unavailable' | 'unknown' | 'refused' | 'settings'

  /** For messages of the shop's own: their text in each language is `erp.own.<code>`. */
  readonly own: { code: string; facts: Facts } | null

  constructor(reason: ErpError['reason'], message: string, own: ErpError['own'] = null) {
    super(message)
    this.reason = reason
    this.own = own
  }
}
