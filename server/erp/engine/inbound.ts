import { absentPaths, type SourcePath, sourcePaths } from '#domain/erp/absent-fields.ts'
import { mapRecord } from '#domain/erp/map-record.ts'
import type { InboundResource, Mapping } from '#domain/erp/mapping.ts'
import { ErpError, type ErpRecord, type ErpSession } from '#server/erp/adapters/adapter.ts'
import type { Desk, Difference, FailedRun, PageReport, RefusedRow, RunKind } from '#server/erp/desk/desk.ts'
import { keyOf, removalOf, removalRecord, requestsOf } from './rows.ts'

/** Records read at once. */
const pageSize = 1_000
/** Rows removed at once. */
const missingAtOnce = 1_000

type Run = { desk: Desk; mapping: Mapping; resource: InboundResource; kind: RunKind }
type Read = { record: ErpRecord; row: Readonly<Record<string, unknown>>; key: string }
type Done = Pick<PageReport, 'changed' | 'refused' | 'keys' | 'differences'>

/** Another run has the resource now. */
class LostRun extends Error {}
class TooManyMissing extends Error {}

/**
 * Reads one resource of an ERP into the shop, page by page: the rows of a page are in the shop before the next one is read,
 * and a run of changes that ends in the middle goes on after its last page. Returns false if another run has the resource.
 */
export async function readResource(
  desk: Desk,
  session: ErpSession,
  mapping: Mapping,
  { resource, kind }: { resource: InboundResource; kind: RunKind },
): Promise<boolean> {
  const started = await desk.startRun(resource, kind)
  if (started === null) return false
  const { runId } = started
  const run = { desk, mapping, resource, kind }
  let isUnnamed = false
  let absent = sourcePaths(mapping, resource)
  let hasRead = false
  try {
    const from = { mark: kind === 'changes' ? started.mark : null, pageSize, kind, isKnown: started.mark !== null }
    for await (const page of session.read(resource, from)) {
      const { rows, refused, unnamed } = mapPage(run, page.records)
      isUnnamed ||= unnamed > 0
      hasRead ||= page.records.length > 0
      absent = absentPaths(absent, page.records)
      const done = kind === 'compare' ? await comparePage(run, rows) : await writePage(run, rows)
      const isOurs = await desk.report({
        ...done,
        runId,
        read: page.records.length,
        refused: [...refused, ...done.refused],
        ...(page.mark !== undefined && kind !== 'compare' && { mark: page.mark }),
      })
      if (!isOurs) throw new LostRun()
    }
    // A record without a key may be any of those that seem to be missing.
    if (kind === 'full' && !isUnnamed) await removeMissing(run, runId)
    // Few records of a run of changes may have an optional field.
    const absentFields = hasRead && kind !== 'changes' ? shortened(absent) : []
    await desk.endRun({ runId, state: 'done', ...(absentFields.length > 0 && { absentFields }) })
  } catch (error) {
    if (error instanceof LostRun) return true
    await desk.endRun({ runId, ...failureOf(error) })
    throw error
  }
  return true
}

/** What a report takes: a mapping of any size must not keep a run from ending. */
const shortened = (paths: readonly SourcePath[]): SourcePath[] =>
  paths.slice(0, 1_000).map(({ place, path }) => ({ place: place.slice(0, 500), path: path.slice(0, 500) }))

function failureOf(error: unknown): FailedRun {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  if (error instanceof TooManyMissing) return { state: 'failed', reason: 'missing', message }
  if (!(error instanceof ErpError)) return { state: 'failed', reason: 'shop', message }
  return { state: 'failed', reason: error.reason === 'settings' ? 'settings' : 'unavailable', message }
}

function mapPage(
  { mapping, resource }: Run,
  records: readonly ErpRecord[],
): { rows: Read[]; refused: RefusedRow[]; unnamed: number } {
  const rows: Read[] = []
  const refused: RefusedRow[] = []
  let unnamed = 0
  const part = mapping.inbound?.[resource]
  if (part === undefined) return { rows, refused, unnamed }
  for (const record of records) {
    const mapped = mapRecord(mapping, { ...part, place: `inbound.${resource}` }, record)
    if (mapped.state === 'skipped') continue
    const key = keyOf(resource, mapped.row)
    if (key === '') unnamed += 1
    if (mapped.state === 'row') rows.push({ record, row: mapped.row, key })
    else {
      const { code, place, about } = mapped.problem
      refused.push({ key: key || JSON.stringify(record).slice(0, 200), code, place, message: about, record })
    }
  }
  return { rows, refused, unnamed }
}

/** Writes the rows of a page. Of rows with the same key, the last one counts. */
async function writePage({ desk, resource }: Run, rows: readonly Read[]): Promise<Done> {
  const latest = [...new Map(rows.map((read) => [read.key || read, read])).values()]
  const done: Done & { keys: string[] } = { changed: 0, refused: [], keys: [] }
  for (const { head, rows: sent } of requestsOf(
    resource,
    latest.map(({ row }, index) => ({ index, row })),
  )) {
    const results = await desk.send(
      resource,
      head,
      sent.map(({ row }) => row),
    )
    for (const [position, { status, error }] of results.entries()) {
      const read = latest[sent[position]?.index ?? -1]
      if (read === undefined) continue
      if (error === null) done.keys.push(read.key)
      else {
        const { code, field, message } = error
        done.refused.push({
          key: read.key || JSON.stringify(read.record).slice(0, 200),
          code,
          place: field,
          message,
          record: read.record,
        })
      }
      if (status === 'created' || status === 'updated') done.changed += 1
    }
  }
  return done
}

/** Compares the rows of a page with the shop, field by field. */
async function comparePage({ desk, resource }: Run, rows: readonly Read[]): Promise<Done> {
  const inShop = await desk.shopRows(
    resource,
    rows.map(({ row }) => row),
  )
  const differences: Difference[] = []
  let changed = 0
  for (const { key, row } of rows) {
    const own = differencesOf(key, row, inShop.get(key))
    if (own.length > 0) changed += 1
    differences.push(...own)
  }
  return { changed, refused: [], keys: rows.map(({ key }) => key), differences }
}

function differencesOf(key: string, row: Read['row'], shop: Read['row'] | undefined): Difference[] {
  if (shop === undefined) return [{ key, field: '', inErp: key, inShop: null }]
  return Object.keys(shop)
    .filter((field) => row[field] !== undefined && !isSame(row[field], shop[field]))
    .map((field) => ({ key, field, inErp: textOf(row[field]), inShop: textOf(shop[field]) }))
}

const numberText = /^-?\d+(?:\.\d+)?$/

/** Numbers are the same with any number of zeros at their end. */
function isSame(left: unknown, right: unknown): boolean {
  const [a, b] = [textOf(left) ?? '', textOf(right) ?? '']
  if (a === b) return true
  return numberText.test(a) && numberText.test(b) && trimmedNumber(a) === trimmedNumber(b)
}

const trimmedNumber = (text: string) =>
  (text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text).replace(/^-0$/, '0')

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value.trim() : JSON.stringify(value)
}

/**
 * Removes what a full read has not seen, unless so much is missing that the read itself is more likely wrong. What the shop
 * refuses to remove is among the refused rows, and the next full read tries again.
 */
async function removeMissing({ desk, resource }: Run, runId: number): Promise<void> {
  if (removalOf(resource, 'x') === null) return
  for (;;) {
    const { tooMany, count, keys } = await desk.missing(runId, missingAtOnce)
    if (tooMany) throw new TooManyMissing(String(count))
    if (keys.length === 0) return
    const rows = keys.flatMap((key, index) => ({ index, row: removalOf(resource, key) ?? {} }))
    const removed: string[] = []
    const refused: RefusedRow[] = []
    for (const { head, rows: sent } of requestsOf(resource, rows)) {
      const results = await desk.send(
        resource,
        head,
        sent.map(({ row }) => row),
      )
      for (const [position, { error }] of results.entries()) {
        const index = sent[position]?.index ?? -1
        const [key, row] = [keys[index], rows[index]?.row]
        if (key === undefined || row === undefined) continue
        if (error === null || gone.has(error.code)) removed.push(key)
        else {
          const { code, field, message } = error
          refused.push({ key, code, place: field, message, record: removalRecord(row) })
        }
      }
    }
    await desk.forget(runId, removed)
    const isOurs = refused.length === 0 || (await desk.report({ runId, read: 0, changed: 0, refused, keys: [] }))
    if (!isOurs) throw new LostRun()
  }
}

/** The shop does not have the row either, or keeps it: every product has its default unit. */
const gone = new Set([
  'product_unknown',
  'dealer_unknown',
  'name_missing',
  'warehouse_unknown',
  'price_list_not_found',
  'unit_default',
])
