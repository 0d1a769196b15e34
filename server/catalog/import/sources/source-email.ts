import { adminImportSourcesPath } from '#contract/core/admin-pages.ts'
import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { adminImportPath } from '#contract/core/record-paths.ts'
import type { SourceOutcome } from '#contract/admin/imports/import-sources.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Facts } from '#server/platform/tables/table-error.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { reasonText } from './present-run.ts'

const jobData = z.object({ runId: z.number() })

export type SourceMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

type MailRow = {
  name: string
  outcome: SourceOutcome | null
  reason: string | null
  facts: Facts
  import_id: number | null
}

/** Tells the store that a run of a source failed, or that it waits for an administrator. */
export async function sendSourceMail(
  { pool, mailer, publicUrl }: SourceMailDeps,
  data: object,
  key: string,
): Promise<void> {
  const { runId } = jobData.parse(data)
  const row = await pool.one<MailRow>(
    `SELECT s.name, r.outcome, r.reason, r.facts, r.import_id
       FROM import_source_runs r JOIN import_sources s ON s.id = r.source_id WHERE r.id = $1`,
    [runId],
  )
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { orderMailTo, storeEmail, storeName } = settings
  const to = storeEmail || orderMailTo
  if (row === undefined || row.outcome === null || !isMailAddress(to)) return
  const locale = 'tr'
  const words = (name: string) => translate(locale, `sourceMail.${name}`, { name: row.name })
  const kind = row.outcome === 'waiting' ? 'waiting' : 'failed'
  const path = row.import_id === null ? adminImportSourcesPath : adminImportPath(row.import_id)
  await mailer.send({
    ...renderEmail({
      locale,
      subject: words(`subject.${kind}`),
      paragraphs: [words(`text.${kind}`), reasonText(row, locale) ?? ''].filter((text) => text !== ''),
      button: { url: `${publicUrl}${path}`, label: words('open') },
      sender: storeSender(settings, publicUrl, locale),
    }),
    to,
    key,
    from: { name: storeName, address: storeEmail },
  })
}
