import { type Setup, setupSteps } from '#contract/admin/setup.ts'
import { storeSettings } from '#contract/shop/settings.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'

export type SetupDeps = { pool: Pool; store: Store; hasMailServer: boolean }

type SetupRow = {
  products: boolean
  prices: boolean
  stock: boolean
  dealers: boolean
  users: boolean
  pos: boolean
  erp: boolean
  order: boolean
}

/** Derives the finished steps from the data, so that imports and the command line count too. */
export async function loadSetup({ pool, store, hasMailServer }: SetupDeps): Promise<Setup> {
  const row = await pool.one<SetupRow>(
    `SELECT EXISTS (SELECT FROM products WHERE is_active) AS products,
            EXISTS (SELECT FROM unit_prices WHERE sale_value > 0) AS prices,
            EXISTS (SELECT FROM inventory WHERE quantity > 0) AS stock,
            EXISTS (SELECT FROM dealers WHERE disabled_at IS NULL) AS dealers,
            EXISTS (SELECT FROM users WHERE role = 'dealer' AND disabled_at IS NULL) AS users,
            EXISTS (SELECT FROM pos_accounts WHERE is_active) AS pos,
            EXISTS (SELECT FROM erp_connections WHERE is_active) OR EXISTS (SELECT FROM api_keys WHERE dealer_id IS NULL AND revoked_at IS NULL) AS erp,
            EXISTS (SELECT FROM orders) AS "order"`,
    [],
    'monitoring_setup',
  )
  const { storeName, storeEmail, storeLogo } = store.facts().settings
  const isDone = {
    ...row,
    company: storeName !== storeSettings.shape.storeName.parse(undefined) && storeEmail !== '',
    logo: storeLogo !== '',
    email: hasMailServer,
  }
  return { done: setupSteps.filter((step) => isDone[step] === true) }
}
