import { acceptedSecrets, type Secret } from '#server/platform/http/secrets.ts'
import * as z from 'zod/mini'
import { pages } from '#contract/core/pages.ts'
import { passwordLinkPath, signInLinkPath } from '#contract/core/record-paths.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import { readUserAgent } from '#domain/text/user-agent.ts'
import { type Locale, locale } from '#contract/core/visitor.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { translate } from '#server/platform/http/words.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { openSignInLink } from './sign-in-links.ts'
import { findOpenLink, type OpenLink, openLink, tokenOf } from './one-time-links.ts'

export const accountMailJob = 'account-mail'

const factorEvents = [
  'totp_added',
  'totp_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_renewed',
  'recovery_used',
  'reset',
] as const
export type FactorEvent = (typeof factorEvents)[number]

/** What happened to a user's account: when, and from where. */
const occasion = { userId: z.number(), at: z.string(), device: z.string(), address: z.string(), locale }

const jobData = z.union([
  /** An invitation's link already exists. If it was revoked, no email is sent. */
  z.object({ kind: z.literal('invite'), seed: z.string(), locale }),
  z.object({ kind: z.literal('reset'), email: z.string(), seed: z.string(), locale }),
  /** Tells a user that the password was changed, when and from where. */
  z.object({ kind: z.literal('changed'), ...occasion }),
  /** Reports a changed factor. */
  z.object({ kind: z.literal('factor'), event: z.enum(factorEvents), ...occasion }),
  /** Reports a sign-in from a browser that the user has not used before. */
  z.object({ kind: z.literal('device'), ...occasion }),
  /** A link that signs in. */
  z.object({ kind: z.literal('sign-in'), email: z.string(), seed: z.string(), locale }),
])
type AccountMail = z.output<typeof jobData>
type Reported = Extract<AccountMail, { kind: 'changed' | 'factor' | 'device' }>

export async function enqueueAccountMail(db: Db, data: AccountMail): Promise<void> {
  await enqueue(db, accountMailJob, data)
}

export type AccountMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string; secret: Secret }

/** Sends one email with a one-time link. Throws if it could not be delivered. An unknown address gets none. */
export async function sendAccountMail(deps: AccountMailDeps, data: object, key: string): Promise<void> {
  const { pool, mailer, publicUrl, secret } = deps
  const email = jobData.parse(data)
  if (email.kind === 'changed' || email.kind === 'factor' || email.kind === 'device') return report(deps, email, key)
  if (email.kind === 'sign-in') return sendSignInLink(deps, email, key)
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

/** Reports what happened to the account, and how to react if it was somebody else. */
async function report({ pool, mailer, publicUrl }: AccountMailDeps, reported: Reported, key: string): Promise<void> {
  const { userId, at, device, address, locale, kind } = reported
  const user = await pool.one<{ name: string; email: string }>(
    'SELECT name, email FROM users WHERE id = $1 AND removed_at IS NULL',
    [userId],
  )
  if (user === undefined || !isMailAddress(user.email)) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { storeEmail, storeName } = settings
  const facts = { name: user.name, store: storeName }
  const words = (name: string) => translate(locale, `accountMail.${kind}.${name}`, facts)
  const shared = (name: string) => translate(locale, `accountMail.changed.${name}`, facts)
  const text =
    kind === 'factor' ? translate(locale, `accountMail.factor.texts.${reported.event}`, facts) : words('text')
  await mailer.send({
    ...renderEmail({
      locale,
      sender: storeSender(settings, publicUrl, locale),
      subject: words('subject'),
      paragraphs: [shared('greeting'), text],
      facts: [
        [translate(locale, 'accountMail.username'), user.email],
        [shared('at'), dateFormatsOf(locale).formatDateTime(new Date(at))],
        ...(device === '' ? [] : [[shared('device'), device] as const]),
        ...(address === '' ? [] : [[shared('address'), address] as const]),
      ],
      button: { url: publicUrl + (kind === 'changed' ? pages.forgotten : pages.account), label: words('open') },
      closing: [words('unwanted')],
    }),
    to: user.email,
    key,
    from: { name: storeName, address: storeEmail },
  })
}

/** Sends the link that signs in, if the address belongs to a user who may use it. */
async function sendSignInLink(
  { pool, mailer, publicUrl, secret }: AccountMailDeps,
  { email, seed, locale }: Extract<AccountMail, { kind: 'sign-in' }>,
  key: string,
): Promise<void> {
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { storeEmail, storeName } = settings
  const token = tokenOf(secret, seed)
  const user = settings.signInLinks === '1' ? await openSignInLink(pool, email, token) : undefined
  if (user === undefined || !isMailAddress(user.email)) return
  const facts = { name: user.name, store: storeName }
  const words = (name: string) => translate(locale, `accountMail.signIn.${name}`, facts)
  await mailer.send({
    ...renderEmail({
      locale,
      sender: storeSender(settings, publicUrl, locale),
      subject: words('subject'),
      paragraphs: [words('greeting'), words('text')],
      facts: [[translate(locale, 'accountMail.username'), user.email]],
      button: { url: publicUrl + signInLinkPath(token), label: words('open') },
      closing: [words('period'), words('unwanted')],
    }),
    to: user.email,
    key,
    from: { name: storeName, address: storeEmail },
  })
}

type Where = { userAgent: string; address: string; locale: Locale }

/** Enqueues the email about a changed password, in the transaction that changes it. */
export async function enqueuePasswordChanged(db: Db, userId: number, where: Where): Promise<void> {
  const { browser, system } = readUserAgent(where.userAgent)
  const device = [browser, system].filter((name) => name !== null).join(' · ')
  const { address, locale } = where
  await enqueueAccountMail(db, { kind: 'changed', userId, at: new Date().toISOString(), device, address, locale })
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
