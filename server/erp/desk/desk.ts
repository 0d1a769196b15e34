import type { SourcePath } from '#domain/erp/absent-fields.ts'
import type { InboundResource, Mapping, OutboundKind } from '#domain/erp/mapping.ts'
import type { RunKind, Settings } from '#server/erp/adapters/adapter.ts'

export type { RunKind } from '#server/erp/adapters/adapter.ts'

/** What is due for a connection. Its settings include the secrets: they are for the adapter only. */
export type Work = {
  name: string
  kind: string
  settings: Settings
  mapping: Mapping
  due: { resource: InboundResource; kind: RunKind }[]
  hasDocuments: boolean
}

export type StartedRun = {
  runId: number
  /** Where the last run of changes ended; null: everything. */
  mark: string | null
}

/** A row that is not in the shop, with the record that it came from. */
export type RefusedRow = { key: string; code: string; place: string | null; message: string; record: object }

export type PageReport = {
  runId: number
  read: number
  changed: number
  refused: RefusedRow[]
  /** Keys of rows that are in the shop now, or in a comparison: that were read. */
  keys: string[]
  mark?: string | undefined
  differences?: Difference[] | undefined
}

export type Difference = { key: string; field: string; inErp: string | null; inShop: string | null }

/** `missing`: a full read saw so little that it is not believed. `shop`: the shop did not accept what was sent. */
export type FailedRun = {
  state: 'failed'
  reason: 'unavailable' | 'settings' | 'missing' | 'shop'
  message: string
}
export type RunEnd = { runId: number } & (
  | {
      state: 'done'
      /** Paths of the mapping that no record had. */
      absentFields?: SourcePath[] | undefined
    }
  | FailedRun
)

export type DueDocument = {
  kind: OutboundKind
  subjectId: number
  /** Our own number. */
  number: string
  /** The number of this attempt: a later attempt has taken over when the shop refuses its outcome. */
  attempt: number
  /** An earlier attempt may have written it. */
  mayExist: boolean
  /** The ERP's number of the document that this one is about. */
  parentNo: string | null
  record: Readonly<Record<string, unknown>>
}

export type DocumentOutcome =
  | { state: 'booked'; documentNo: string }
  /** The ERP has it and gives it a number later. */
  | { state: 'delivered' }
  | { state: 'refused' | 'unknown' | 'waiting'; message: string }

export type SentRow = {
  status: 'created' | 'updated' | 'unchanged' | 'rejected'
  error: null | { code: string; field: string | null; message: string }
}

/**
 * What a connector needs from the shop. Within the shop these are functions, beside the ERP they are calls of the
 * integration API: the engine does not know the difference.
 */
export type Desk = {
  /** Null: the connection was removed. */
  work(): Promise<Work | null>
  /** Null: another run holds the resource. */
  startRun(resource: InboundResource, kind: RunKind): Promise<StartedRun | null>
  /** Writes rows. `head` has what applies to all of them: the price list, and whether VAT is included. */
  send(resource: InboundResource, head: object, rows: readonly object[]): Promise<SentRow[]>
  /** Stores what a page brought, and keeps the resource. False: the run has lost it and must end. */
  report(page: PageReport): Promise<boolean>
  /** The shop's values of these keys, by field, for a comparison; keys that it does not have are missing. */
  shopRows(resource: InboundResource, rows: readonly object[]): Promise<Map<string, Readonly<Record<string, unknown>>>>
  /**
   * After a full read: keys that were not seen, at most `limit`. `tooMany` if so many are missing that a broken read is more
   * likely.
   */
  missing(runId: number, limit: number): Promise<{ tooMany: boolean; count: number; keys: string[] }>
  /** Forgets missing keys that were switched off in the shop. */
  forget(runId: number, keys: readonly string[]): Promise<void>
  endRun(end: RunEnd): Promise<void>
  claimDocument(): Promise<DueDocument | null>
  endDocument(document: Pick<DueDocument, 'kind' | 'subjectId' | 'attempt'>, outcome: DocumentOutcome): Promise<void>
}
