import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { paymentsBoardPath } from '#contract/core/admin-pages.ts'
import { type BankAlertKind, bankAlerts } from '#domain/payments/bank-health.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { tryGateway } from '#server/payments/pos/try-pos.ts'
import { capturedStatesSql } from './health-rows.ts'

export const bankAlertMailJob = 'bank-alert-mail'

/** Days for which calls and closed alerts are stored. */
const keptDays = 90

type Facts = {
  id: number
  unanswered: number
  captured: number
  declined: number
  usual_captured: number
  usual_declined: number
}

/**
 * Opens the alerts of active accounts whose bank stopped answering or declines far more than usual, closes those that are over,
 * and enqueues one email about the new ones. Silent banks take no payments, so each is inquired here. Several processes may run
 * it: an open alert of a kind exists once.
 */
export async function followBanks(deps: PaymentDeps): Promise<void> {
  const { pool } = deps
  const now = deps.now()
  await inquireSilentBanks(deps)
  await transaction(pool, async (db) => {
    const rows = await db.query<Facts>(
      `SELECT a.id, coalesce(s.unanswered, 0) AS unanswered, p.*
         FROM pos_accounts a LEFT JOIN pos_standings s ON s.pos_account_id = a.id
        CROSS JOIN LATERAL (
          SELECT (count(*) FILTER (WHERE state IN ${capturedStatesSql} AND created_at >= $1::timestamptz - interval '2 hours'))::integer AS captured,
                 (count(*) FILTER (WHERE state = 'declined' AND created_at >= $1::timestamptz - interval '2 hours'))::integer AS declined,
                 (count(*) FILTER (WHERE state IN ${capturedStatesSql} AND created_at < $1::timestamptz - interval '2 hours'))::integer AS usual_captured,
                 (count(*) FILTER (WHERE state = 'declined' AND created_at < $1::timestamptz - interval '2 hours'))::integer AS usual_declined
            FROM payments WHERE pos_account_id = a.id AND created_at >= $1::timestamptz - interval '30 days') p
        WHERE a.is_active ORDER BY a.id`,
      [now],
      'pos_alert_facts',
    )
    const wrong = rows.flatMap((row) =>
      bankAlerts({
        unanswered: row.unanswered,
        recent: row,
        usual: { captured: row.usual_captured, declined: row.usual_declined },
      }).map((kind) => ({ id: row.id, kind })),
    )
    const [ids, kinds] = [wrong.map(({ id }) => id), wrong.map(({ kind }) => kind)]
    await db.execute(
      `UPDATE pos_alerts a SET closed_at = greatest($3, a.opened_at)
        WHERE closed_at IS NULL
          AND NOT EXISTS (SELECT FROM unnest($1::integer[], $2::text[]) AS w (id, kind) WHERE w.id = a.pos_account_id AND w.kind = a.kind)`,
      [ids, kinds, now],
      'pos_alerts_close',
    )
    const opened = await db.query<{ id: number }>(
      `INSERT INTO pos_alerts (pos_account_id, kind, opened_at)
       SELECT id, kind, $3 FROM unnest($1::integer[], $2::text[]) AS w (id, kind)
       ON CONFLICT (pos_account_id, kind) WHERE closed_at IS NULL DO NOTHING RETURNING id`,
      [ids, kinds, now],
      'pos_alerts_open',
    )
    if (opened.length > 0) await enqueue(db, bankAlertMailJob, { ids: opened.map(({ id }) => id) })
  })
}

/** Inquires about a payment that does not exist; the answer is recorded like any other. */
async function inquireSilentBanks(deps: PaymentDeps): Promise<void> {
  const rows = await deps.pool.query<{ id: number }>(
    `SELECT a.id FROM pos_alerts t JOIN pos_accounts a ON a.id = t.pos_account_id
      WHERE t.kind = 'silent' AND t.closed_at IS NULL AND a.is_active`,
    [],
    'pos_alerts_silent',
  )
  await Promise.all(
    rows.map(async ({ id }) => {
      const gateway = await deps.gatewayOf(deps.pool, id).catch(() => null)
      if (gateway !== null) await tryGateway(gateway, deps.publicUrl)
    }),
  )
}

/** Removes calls and alerts of long ago. */
export async function purgeBankCalls(pool: Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  await deleteBatches(pool, 'pos_calls', 'hour < $1', { params: [before], by: 'hour' })
  await deleteBatches(pool, 'pos_alerts', 'closed_at < $1', { params: [before] })
}

type AlertRow = { account: string; kind: BankAlertKind }

const jobData = z.object({ ids: z.array(z.number()) })

export type BankAlertMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

/** Sends the email about new alerts to the store. Throws if it could not be delivered. Without an address, none is sent. */
export async function sendBankAlertMail(
  { pool, mailer, publicUrl }: BankAlertMailDeps,
  data: object,
  key: string,
): Promise<void> {
  const { ids } = jobData.parse(data)
  const rows = await pool.query<AlertRow>(
    `SELECT a.name AS account, t.kind FROM pos_alerts t JOIN pos_accounts a ON a.id = t.pos_account_id
      WHERE t.id = ANY ($1) AND t.closed_at IS NULL ORDER BY t.id`,
    [ids],
    'pos_alerts_mail',
  )
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { storeEmail, orderMailTo, storeName } = settings
  const to = storeEmail || orderMailTo
  if (rows.length === 0 || !isMailAddress(to)) return
  const words = (name: string, facts?: Record<string, string>) => translate('tr', `bankAlertMail.${name}`, facts)
  const email = {
    locale: 'tr' as const,
    subject: words('subject', { banks: [...new Set(rows.map(({ account }) => account))].join(', ') }),
    paragraphs: [...rows.map(({ account, kind }) => words(kind, { account })), words('text')],
    button: { url: `${publicUrl}${paymentsBoardPath}`, label: words('open') },
    sender: storeSender(settings, publicUrl, 'tr'),
  }
  await mailer.send({ ...renderEmail(email), to, key, from: { name: storeName, address: storeEmail } })
}
