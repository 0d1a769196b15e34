import * as z from 'zod/mini'
import { adminApplicationPath, applicationPath } from '#contract/core/application-paths.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { ApplicationState } from '#domain/applications/application.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { type ApplicationRow, findApplication } from './application-rows.ts'
import { linkHashOf, tokensOf } from './link-token.ts'

export const applicationMailJob = 'application-mail'

const jobData = z.object({ eventId: z.number(), reader: z.enum(['applicant', 'store']) })
type MailData = z.output<typeof jobData>

/** Enqueues the email in the transaction that writes the step. An approval is told by the invitation. */
export async function enqueueApplicationMail(db: Db, data: MailData): Promise<void> {
  await enqueue(db, applicationMailJob, data)
}

export type ApplicationMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string; secret: Secret }

/** Sends one email. Throws if it could not be delivered. A recipient without a valid address gets none. */
export async function sendApplicationMail(deps: ApplicationMailDeps, data: object, key: string): Promise<void> {
  const { pool, mailer, publicUrl, secret } = deps
  const { eventId, reader } = jobData.parse(data)
  const event = await findEvent(pool, eventId)
  const row = event && (await findApplication(pool, event.application_id))
  if (event === undefined || row === undefined) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { orderMailTo, storeEmail, storeName } = settings
  const to = reader === 'applicant' ? row.email : storeEmail || orderMailTo
  if (!isMailAddress(to)) return
  const locale = reader === 'store' ? 'tr' : row.locale
  const path = reader === 'store' ? adminApplicationPath(row.id) : applicationPath(await linkToken(pool, secret, row))
  await mailer.send({
    ...renderEmail({
      ...applicationEmail({ row, event, reader, locale, store: storeName }),
      button: { url: publicUrl + path, label: translate(locale, `applicationMail.open.${reader}`) },
      sender: storeSender(settings, publicUrl, locale),
    }),
    to,
    key,
    from: { name: storeName, address: storeEmail },
    replyTo: reader === 'store' ? row.email : undefined,
  })
}

type EventRow = { application_id: number; state: ApplicationState; note: string }

async function findEvent(db: Db, id: number): Promise<EventRow | undefined> {
  return db.one<EventRow>(
    'SELECT application_id, state, note FROM application_events WHERE id = $1',
    [id],
    'application_mail_event',
  )
}

/** The token of the link. Once its secret is no longer accepted, the link gets a new one. */
async function linkToken(db: Db, secret: Secret, { id, form, token_hash }: ApplicationRow): Promise<string> {
  const tokens = tokensOf(secret, form)
  const existing = tokens.find((token) => linkHashOf(token).equals(token_hash))
  if (existing !== undefined) return existing
  const sql = 'UPDATE applications SET token_hash = $2 WHERE id = $1'
  await db.execute(sql, [id, linkHashOf(tokens[0])], 'application_new_link')
  return tokens[0]
}

type MailFacts = { row: ApplicationRow; event: EventRow; reader: MailData['reader']; locale: Locale; store: string }

/** User input is inserted as text. */
function applicationEmail({ row, event, reader, locale, store }: MailFacts) {
  const by = row.filer ?? ''
  const about = { number: row.application_no, company: row.company, name: row.contact_name, store, by }
  const facts: [string, string][] = [
    ['number', row.application_no],
    ['company', row.company],
    ...(reader === 'store'
      ? ([
          ['taxNumber', `${row.tax_office} ${row.tax_number}`],
          ['contact', [row.contact_name, row.phone, row.email].join(', ')],
          ['city', `${row.district} / ${row.city}`],
          ['filedBy', by],
        ] satisfies [string, string][])
      : []),
    [event.state === 'new' ? 'note' : event.state, event.state === 'new' ? row.note : event.note],
  ]
  const isFiled = reader === 'applicant' && event.state === 'new' && row.filed_by !== null
  const kind = isFiled ? (row.texts_pending ? 'filed' : 'filedOnly') : event.state
  const step = (part: string) => translate(locale, `applicationMail.${reader}.${kind}.${part}`, about)
  return {
    locale,
    subject: step('subject'),
    paragraphs: [step('text')],
    facts: facts
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [translate(locale, `applicationMail.facts.${name}`), value] as const),
  }
}
