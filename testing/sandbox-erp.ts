import Fastify, { type FastifyInstance } from 'fastify'
import type { ErpHttp, ErpSession, Settings } from '#server/erp/adapters/adapter.ts'
import { acceptBodies } from '#server/platform/http/body.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { createTestDatabase } from '#server/platform/db/test-database.ts'
import { sandboxLogo, sandboxMikro, sandboxNetsis, serveSandboxErp } from '#server/sandbox-erp/sandbox-erp.ts'

export type SentRequest = Parameters<ErpHttp>[0]

export type TestErp = {
  app: FastifyInstance
  pool: Pool
  http: ErpHttp
  /** Requests since the last call, the oldest first. */
  sent(): SentRequest[]
  notes: string[]
  setClock(moment: string): void
  now: () => Date
  fault(fault: string, options?: { dialect?: string; number?: string; times?: number }): Promise<void>
  /** A call as people in the ERP make changes. */
  change(path: string, body: object): Promise<boolean>
  close(): Promise<void>
}

const root = 'http://erp.test'

/** Settings that the sandbox ERP accepts, by the kind of the adapter. */
export const sandboxSettings: Readonly<Record<string, Settings>> = {
  logo: { url: `${root}/sandbox-erp/logo`, ...sandboxLogo, period: '1', bankAccount: 'POS1' },
  netsis: { url: `${root}/sandbox-erp/netsis`, ...sandboxNetsis, cashCode: 'KK' },
  mikro: { url: `${root}/sandbox-erp/mikro`, ...sandboxMikro, cashCode: 'KK' },
}

/** The sandbox ERP alone, with a few items and accounts, and a clock that stands still. */
export async function openTestErp(): Promise<TestErp> {
  const database = await createTestDatabase()
  const { pool } = database
  let clock = new Date('2026-11-22T09:00:00Z')
  const now = () => clock
  const app = Fastify()
  await acceptBodies(app)
  serveSandboxErp(app, { pool, now, slow: 0 })
  await app.ready()
  await fillBooks(pool)
  let requests: SentRequest[] = []
  return {
    app,
    pool,
    async http(request) {
      requests.push(request)
      const { url, method, headers, body } = request
      const answer = await app.inject({
        method,
        url: url.slice(root.length),
        ...(headers && { headers }),
        ...(body !== undefined && { payload: body }),
      })
      return { status: answer.statusCode, text: answer.body }
    },
    sent() {
      const taken = requests
      requests = []
      return taken
    },
    notes: [],
    setClock(moment) {
      clock = new Date(moment)
    },
    now,
    async fault(fault, options = {}) {
      await post(app, '/sandbox-erp/faults', { fault, ...options })
    },
    change: (path, body) => post(app, `/sandbox-erp/${path}`, body),
    async close() {
      await app.close()
      await database.drop()
    },
  }
}

async function post(app: FastifyInstance, url: string, body: object): Promise<boolean> {
  return (await app.inject({ method: 'POST', url, payload: body })).statusCode === 200
}

/** Empties a session, and returns all records of a resource. */
export async function readAll(session: ErpSession, ...args: Parameters<ErpSession['read']>) {
  const pages = []
  for await (const page of session.read(...args)) pages.push(page)
  return { pages, records: pages.flatMap(({ records }) => records), mark: pages.at(-1)?.mark ?? null }
}

/** Three items in three units, one in US dollars, one out of use; two accounts, one out of use; terms of one of them and of a group. */
export async function fillBooks(db: Db): Promise<void> {
  await db.execute(
    `INSERT INTO sandbox_erp_items (code, name, brand, tax_rate, is_active, changed_at) VALUES
       ('A-1', 'Matkap ucu 8 mm', 'ARTI', 20, true, '2026-10-01T09:00:00Z'),
       ('B-2', 'Kablo makarası', 'KULE', 10, true, '2026-10-01T09:00:00Z'),
       ('Ç''3 Ğ', 'Şerit metre', '', 20, true, '2026-10-01T09:00:00Z'),
       ('D-4', 'Eski ürün', '', 20, false, '2026-10-01T09:00:00Z')`,
  )
  await db.execute(
    `INSERT INTO sandbox_erp_units (item_id, unit_no, name, multiplier, barcode)
     SELECT id, no, unit, multiplier, CASE WHEN code = 'A-1' THEN '869' || no END FROM sandbox_erp_items
      CROSS JOIN (VALUES (1, 'ADET', 1), (2, 'PAKET', 6), (3, 'KOLİ', 48)) AS each (no, unit, multiplier)`,
  )
  await db.execute(
    `INSERT INTO sandbox_erp_prices (item_id, unit_no, list_no, price, currency, changed_at)
     SELECT id, 1, list, CASE list WHEN 1 THEN 120.5 ELSE 110.25 END, CASE code WHEN 'B-2' THEN 'USD' ELSE 'TRY' END,
            '2026-10-01T09:00:00Z' FROM sandbox_erp_items CROSS JOIN generate_series(1, 2) AS list`,
  )
  await db.execute(
    `INSERT INTO sandbox_erp_stock (item_id, warehouse_no, quantity)
     SELECT id, warehouse, CASE warehouse WHEN 1 THEN 96 ELSE -2.5 END FROM sandbox_erp_items CROSS JOIN generate_series(1, 2) AS warehouse`,
  )
  await db.execute(
    `INSERT INTO sandbox_erp_accounts (code, name, address, district, city, phone, tax_office, tax_number, is_active, changed_at) VALUES
       ('120.01', 'Demirtepe Elektrik', 'Sanayi Cad. 1', 'Başakşehir', 'İstanbul', '0212 000 00 01', 'İkitelli', '1234567890', true, '2026-10-01T09:00:00Z'),
       ('120.02', 'Kapanan Nalburiye', '', '', '', '', '', '', false, '2026-10-01T09:00:00Z')`,
  )
  await db.execute(
    `INSERT INTO sandbox_erp_ledger (account_id, posted_on, due_on, document_no, kind, description, debit, credit, is_cancelled, changed_at)
     SELECT a.id, day::date, day::date + 30, no, kind, 'Açıklama', debit, credit, cancelled, '2026-10-01T09:00:00Z'
       FROM sandbox_erp_accounts a CROSS JOIN (VALUES
         ('2026-01-01', 'DVR1', 'opening', 100, 0, false), ('2026-09-01', 'FTR1', 'invoice', 250.75, 0, false),
         ('2026-09-15', 'THS1', 'payment', 0, 50.25, false), ('2026-09-16', 'THS2', 'payment', 0, 999, true))
         AS given (day, no, kind, debit, credit, cancelled) WHERE a.code = '120.01'`,
  )
  await db.execute(
    `INSERT INTO sandbox_erp_terms (item_id, account_id, group_code, price, currency, discounts, starts_on, ends_on, changed_at)
     SELECT i.id, a.id, t.group_code, t.price, t.currency, t.discounts, '2026-01-01', '2027-12-31', '2026-10-01T09:00:00Z'
       FROM (VALUES ('A-1', '120.01', '', 95.5, 'TRY', '{10,5,3}'::numeric[]), ('B-2', NULL, 'USTA', 80, 'USD', '{12.5}'))
         AS t (item, account, group_code, price, currency, discounts)
       JOIN sandbox_erp_items i ON i.code = t.item LEFT JOIN sandbox_erp_accounts a ON a.code = t.account`,
  )
  await db.execute(
    `INSERT INTO sandbox_erp_rates (currency, day, buying, selling) VALUES
       ('USD', '2026-11-20', 40, 41), ('USD', '2026-11-22', 46.6, 46.75), ('EUR', '2026-11-20', 54.1, 54.2), ('USD', '2026-11-24', 99, 99)`,
  )
}
