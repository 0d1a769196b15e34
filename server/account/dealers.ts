import type { Db } from '#server/platform/db/pool.ts'

export type DealerInput = {
  code: string
  name: string
  /** Percent and amount as typed; null keeps what is there. */
  discount: string | null
  riskLimit: string | null
  priceListCode: string | null
}

type Saved = { ok: true } | { ok: false; problem: 'price_list_unknown' | 'number_invalid' }

/** Adds a dealer, or changes the one with this code. */
export async function saveDealer(db: Db, dealer: DealerInput): Promise<Saved> {
  const isNumber = (text: string | null) => text === null || /^\d{1,12}(\.\d{1,2})?$/.test(text)
  if (!isNumber(dealer.discount) || !isNumber(dealer.riskLimit) || Number(dealer.discount ?? 0) > 100) {
    return { ok: false, problem: 'number_invalid' }
  }
  const list = await db.one<{ id: number }>('SELECT id FROM price_lists WHERE code = $1', [dealer.priceListCode])
  if (dealer.priceListCode !== null && list === undefined) return { ok: false, problem: 'price_list_unknown' }
  await db.execute(
    `INSERT INTO dealers AS d (code, name, discount, risk_limit, price_list_id)
     VALUES ($1, $2, coalesce($3::numeric, 0), coalesce($4::numeric, 0), $5)
     ON CONFLICT (code) DO UPDATE SET name = excluded.name, discount = coalesce($3::numeric, d.discount),
       risk_limit = coalesce($4::numeric, d.risk_limit), price_list_id = coalesce($5, d.price_list_id)`,
    [dealer.code, dealer.name, dealer.discount, dealer.riskLimit, list?.id ?? null],
  )
  return { ok: true }
}

export type DealerRow = { code: string; name: string; users: number; is_disabled: boolean }

export async function listDealers(db: Db): Promise<DealerRow[]> {
  return db.query<DealerRow>(
    `SELECT code, name, disabled_at IS NOT NULL AS is_disabled,
            (SELECT count(*)::int FROM users u WHERE u.dealer_id = d.id) AS users
       FROM dealers d ORDER BY code`,
  )
}
