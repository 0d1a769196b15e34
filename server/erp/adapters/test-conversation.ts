import { expect } from 'vitest'
import { mapRecord } from '#domain/erp/map-record.ts'
import type { OutboundKind } from '#domain/erp/mapping.ts'
import { withFreeGoods } from '#domain/erp/free-goods.ts'
import { withRates } from '#domain/erp/order-rates.ts'
import { ErpError, type ErpAdapter, type ErpSession, type OutboundDocument, type Settings } from './adapter.ts'

type Reply = { status?: number; json?: unknown; text?: string } | Error
export type Sent = { method: string; path: string; headers: Readonly<Record<string, string>>; body: string }

/** A session with an ERP that gives prepared answers, in order, and what it was sent. */
export function converse(
  adapter: ErpAdapter,
  settings: Settings,
  replies: readonly Reply[],
  now = '2026-11-22T09:00:00Z',
): { session: ErpSession; sent: Sent[]; notes: string[] } {
  const sent: Sent[] = []
  const notes: string[] = []
  const rest = [...replies]
  const session = adapter.open(settings, {
    now: () => new Date(now),
    note: (text) => void notes.push(text),
    http({ url, method, headers = {}, body = '' }) {
      const { pathname, search } = new URL(url)
      sent.push({ method, path: `${pathname}${search}`, headers, body })
      const reply = rest.shift()
      if (reply === undefined) return Promise.reject(new Error(`No answer is prepared for ${method} ${pathname}.`))
      if (reply instanceof Error) return Promise.reject(reply)
      return Promise.resolve({ status: reply.status ?? 200, text: reply.text ?? JSON.stringify(reply.json) })
    },
  })
  return { session, sent, notes }
}

export const failureOf = (promise: Promise<unknown>): Promise<ErpError> =>
  promise.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => (error instanceof ErpError ? error : expect.fail(String(error))),
  )

const number = 'S2026000017'
const records: Readonly<Record<OutboundKind, object>> = {
  order: {
    orderNo: number,
    createdAt: '2026-11-21T22:30:00.000Z',
    dealer: { code: '120.01', name: '' },
    branch: null,
    note: 'Kapıda teslim',
    paymentPlan: null,
    currency: 'USD',
    rates: { USD: '46.75' },
    lines: [
      {
        code: 'A-1',
        unit: 'KOLİ',
        multiplier: '12',
        quantity: 3,
        priceCurrency: 'USD',
        taxRate: '20',
        amount: '10.00',
      },
    ],
    stock: [],
  },
  cancellation: { orderNo: number },
  payment: {
    reference: number,
    capturedAt: '2026-11-21T22:30:00.000Z',
    dealer: { code: '120.01', name: '' },
    amount: '1030.26',
    baseAmount: '1000.25',
    currency: 'TRY',
    pos: { code: 'GARANTI', name: 'Garanti' },
  },
  refund: {
    id: 17,
    paymentReference: number,
    endedAt: '2026-11-21T22:30:00.000Z',
    dealer: { code: '120.01', name: '' },
    amount: '250.50',
    currency: 'TRY',
  },
}

/** A document of the shop by the template: an order in US dollars, a card payment in lira. */
export function templateDocument(adapter: ErpAdapter, kind: OutboundKind): OutboundDocument {
  const part = adapter.template.outbound?.[kind] ?? { head: {} }
  const record = withFreeGoods(withRates(records[kind] as Record<string, unknown>))
  const map = (fields: typeof part.head, from: Record<string, unknown>) => {
    const mapped = mapRecord(adapter.template, { fields, place: kind }, from)
    return mapped.state === 'row' ? mapped.row : expect.fail(JSON.stringify(mapped))
  }
  const lines = part.lines === undefined ? [] : ((record['lines'] ?? []) as object[])
  return {
    kind,
    number,
    parentNo: null,
    head: map(part.head, { ...record }),
    lines: lines.map((line) => map(part.lines ?? {}, { ...record, line })),
  }
}
