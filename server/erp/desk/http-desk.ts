import type { Endpoint, Reply } from '#contract/core/endpoint.ts'
import {
  erpClaim,
  erpEndDocument,
  erpEndRun,
  erpForget,
  erpMissing,
  erpReportPage,
  erpSendRows,
  erpShopRows,
  erpStartRun,
  erpWork,
} from '#contract/integration/erp.ts'
import { requireOutsideCalls } from '#server/platform/http/outside-switch.ts'
import type { Desk } from './desk.ts'

export type DeskHttp = { url: string; key: string; fetch?: typeof fetch }

/** The shop refused a call, or could not be reached. */
export class DeskError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const timeout = 120_000

/** The desk of a connection for a program beside the ERP: calls of the integration API with the connection's key. */
export function httpDesk({ url, key, fetch: send = fetch }: DeskHttp): Desk {
  async function call<E extends Endpoint>(endpoint: E, body: object = {}): Promise<Reply<E>> {
    requireOutsideCalls()
    const response = await send(new URL(endpoint.path, url), {
      method: endpoint.method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    const answer = (await response.json().catch(() => ({}))) as { error?: { code?: string; message?: string } }
    if (response.ok) return answer as Reply<E>
    const { code = 'unknown', message = `The shop answered ${response.status}.` } = answer.error ?? {}
    throw new DeskError(response.status, code, message)
  }
  const unless = (code: string) => (error: unknown) => {
    if (error instanceof DeskError && error.code === code) return null
    throw error
  }
  return {
    work: () => call(erpWork).catch(unless('not_found')),
    startRun: (resource, kind) => call(erpStartRun, { resource, kind }).catch(unless('erp_busy')),
    send: async (resource, head, rows) => (await call(erpSendRows, { resource, head, rows })).results,
    report: async (page) => (await call(erpReportPage, page)).isOurs,
    async shopRows(resource, rows) {
      const { items } = await call(erpShopRows, { resource, rows })
      return new Map(items.map(({ key: rowKey, row }) => [rowKey, row]))
    },
    missing: (runId, limit) => call(erpMissing, { runId, limit }),
    forget: async (runId, keys) => void (await call(erpForget, { runId, keys })),
    endRun: async (end) => void (await call(erpEndRun, end)),
    claimDocument: async () => (await call(erpClaim)).document,
    endDocument: async ({ kind, subjectId, attempt }, outcome) =>
      void (await call(erpEndDocument, { kind, subjectId, attempt, outcome })),
  }
}
