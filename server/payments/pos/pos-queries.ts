import type { InstallmentLimit } from '#domain/payments/installments.ts'
import { type ForeignCurrency, foreignCurrencies, type PosCurrency } from '#domain/payments/pos-adapters.ts'
import type { RoutedAccount } from '#domain/payments/route-payment.ts'
import { lira } from '#domain/money/money.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { PosTerms } from '#server/payments/gateways/gateway.ts'
import { rateJson } from '#server/payments/rates/rate-rows.ts'

/** An active account with its plans, as the choice of plans needs it. */
export type PosAccount = RoutedAccount & {
  code: string
  name: string
  adapter: PosTerms['adapter']
  settings: Record<string, string>
  environment: PosTerms['environment']
  logo: string | null
  image: string | null
}

/**
 * The active accounts in the store's order, with the bank's rates of a day in Turkey; sandbox accounts only if the sandbox
 * bank is served.
 */
export function listActiveAccounts(db: Db, hasSandbox: boolean, today: Day): Promise<PosAccount[]> {
  return db.query<PosAccount>(
    `SELECT a.id, a.code, a.name, a.adapter, a.mode, a.settings, a.environment, a.logo, a.image, a.currency, a.bank_code AS "bankCode", a.card_families AS families,
            a.min_amount::text AS "minAmount", a.max_amount::text AS "maxAmount", a.is_default AS "isDefault", a.position,
            EXISTS (SELECT FROM pos_alerts t
                     WHERE t.pos_account_id = a.id AND t.kind = 'silent' AND t.closed_at IS NULL) AS "isSilent",
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'installment', p.installment,
               'commission', p.commission::text, 'isDefault', p.is_default, 'minAmount', p.min_amount::text)
               ORDER BY p.installment), '[]')
               FROM pos_plans p WHERE p.pos_account_id = a.id) AS plans,
            (SELECT coalesce(jsonb_agg(${rateJson} ORDER BY r.id), '[]') FROM bank_rates r
              WHERE r.pos_account_id = a.id AND r.valid_from <= $2 AND (r.valid_until IS NULL OR r.valid_until >= $2)) AS rates
       FROM pos_accounts a
      WHERE a.is_active AND ($1 OR a.environment <> 'sandbox')
      ORDER BY a.position, a.id`,
    [hasSandbox, today],
    'pos_active_accounts',
  )
}

/** Whether lira can be paid by card, and other currencies. `hasForm`: cards are typed on the shop's own page. */
export type CardPaymentFacts = { hasCardPayment: boolean; hasCardForm: boolean; foreignCards: ForeignCards[] }
export type ForeignCards = { currency: ForeignCurrency; hasForm: boolean }

export async function loadCardPaymentFacts(db: Db, hasSandbox: boolean): Promise<CardPaymentFacts> {
  const rows = await db.query<{ currency: PosCurrency; hasForm: boolean }>(
    `SELECT currency, coalesce(bool_or(mode = 'own_form'), false) AS "hasForm"
       FROM pos_accounts a
      WHERE is_active AND ($1 OR environment <> 'sandbox')
        AND EXISTS (SELECT FROM pos_plans p WHERE p.pos_account_id = a.id AND p.installment = 1)
      GROUP BY currency`,
    [hasSandbox],
    'pos_facts',
  )
  const found = new Map(rows.map(({ currency, hasForm }) => [currency, hasForm]))
  const foreignCards = foreignCurrencies.flatMap((currency) => {
    const hasForm = found.get(currency)
    return hasForm === undefined ? [] : [{ currency, hasForm }]
  })
  return { hasCardPayment: found.has(lira), hasCardForm: found.get(lira) ?? false, foreignCards }
}

export type PosTermsRow = Pick<PosTerms, 'id' | 'adapter' | 'mode' | 'environment'> & {
  code: string
  settings: Record<string, string>
  secrets: Buffer | null
}

/** An account, active or not: its payments may still have to be inquired or refunded. */
export function loadTermsRow(db: Db, id: number): Promise<PosTermsRow | undefined> {
  return db.one<PosTermsRow>(
    'SELECT id, code, adapter, mode, environment, settings, secrets FROM pos_accounts WHERE id = $1',
    [id],
    'pos_terms',
  )
}

/** The legal and store limits, and the categories of the purchased goods with all their ancestors. */
export async function loadLimits(
  db: Db,
  categoryIds: readonly number[],
): Promise<{ limits: InstallmentLimit[]; categoryIds: number[] }> {
  const limits = await db.query<InstallmentLimit>(
    `SELECT card_class AS "cardClass", category_id AS "categoryId", most AS "maxInstallments",
            valid_from::text AS "validFrom", valid_until::text AS "validUntil"
       FROM installment_limits`,
    [],
    'pos_limits',
  )
  const isByCategory = categoryIds.length > 0 && limits.some(({ categoryId }) => categoryId !== null)
  if (!isByCategory) return { limits, categoryIds: [...categoryIds] }
  const rows = await db.query<{ id: number }>(
    `WITH RECURSIVE above AS (
       SELECT id, parent_id FROM categories WHERE id = ANY ($1)
       UNION SELECT c.id, c.parent_id FROM categories c JOIN above ON c.id = above.parent_id)
     SELECT id FROM above`,
    [categoryIds],
    'pos_categories_above',
  )
  return { limits, categoryIds: rows.map(({ id }) => id) }
}
