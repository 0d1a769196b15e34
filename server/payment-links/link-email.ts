import { acceptedSecrets, type Secret } from '#server/platform/http/secrets.ts'
import * as z from 'zod/mini'
import { paymentLinkPath } from '#contract/core/record-paths.ts'
import { locale, type Locale } from '#contract/core/visitor.ts'
import { formatsOf } from '#domain/text/format.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import type { EmailSender } from '#server/platform/email/email-document.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { findLink, type PaymentLinkRow } from './link-rows.ts'
import { linkStateOf } from './link-state.ts'
import { openToken, tokenOf } from './link-token.ts'

export const linkEmailJob = 'payment-link-mail'

/** A new link's token is derived from its seed; an existing link's token is stored encrypted. */
const jobData = z.union([z.object({ seed: z.string(), locale }), z.object({ sealed: z.string(), locale })])
export type LinkEmailData = z.output<typeof jobData>

export type LinkEmailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string; secret: Secret }

/** Sends the email of a link. Nothing is sent if the link is paid, cancelled or expired by then. */
export async function sendLinkEmail(deps: LinkEmailDeps, data: object, key: string): Promise<void> {
  const parsed = jobData.parse(data)
  const { locale } = parsed
  const tokens =
    'seed' in parsed
      ? acceptedSecrets(deps.secret).map((secret) => tokenOf(secret, parsed.seed))
      : [openToken(deps.secret, parsed.sealed)]
  const found = await Promise.all(tokens.map((token) => findLink(deps.pool, token)))
  const link = found.find((each) => each !== undefined)
  const token = tokens[found.indexOf(link)]
  if (
    link === undefined ||
    token === undefined ||
    linkStateOf(link, new Date()) !== 'open' ||
    !isMailAddress(link.email)
  )
    return
  const settings = settingsOf((await loadStoreRow(deps.pool)).settings, () => {})
  const { storeName, storeEmail } = settings
  const url = `${deps.publicUrl}${paymentLinkPath(token)}`
  const sender = storeSender(settings, deps.publicUrl, locale)
  const email = renderLinkEmail(link, { url, locale, sender })
  await deps.mailer.send({ ...email, to: link.email, key, from: { name: storeName, address: storeEmail } })
}

type LinkEmailFacts = { url: string; locale: Locale; sender: EmailSender }

function renderLinkEmail(link: PaymentLinkRow, { url, locale, sender }: LinkEmailFacts) {
  const t = (key: string, facts?: Record<string, string>) => translate(locale, `paymentMail.link.${key}`, facts)
  const payee = sender.name
  const amount = formatsOf(locale).formatMoney(link.amount, link.currency)
  const { formatDateTime } = dateFormatsOf(locale)
  return renderEmail({
    locale,
    sender,
    subject: t('subject', { payee, amount }),
    paragraphs: [t('greeting'), t('text', { dealer: link.dealer, payee, amount })],
    amount: [t('amount'), amount],
    button: { url, label: t('open') },
    closing: [t('expiry', { date: formatDateTime(link.expires_at) }), t('warning')],
  })
}
