import {
  type AdapterTools,
  type ErpAdapter,
  ErpError,
  type ErpSession,
  type Settings,
} from '#server/erp/adapters/adapter.ts'
import type { Desk, Work } from '#server/erp/desk/desk.ts'
import { readResource } from './inbound.ts'
import { sendDocuments } from './outbound.ts'

export type ConnectorDeps = {
  adapters: ReadonlyMap<string, ErpAdapter>
  tools: AdapterTools
}

/** What a turn did: `false` if nothing was due. A failure of the ERP ends the turn and is returned, not thrown. */
export type Turn = { isBusy: boolean; failure: Error | null }

/**
 * Does what is due for a connection: sends documents first, because people wait for them, then reads. One session serves
 * the whole turn and frees its seat in the ERP at the end.
 */
export async function runTurn(desk: Desk, { adapters, tools }: ConnectorDeps): Promise<Turn> {
  const work = await desk.work()
  if (work === null || (work.due.length === 0 && !work.hasDocuments)) {
    return { isBusy: false, failure: null }
  }
  const adapter = adapters.get(work.kind)
  if (adapter === undefined) return { isBusy: false, failure: new Error(`There is no adapter ${work.kind}.`) }
  const session = openSession(adapter, work.settings, tools)
  try {
    if (work.hasDocuments) await sendDocuments(desk, session, work.mapping)
    const failures = await readDue(desk, session, work)
    return { isBusy: true, failure: failures[0] ?? null }
  } catch (error) {
    return { isBusy: true, failure: error instanceof Error ? error : new Error(String(error)) }
  } finally {
    await session.close()
  }
}

/** Opens a session. With settings that are not right, each of its calls fails with the reason, as those of the ERP do. */
export function openSession(adapter: ErpAdapter, settings: Settings, tools: AdapterTools): ErpSession {
  try {
    return adapter.open(settings, tools)
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    const fail = () => Promise.reject(error)
    const read = () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) })
    return { check: fail, read, find: fail, write: fail, close: () => Promise.resolve() }
  }
}

/** A resource that fails does not keep the others waiting, unless the ERP lets nobody in. */
async function readDue(desk: Desk, session: ErpSession, { due, mapping }: Work): Promise<Error[]> {
  const failures: Error[] = []
  for (const each of due) {
    try {
      await readResource(desk, session, mapping, each)
    } catch (error) {
      failures.push(error instanceof Error ? error : new Error(String(error)))
      if (error instanceof ErpError && error.reason === 'settings') break
    }
  }
  return failures
}
