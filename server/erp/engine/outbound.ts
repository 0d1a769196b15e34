import { mapRecord } from '#domain/erp/map-record.ts'
import type { Mapping } from '#domain/erp/mapping.ts'
import { withFreeGoods } from '#domain/erp/free-goods.ts'
import { withRates } from '#domain/erp/order-rates.ts'
import { ErpError, type ErpSession, type FoundDocument, type OutboundDocument } from '#server/erp/adapters/adapter.ts'
import type { Desk, DocumentOutcome, DueDocument } from '#server/erp/desk/desk.ts'
import { failpoint } from '#server/platform/failpoint.ts'

/**
 * Sends what is due to the ERP, one document after the other. A document whose earlier attempt may have been carried out is
 * looked up by our number first, so that a lost answer never makes a second one. Returns how many were booked.
 *
 * Throws an `ErpError` when the ERP cannot be reached, does not answer or lets nobody in: what is left waits.
 */
export async function sendDocuments(desk: Desk, session: ErpSession, mapping: Mapping): Promise<number> {
  let booked = 0
  for (;;) {
    const document = await desk.claimDocument()
    if (document === null) return booked
    const { outcome, stop } = await book(session, mapping, document)
    await desk.endDocument(document, outcome)
    if (outcome.state === 'booked') booked += 1
    if (stop !== undefined) throw stop
  }
}

type Booked = { outcome: DocumentOutcome; stop?: ErpError }

async function book(session: ErpSession, mapping: Mapping, document: DueDocument): Promise<Booked> {
  const prepared = prepare(mapping, document)
  if ('outcome' in prepared) return prepared
  try {
    const found = document.mayExist ? await session.find(document.kind, document.number) : null
    if (found !== null) return { outcome: outcomeOf(found) }
  } catch (error) {
    // Whether it exists is as unknown as before.
    return stopped(error, 'unknown')
  }
  try {
    failpoint('erp.before_write')
    const written = await session.write(prepared.document)
    failpoint('erp.after_write')
    return { outcome: outcomeOf(written) }
  } catch (error) {
    if (!(error instanceof ErpError) || error.reason === 'unknown') return stopped(error, 'unknown')
    if (error.reason === 'refused') return { outcome: { state: 'refused', message: error.message } }
    return stopped(error, document.mayExist ? 'unknown' : 'waiting')
  }
}

function outcomeOf({ documentNo, refusal }: FoundDocument): DocumentOutcome {
  if (refusal !== undefined) return { state: 'refused', message: refusal.slice(0, 500) }
  return documentNo === null ? { state: 'delivered' } : { state: 'booked', documentNo }
}

const stopped = (error: unknown, state: 'unknown' | 'waiting'): Booked => ({
  outcome: { state, message: textOf(error) },
  stop: error instanceof ErpError ? error : new ErpError('unavailable', textOf(error)),
})

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)

/** The document that the mapping makes of a record. */
function prepare(
  mapping: Mapping,
  { kind, number, parentNo, record: own }: DueDocument,
): { document: OutboundDocument } | { outcome: DocumentOutcome } {
  const part = mapping.outbound?.[kind]
  const refused = (message: string) => ({ outcome: { state: 'refused' as const, message } })
  if (part === undefined) return refused(`outbound.${kind}`)
  const place = `outbound.${kind}`
  const record = withFreeGoods(withRates(own))
  const head = mapRecord(mapping, { fields: part.head, place: `${place}.head` }, record)
  if (head.state !== 'row') return refused(problemText(head))
  const lines: Record<string, unknown>[] = []
  for (const line of part.lines === undefined ? [] : linesOf(record)) {
    const mapped = mapRecord(mapping, { fields: part.lines ?? {}, place: `${place}.lines` }, { ...record, line })
    if (mapped.state !== 'row') return refused(problemText(mapped))
    lines.push(mapped.row)
  }
  return { document: { kind, number, parentNo, head: head.row, lines } }
}

const linesOf = (record: DueDocument['record']): readonly object[] =>
  Array.isArray(record['lines']) ? (record['lines'] as object[]) : []

function problemText(mapped: Exclude<ReturnType<typeof mapRecord>, { state: 'row' }>): string {
  if (mapped.state === 'skipped') return ''
  const { place, code, about } = mapped.problem
  return `${place}: ${code} (${about})`
}
