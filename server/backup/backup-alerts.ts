import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { pages } from '#contract/core/pages.ts'
import { dayInTurkey, formatDay, timeInTurkey } from '#domain/text/calendar-day.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { loadBackupState } from './backup-state.ts'

export const backupMailJob = 'backup-mail'

/**
 * Opens the alerts about backups that failed or are old, closes those that are over, and enqueues one email about the new ones.
 * Several processes may run it: an open alert of a kind exists once.
 */
export async function followBackups(pool: Pool, now: Date): Promise<void> {
  const { problems } = await loadBackupState(pool, now)
  await transaction(pool, async (db) => {
    await db.execute(
      'UPDATE backup_alerts SET closed_at = now() WHERE closed_at IS NULL AND kind <> ALL ($1::text[])',
      [problems],
    )
    const opened = await db.query<{ kind: string }>(
      `INSERT INTO backup_alerts (kind) SELECT unnest($1::text[])
       ON CONFLICT (kind) WHERE closed_at IS NULL DO NOTHING RETURNING kind`,
      [problems],
      'backup_alerts_open',
    )
    if (opened.length > 0) await enqueue(db, backupMailJob, { kinds: opened.map(({ kind }) => kind) })
  })
}

const jobData = z.object({ kinds: z.array(z.enum(['failed', 'old'])) })

export type BackupMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

/** Sends the email about new alerts to the store. Throws if it could not be delivered. Without an address, none is sent. */
export async function sendBackupMail(
  { pool, mailer, publicUrl }: BackupMailDeps,
  data: object,
  key: string,
): Promise<void> {
  const { kinds } = jobData.parse(data)
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { storeEmail, orderMailTo, storeName } = settings
  const to = storeEmail || orderMailTo
  if (!isMailAddress(to)) return
  const { lastGood, error } = await loadBackupState(pool, new Date())
  const words = (name: string, facts?: Record<string, string>) => translate('tr', `backupMail.${name}`, facts)
  const time = lastGood === null ? '' : `${formatDay(dayInTurkey(lastGood))} ${timeInTurkey(lastGood)}`
  const last = lastGood === null ? words('none') : words('last', { time })
  const email = {
    locale: 'tr' as const,
    subject: words('subject'),
    paragraphs: [...kinds.map((kind) => words(kind, { reason: error ?? '' })), last, words('text')],
    button: { url: `${publicUrl}${pages.admin}`, label: words('open') },
    sender: storeSender(settings, publicUrl, 'tr'),
  }
  await mailer.send({ ...renderEmail(email), to, key, from: { name: storeName, address: storeEmail } })
}
