import { openConnections } from '#server/account/account.ts'
import type { Config } from '#server/config.ts'
import type { PaymentDeps } from '#server/payments/payments.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { outsideFetch } from '#server/platform/http/outside-fetch.ts'

/** Opens the connections to OpenID providers. In development they may run on this machine. */
export function openShopSingleSignOn({
  config,
  pool,
  payments,
}: {
  config: Config
  pool: Pool
  payments: Pick<PaymentDeps, 'returnOrigin'>
}) {
  const { sessionSecret: secret, production } = config
  const allowsLoopback = !production
  const connections = openConnections({ secret, allowsLoopback, fetch: outsideFetch({ allowsLoopback }) })
  return { pool, secret, connections, allowsLoopback, returnOrigin: payments.returnOrigin }
}

export type ShopSingleSignOn = ReturnType<typeof openShopSingleSignOn>
