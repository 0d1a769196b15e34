import { adminBankFindingsPath } from '#contract/core/admin-pages.ts'
import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { decimal } from '#domain/money/money.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { findingColumns, findingTables, type ListedFindingRow } from './finding-rows.ts'

export const findingMailJob = 'bank-finding-mail'

const jobData = z.object({ ids: z.array(z.number()) })

/** An email names at most this many findings; the page has all of them. */
const maxRows = 50

/**
 * Enqueues one email about all findings that no email was written about yet: also those of a run that ended before its
 * email.
 */
export async function enqueueFindingMail({ pool, now }: PaymentDeps): Promise<void> {
  await transaction(pool, async (db) => {
    const rows = await db.query<{ id: number }>(
      'UPDATE bank_findings SET notified_at = $1 WHERE notified_at IS NULL RETURNING id',
      [now()],
      'bank_findings_notify',
    )
    if (rows.length > 0) await enqueue(db, findingMailJob, { ids: rows.map(({ id }) => id) })
  })
}

export type FindingMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

/** Sends the email about new findings to the store. Throws if it could not be delivered. Without an address, none is sent. */
export async function sendFindingMail(
  { pool, mailer, publicUrl }: FindingMailDeps,
  data: object,
  key: string,
): Promise<void> {
  const { ids } = jobData.parse(data)
  const rows = await pool.query<ListedFindingRow>(
    `SELECT ${findingColumns} FROM ${findingTables} WHERE f.id = ANY ($1) AND f.settled_at IS NULL ORDER BY f.id`,
    [ids],
    'bank_findings_mail',
  )
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { storeEmail, orderMailTo, storeName } = settings
  const to = storeEmail || orderMailTo
  if (rows.length === 0 || !isMailAddress(to)) return
  const email = {
    ...documentOf(rows, `${publicUrl}${adminBankFindingsPath}`),
    sender: storeSender(settings, publicUrl, 'tr'),
  }
  await mailer.send({ ...renderEmail(email), to, key, from: { name: storeName, address: storeEmail } })
}

function documentOf(rows: readonly ListedFindingRow[], url: string) {
  const words = (name: string, facts?: Record<string, string>) => translate('tr', `findingMail.${name}`, facts)
  const count = String(rows.length)
  return {
    locale: 'tr' as const,
    subject: words('subject', { count }),
    paragraphs: [
      words('text', { count }),
      ...(rows.length > maxRows ? [words('more', { count: String(maxRows) })] : []),
    ],
    button: { url, label: words('open') },
    lines: {
      heads: [words('finding'), words('day'), words('amount')] as const,
      rows: rows.slice(0, maxRows).map((row) => ({
        name: words(`kinds.${row.kind}`),
        details: [row.account, words('reference', { reference: row.payment_reference ?? row.reference })],
        quantity: formatDay(row.day),
        amount: formatsOf('tr').formatMoney(decimal(row.amount).toNumber(), row.currency),
      })),
    },
  }
}
