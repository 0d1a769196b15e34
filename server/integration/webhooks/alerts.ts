import { adminWebhooksPath } from '#contract/core/admin-pages.ts'
import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'

export const webhookMailJob = 'webhook-mail'

const jobData = z.object({ id: z.number() })

/** Enqueues one email a day about each webhook that gave up events since the last one. */
export async function enqueueWebhookAlerts(pool: Pool): Promise<void> {
  await transaction(pool, async (db) => {
    const rows = await db.query<{ id: number }>(
      `UPDATE webhook_targets t SET alerted_at = now()
        WHERE (alerted_at IS NULL OR alerted_at < now() - interval '24 hours')
          AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.target_id = t.id AND d.state = 'dead'
                         AND d.ended_at > coalesce(t.alerted_at, t.created_at)) RETURNING id`,
      [],
      'webhook_alert',
    )
    for (const { id } of rows) await enqueue(db, webhookMailJob, { id })
  })
}

type MailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

type ToldRow = { name: string; is_gone: boolean; dead: number; email: string | null; locale: string | null }

/**
 * Sends the email about a webhook: to the store, or to the user of a dealer's. Throws if it could not be delivered. Without an
 * address, none is sent.
 */
export async function sendWebhookMail({ pool, mailer, publicUrl }: MailDeps, data: object, key: string): Promise<void> {
  const { id } = jobData.parse(data)
  const target = await pool.one<ToldRow>(
    `SELECT t.name, coalesce(t.stopped_reason = 'gone', false) AS is_gone, u.email, u.choices ->> 'locale' AS locale,
            (SELECT count(*)::integer FROM webhook_deliveries WHERE target_id = t.id AND state = 'dead') AS dead
       FROM webhook_targets t LEFT JOIN users u ON u.id = t.user_id AND u.disabled_at IS NULL
      WHERE t.id = $1 AND (t.user_id IS NULL OR u.id IS NOT NULL)`,
    [id],
    'webhook_mail',
  )
  if (target === undefined) return
  const { name, is_gone: isGone, dead, email: usersEmail } = target
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { storeEmail, orderMailTo, storeName } = settings
  const to = usersEmail ?? (storeEmail || orderMailTo)
  if (!isMailAddress(to)) return
  const locale: Locale = target.locale === 'en' ? 'en' : 'tr'
  const words = (part: string) => translate(locale, `webhookMail.${part}`, { name, count: dead })
  const page = usersEmail === null ? adminWebhooksPath : pages.dealerWebhooks
  const email = {
    locale,
    subject: words('subject'),
    paragraphs: [words(isGone ? 'gone' : 'dead'), words('next')],
    button: { url: `${publicUrl}${page}`, label: words('open') },
    sender: storeSender(settings, publicUrl, locale),
  }
  await mailer.send({ ...renderEmail(email), to, key, from: { name: storeName, address: storeEmail } })
}
