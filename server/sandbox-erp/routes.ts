import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import {
  addMovement,
  listDocuments,
  readFigures,
  setAccount,
  setItem,
  setPrice,
  setStock,
} from '#server/sandbox-erp/books/changes.ts'
import { invoiceOrder } from '#server/sandbox-erp/books/documents.ts'
import { serveLogo } from '#server/sandbox-erp/logo/serve-logo.ts'
import { serveMikro } from '#server/sandbox-erp/mikro/serve-mikro.ts'
import { serveNetsis } from '#server/sandbox-erp/netsis/serve-netsis.ts'
import { clearErpFaults, erpDialects, erpFaults, setErpFault } from './faults.ts'

const amount = z.string().check(z.regex(/^-?\d{1,12}(?:\.\d{1,4})?$/))
const code = z.string().check(z.minLength(1), z.maxLength(100))

const bodies = {
  fault: z.strictObject({
    fault: z.enum(erpFaults),
    dialect: z.optional(z.enum(erpDialects)),
    number: z.optional(code),
    times: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  }),
  price: z.strictObject({ code, list: z.int(), price: amount }),
  stock: z.strictObject({ code, warehouse: z.int().check(z.minimum(1)), quantity: amount }),
  item: z.strictObject({ code, isActive: z.boolean() }),
  account: z.strictObject({ code, isActive: z.boolean() }),
  movement: z.strictObject({ account: code, amount, description: z.optional(z.string().check(z.maxLength(200))) }),
}

export type SandboxErpRoutes = {
  pool: Pool
  now: () => Date
  /** Milliseconds of a slow answer. */
  slow?: number
}

/**
 * Serves the sandbox ERP: the interfaces of Logo, Netsis and Mikro over the same books, and calls that change these as people
 * in an ERP do. Never in production.
 */
export function serveSandboxErp(app: FastifyInstance, { pool, now, slow = 30_000 }: SandboxErpRoutes): void {
  const ending = new AbortController()
  app.addHook('preClose', (done) => {
    ending.abort()
    done()
  })
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: ending.signal }).catch(() => {})
  const options = { pool, now, pause, slow }
  serveLogo(app, options)
  serveNetsis(app, options)
  serveMikro(app, options)
  // The receiver of the demo store's webhooks.
  app.post('/sandbox-erp/webhooks', { schema: { hide: true } }, (_, reply) => reply.code(204).send())

  const change = <Schema extends z.ZodMiniType>(
    path: string,
    schema: Schema,
    work: (body: z.output<Schema>) => Promise<boolean>,
  ) =>
    app.post(`/sandbox-erp/${path}`, async (request, reply) => {
      // A form of another site cannot send JSON.
      if (!request.headers['content-type']?.startsWith('application/json')) return reply.code(415).send({ ok: false })
      const body = z.safeParse(schema, request.body)
      if (!body.success)
        return reply.code(400).send({ ok: false, problems: body.error.issues.map(({ path: at }) => at.join('.')) })
      const isDone = await work(body.data)
      return reply.code(isDone ? 200 : 404).send({ ok: isDone })
    })

  change('faults', bodies.fault, async (fault) => {
    await setErpFault(pool, { ...fault, dialect: fault.dialect ?? null, number: fault.number ?? null })
    return true
  })
  change('faults/clear', z.strictObject({}), async () => {
    await clearErpFaults(pool)
    return true
  })
  change('prices', bodies.price, (body) => setPrice(pool, body))
  change('stock', bodies.stock, (body) => setStock(pool, body))
  change('items', bodies.item, (body) => setItem(pool, body))
  change('accounts', bodies.account, (body) => setAccount(pool, body))
  change('movements', bodies.movement, ({ description = 'Muhasebe fişi', ...body }) =>
    addMovement(pool, { ...body, description, day: dayInTurkey(now()) }),
  )
  change('invoices', z.strictObject({ number: code }), async ({ number }) => {
    return (await invoiceOrder(pool, number, dayInTurkey(now()))) !== null
  })

  app.get('/sandbox-erp/documents', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return { documents: await listDocuments(pool, 500) }
  })
  app.get('/sandbox-erp/figures', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return readFigures(pool)
  })
}
