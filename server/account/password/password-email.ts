import { acceptedSecrets, type Secret } from '#server/platform/http/secrets.ts'
import * as z from 'zod/mini'
import { passwordLinkPath } from '#contract/core/pages.ts'
import { locale } from '#contract/core/visitor.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { findOpenLink, type OpenLink, openLink, tokenOf } from './one-time-links.ts'

export const accountMailJob = 'account-mail'

const jobData = z.union([
  /** An invitation's link already exists. If it was revoked, no email is sent. */
  z.object({ kind: z.literal('invite'), seed: z.string(), locale }),
  z.object({ kind: z.literal('reset'), email: z.string(), seed: z.string(), locale }),
])
export type PasswordEmail = z.output<typeof jobData>

export async function enqueuePasswordEmail(db: Db, data: PasswordEmail): Promise<void> {
  await enqueue(db, accountMailJob, data)
}

export type AccountMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string; secret: Secret }

/** Sends one email with a one-time link. Throws if it could not be delivered. An unknown address gets none. */
export async function sendAccountMail(deps: AccountMailDeps, data: object, key: string): Promise<void> {
  const { pool, mailer, publicUrl, secret } = deps
  const email = jobData.parse(data)
  const found = await findLinkOfSeed(pool, secret, email.seed)
  const token = found?.token ?? tokenOf(secret, email.seed)
  if (email.kind === 'reset') await openReset(pool, email.email, token)
  const link = found?.link ?? (await findOpenLink(pool, token))
  if (link === undefined || !isMailAddress(link.email)) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { storeEmail, storeName } = settings
  const words = (name: string) =>
    translate(email.locale, `accountMail.${link.kind}.${name}`, { name: link.name, store: storeName })
  await mailer.send({
    ...renderEmail({
      locale: email.locale,
      sender: storeSender(settings, publicUrl, email.locale),
      subject: words('subject'),
      paragraphs: [words('greeting'), words('text')],
      facts: [
        ...(link.dealer === null ? [] : [[translate(email.locale, 'accountMail.dealer'), link.dealer] as const]),
        [translate(email.locale, 'accountMail.username'), link.email],
      ],
      button: { url: publicUrl + passwordLinkPath(token), label: words('open') },
      closing: [words('period'), words('unwanted')],
    }),
    to: link.email,
    key,
    from: { name: storeName, address: storeEmail },
  })
}

/** An invitation's link was opened by the process that enqueued the email, perhaps with the former secret. */
async function findLinkOfSeed(db: Db, secret: Secret, seed: string) {
  for (const each of acceptedSecrets(secret)) {
    const token = tokenOf(each, seed)
    const link = await findOpenLink(db, token)
    if (link !== undefined) return { token, link }
  }
  return undefined
}

async function openReset(db: Db, email: string, token: string): Promise<void> {
  const user = await db.one<Pick<OpenLink, 'user_id'>>(
    `SELECT u.id AS user_id FROM users u LEFT JOIN dealers d ON d.id = u.dealer_id
      WHERE u.email = $1 AND u.disabled_at IS NULL AND d.disabled_at IS NULL`,
    [email],
  )
  if (user !== undefined) await openLink(db, { userId: user.user_id, kind: 'reset', token })
}
