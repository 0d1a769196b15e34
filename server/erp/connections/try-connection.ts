import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { absentPaths, sourcePaths } from '#domain/erp/absent-fields.ts'
import { mapRecord } from '#domain/erp/map-record.ts'
import type { InboundResource } from '#domain/erp/mapping.ts'
import {
  type AdapterTools,
  type ErpAdapter,
  ErpError,
  type ErpRecord,
  type ErpSession,
} from '#server/erp/adapters/adapter.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { openSession } from '#server/erp/engine/connector.ts'
import { findConnection, openSecrets } from './connection-rows.ts'
import { presentAbsent, presentProblem, readMapping } from './mapping-check.ts'

export type Trying = { pool: Pool; secret: Secret; adapters: ReadonlyMap<string, ErpAdapter>; tools: AdapterTools }

const previewRows = 10

/** Opens a session of a connection for `work`. Refused: a connection of a program beside the ERP, and whatever the ERP says. */
async function withSession<Value>(
  { pool, secret, adapters, tools }: Trying,
  id: number,
  locale: Locale,
  work: (session: ErpSession, adapter: ErpAdapter) => Promise<Value>,
): Promise<Value | Refusal> {
  const connection = await findConnection(pool, id)
  const adapter = adapters.get(connection?.kind ?? '')
  if (connection === undefined || adapter === undefined) return refuse('not_found')
  if (connection.key_id !== null) return refuse('erp_runs_beside')
  const settings = { ...connection.settings, ...openSecrets(secret, id, connection.secrets) }
  const session = openSession(adapter, settings, tools)
  try {
    return await work(session, adapter)
  } catch (error) {
    if (error instanceof ErpError) return refuse('erp_failed', { message: messageOf(error, locale) })
    throw error
  } finally {
    await session.close()
  }
}

const messageOf = ({ message, own }: ErpError, locale: Locale): string =>
  own === null ? message : translate(locale, `erp.own.${own.code}`, own.facts)

/** Signs in to the ERP and returns what it tells about itself. */
export const checkConnection = (trying: Trying, id: number, locale: Locale) =>
  withSession(trying, id, locale, async (session) => ({ facts: { ...(await session.check()) } }))

/** What a mapping makes of the first records of a resource. Nothing is stored. */
export function previewMapping(
  trying: Trying,
  id: number,
  { resource, mapping: text }: { resource: InboundResource; mapping: string },
  locale: Locale,
) {
  return withSession(trying, id, locale, async (session, adapter) => {
    const { mapping, problems } = readMapping(text, adapter, locale)
    const part = problems.length === 0 ? mapping.inbound?.[resource] : undefined
    if (part === undefined) return { problems, warnings: [], rows: [] }
    const records = await firstRecords(session, resource)
    const rows = records.map((record) => {
      const mapped = mapRecord(mapping, { ...part, place: `inbound.${resource}` }, record)
      return {
        record: JSON.stringify(record, null, 2),
        row: mapped.state === 'row' ? JSON.stringify(mapped.row, null, 2) : null,
        problem: mapped.state === 'problem' ? presentProblem(mapped.problem, locale) : null,
      }
    })
    const absent = records.length === 0 ? [] : absentPaths(sourcePaths(mapping, resource), records)
    const warnings = presentAbsent(absent, { mapping, resource, template: adapter.template }, locale)
    return { problems, warnings, rows }
  })
}

async function firstRecords(session: ErpSession, resource: InboundResource): Promise<ErpRecord[]> {
  const records: ErpRecord[] = []
  for await (const page of session.read(resource, { mark: null, pageSize: previewRows })) {
    records.push(...page.records)
    if (records.length >= previewRows) break
  }
  return records.slice(0, previewRows)
}
