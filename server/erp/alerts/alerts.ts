import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { adminErpPath } from '#contract/core/record-paths.ts'
import { failuresToAlert, isLateSql } from '#server/erp/connections/connection-list.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'

export const erpMailJob = 'erp-mail'

const jobData = z.object({ id: z.number(), isLate: z.boolean() })

const isFailing = `EXISTS (SELECT FROM erp_feeds f WHERE f.connection_id = c.id AND f.is_active AND f.failures >= ${failuresToAlert})`

/** Enqueues one email about each connection that has begun to fail or is late. It is due again once it was in order. */
export async function enqueueAlerts(pool: Pool): Promise<void> {
  await transaction(pool, async (db) => {
    await db.execute(
      `UPDATE erp_connections c SET alerted_at = NULL WHERE alerted_at IS NOT NULL AND NOT ${isFailing} AND NOT ${isLateSql}`,
      [],
      'erp_alert_over',
    )
    const rows = await db.query<{ id: number; is_late: boolean }>(
      `UPDATE erp_connections c SET alerted_at = now()
        WHERE is_active AND alerted_at IS NULL AND (${isFailing} OR ${isLateSql}) RETURNING id, NOT ${isFailing} AS is_late`,
      [],
      'erp_alert',
    )
    for (const { id, is_late: isLate } of rows) await enqueue(db, erpMailJob, { id, isLate })
  })
}

export type ErpMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

/** Sends the email about a connection to the store. Throws if it could not be delivered. Without an address, none is sent. */
export async function sendErpMail({ pool, mailer, publicUrl }: ErpMailDeps, data: object, key: string): Promise<void> {
  const { id, isLate } = jobData.parse(data)
  const connection = await pool.one<{ name: string; message: string | null }>(
    `SELECT c.name, (SELECT message FROM erp_runs WHERE connection_id = c.id AND state = 'failed' ORDER BY id DESC LIMIT 1) AS message
       FROM erp_connections c WHERE c.id = $1`,
    [id],
    'erp_mail',
  )
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { storeEmail, orderMailTo, storeName } = settings
  const to = storeEmail || orderMailTo
  if (connection === undefined || !isMailAddress(to)) return
  const { name, message } = connection
  const words = (part: string) => translate('tr', `erpMail.${part}`, { name, message: message ?? '' })
  const email = {
    locale: 'tr' as const,
    subject: words(isLate ? 'lateSubject' : 'failedSubject'),
    paragraphs: [words(isLate ? 'late' : 'failed'), ...(message === null ? [] : [words('message')])],
    button: { url: `${publicUrl}${adminErpPath(id)}`, label: words('open') },
    sender: storeSender(settings, publicUrl, 'tr'),
  }
  await mailer.send({ ...renderEmail(email), to, key, from: { name: storeName, address: storeEmail } })
}
