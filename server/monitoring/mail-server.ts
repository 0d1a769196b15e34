import { randomUUID } from 'node:crypto'
import type { MailServer, testMailServer } from '#contract/admin/mail-server.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { createMailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { requireOutsideCalls } from '#server/platform/http/outside-switch.ts'
import { translate } from '#server/platform/http/words.ts'
import { storeSender, type Store } from '#server/settings/settings.ts'

export type MailServerDeps = { store: Store; smtpUrl?: string | undefined; publicUrl: string }

/** Milliseconds for each answer of the mail server. The administrator waits for the outcome. */
const timeout = 8_000

export function describeMailServer({ store, smtpUrl, publicUrl }: MailServerDeps): MailServer {
  const server = smtpUrl === undefined ? null : new URL(smtpUrl).host
  return { server, sender: store.facts().settings.storeEmail, publicUrl }
}

/** Sends an email on a connection of its own, so that the outcome does not depend on what is being sent already. */
export async function sendTestEmail(
  { store, smtpUrl, publicUrl }: MailServerDeps,
  { email: to }: { email: string },
  locale: Locale,
): Promise<Reply<typeof testMailServer> | Refusal> {
  if (smtpUrl === undefined) return refuse('mail_server_missing')
  requireOutsideCalls()
  const { settings } = store.facts()
  const { storeName, storeEmail } = settings
  const words = (name: string) => translate(locale, `testMail.${name}`, { store: storeName })
  const mailer = createMailer({ smtpUrl, folder: '', host: new URL(publicUrl).hostname, timeout })
  try {
    await mailer.send({
      ...renderEmail({
        locale,
        sender: storeSender(settings, publicUrl, locale),
        subject: words('subject'),
        paragraphs: [words('text')],
        button: { url: publicUrl, label: words('open') },
      }),
      to,
      key: randomUUID(),
      from: { name: storeName, address: storeEmail },
    })
    return { to }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return refuse('mail_not_accepted', { reason: reason.slice(0, 300) })
  } finally {
    mailer.close()
  }
}
