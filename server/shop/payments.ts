import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { type Config, publicUrlOf } from '#server/config.ts'
import {
  type BankHttp,
  bankHttp,
  openPaymentMetrics,
  openPayments,
  type PaymentDeps,
} from '#server/payments/payments.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { ownOrigin } from '#server/platform/http/own-origin.ts'
import type { Store } from '#server/settings/settings.ts'
import { paymentSubjects } from './payment-subjects.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Card payments, for scheduled work. */
    payments: PaymentDeps
  }
}

/** Timeout of a bank in milliseconds: the payer waits for it, and it is below the timeouts of proxies. */
const bankTimeout = 20_000

export type ShopPaymentOptions = {
  config: Config
  pool: Pool
  store: Store
  now: () => Date
  http?: BankHttp | undefined
  /** Receives the metrics. */
  registry: Registry
}

/** Opens card payments with everything that can be paid for. */
export function openShopPayments(app: FastifyInstance, options: ShopPaymentOptions): PaymentDeps {
  const { config, pool, store, now, registry } = options
  return openPayments({
    pool,
    store,
    now,
    secret: config.sessionSecret,
    publicUrl: publicUrlOf(config),
    returnOrigin: (requested) =>
      ownOrigin(requested, {
        publicUrls: config.publicUrls,
        fallback: publicUrlOf(config),
        allowsLocal: !config.production,
      }),
    // The sandbox bank is served outside of production only.
    hasSandbox: !config.production,
    http:
      options.http ??
      bankHttp({ timeout: bankTimeout, ownAddress: () => addressOf(app), allowsPrivate: !config.production }),
    measure: openPaymentMetrics(registry, { db: pool, now }),
    subjects: paymentSubjects({ store, now }),
    warn: (facts, message) => app.log.warn(facts, message),
  })
}

/** The address at which this process can call itself. */
function addressOf({ server }: FastifyInstance): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The shop is not listening yet.')
  const isAny = address.address === '::' || address.address === '0.0.0.0'
  const host = isAny ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
