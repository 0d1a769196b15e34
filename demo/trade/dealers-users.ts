import { hash } from '@node-rs/argon2'
import type { Db } from '#server/platform/db/pool.ts'
import { continueIdentity, insertRows } from '#demo/catalog/bulk.ts'
import { type DealerRow, makeDealers, ownRoles } from './dealers.ts'
import { insertMovements } from './movements.ts'
import type { Buyer } from './orders.ts'

const demoPassword = 'demo1234'
/** The parameters that the server uses: argon2id, 19 MiB, two passes. */
const hashOptions = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

type Plan = { ordinary: number; seed: number; today: Date; warehouses: readonly number[]; dealerList: number }

/** Inserts dealers with their users and branches, and the administrator. Returns the dealers that have ordered. */
export async function insertDealersAndUsers(
  db: Db,
  plan: Plan,
): Promise<{ dealers: number; buyers: Buyer[]; branches: number[] }> {
  const { dealers, users } = makeDealers(plan.ordinary, plan.seed)
  await insertRows(
    db,
    'dealers',
    dealerColumns,
    dealers.map((dealer) => dealerRow(dealer, plan)),
  )
  await continueIdentity(db, 'dealers')
  await insertMovements(db, dealers, plan)
  // One hash for all users: the password is public anyway, and sixty hashes would take seconds.
  const passwordHash = await hash(demoPassword, hashOptions)
  await db.execute(
    `INSERT INTO user_roles (dealer_id, name, permissions)
     SELECT dealer_id, name, permissions
       FROM jsonb_to_recordset($1) AS given (dealer_id integer, name text, permissions text[])
     ON CONFLICT (dealer_id, name) DO NOTHING`,
    [JSON.stringify(ownRoles)],
  )
  const added = await db.query<{ id: number; dealer_id: number | null; can_order: boolean }>(
    `INSERT INTO users (email, name, dealer_id, role, can_order, password_hash, user_role, own_role_id)
     SELECT email, name, dealer_id, CASE WHEN dealer_id IS NULL THEN 'admin' ELSE 'dealer' END, can_order, $2, user_role,
            (SELECT r.id FROM user_roles r WHERE r.name = given.own_role AND r.dealer_id IS NOT DISTINCT FROM given.dealer_id)
       FROM json_to_recordset($1) AS given (email text, name text, dealer_id integer, can_order boolean, user_role text, own_role text)
     ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash, disabled_at = NULL
     RETURNING id, dealer_id, can_order`,
    [JSON.stringify(users), passwordHash],
  )
  const buyers = dealers.flatMap((dealer): Buyer[] => {
    const user = added.find(({ dealer_id, can_order }) => dealer_id === dealer.id && can_order)
    const orders =
      user &&
      !dealer.has_own_list &&
      !dealer.is_disabled &&
      dealer.risk_limit !== 1 &&
      dealer.rate_policy === 'order_day'
    return orders ? [{ dealerId: dealer.id, userId: user.id, discount: dealer.discount }] : []
  })
  return { dealers: dealers.length, buyers, branches: await insertBranches(db, plan.warehouses) }
}

const dealerColumns = {
  id: 'integer',
  code: 'text',
  name: 'text',
  phone: 'text',
  address: 'text',
  district: 'text',
  city: 'text',
  tax_office: 'text',
  tax_number: 'text',
  region: 'text',
  representative: 'text',
  price_list_id: 'integer',
  discount: 'numeric',
  risk_limit: 'numeric',
  risk_mode: 'text',
  rate_policy: 'text',
  fixed_rates: 'jsonb',
  carrier_payer: 'text',
  balance: 'numeric',
  overdue_balance: 'numeric',
  overdue_since: 'date',
  disabled_at: 'timestamptz',
  created_at: 'timestamptz',
}

function dealerRow(dealer: DealerRow, { today, dealerList }: Plan): object {
  const daysAgo = (days: number) => new Date(today.getTime() - days * 86_400_000)
  return {
    ...dealer,
    price_list_id: dealer.has_own_list ? dealerList : null,
    overdue_since: dealer.overdue_days === null ? null : daysAgo(dealer.overdue_days),
    disabled_at: dealer.is_disabled ? daysAgo(20) : null,
    created_at: daysAgo(400 + dealer.id),
  }
}

/** Inserts branches that deliver from their own warehouse first; the last one belongs to the first dealer. */
async function insertBranches(db: Db, warehouses: readonly number[]): Promise<number[]> {
  const names = ['İkitelli Mağaza', 'Ostim Mağaza', 'Gıda Çarşısı Mağaza', 'Akdoruk Şantiye Deposu']
  const owned = names.length - 1
  const rows = names.map((name, i) => ({ id: i + 1, dealer_id: i === owned ? 1 : null, name, position: i }))
  await insertRows(db, 'branches', { id: 'integer', dealer_id: 'integer', name: 'text', position: 'integer' }, rows)
  await continueIdentity(db, 'branches')
  const links = rows.map(({ id }, i) => ({
    branch_id: id,
    warehouse_id: warehouses[i % warehouses.length],
    position: 0,
  }))
  await insertRows(
    db,
    'branch_warehouses',
    { branch_id: 'integer', warehouse_id: 'integer', position: 'integer' },
    links,
  )
  return rows.filter(({ dealer_id }) => dealer_id === null).map(({ id }) => id)
}
