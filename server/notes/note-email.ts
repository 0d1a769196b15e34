import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { NoteSubject } from '#contract/shop/notes.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { translate } from '#server/platform/http/words.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { subjectKinds } from './subjects.ts'

const jobData = z.object({ threadId: z.number(), noteIds: z.array(z.number()), userId: z.nullable(z.number()) })

export type NoteMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

/** Sends one email about notes of a thread. Throws if it could not be delivered. */
export async function sendNoteMail({ pool, mailer, publicUrl }: NoteMailDeps, data: object, key: string) {
  const { threadId, noteIds, userId } = jobData.parse(data)
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const { storeEmail, orderMailTo, storeName } = settings
  const user = userId === null ? undefined : await findReader(pool, userId)
  const to = userId === null ? storeEmail || orderMailTo : (user?.email ?? '')
  const [thread, notes] = [await findThread(pool, threadId), await loadMailed(pool, threadId, noteIds)]
  if (thread === undefined || notes.length === 0 || !isMailAddress(to)) return
  const locale: Locale = userId !== null && user?.locale === 'en' ? 'en' : 'tr'
  const reader = userId === null ? 'store' : 'dealer'
  const email = noteEmail({ thread, notes, reader, locale, storeName, name: user?.name ?? '' })
  await mailer.send({
    ...renderEmail({
      ...email,
      sender: storeSender(settings, publicUrl, locale),
      button: { url: `${publicUrl}${pathOf(thread, reader)}`, label: translate(locale, 'noteMail.open') },
    }),
    to,
    key,
    from: { name: storeName, address: storeEmail },
  })
  failpoint('note_mail.after_send')
}

type Thread = NoteSubject & { subject_id: number; dealer: string }
type MailedNote = { author: string; text: string; files: number }
type Reader = 'dealer' | 'store'

const pathOf = ({ kind, number, subject_id }: Thread, reader: Reader) =>
  reader === 'store' ? subjectKinds[kind].adminPath(subject_id) : subjectKinds[kind].dealerPath(number)

type MailFacts = {
  thread: Thread
  notes: MailedNote[]
  reader: Reader
  locale: Locale
  storeName: string
  name: string
}

/** User input is inserted as text. Dealers do not see the names of staff. */
function noteEmail({ thread, notes, reader, locale, storeName, name }: MailFacts) {
  const words = (key: string, facts?: Record<string, string | number>) => translate(locale, `noteMail.${key}`, facts)
  const subject = words(`about.${thread.kind}`, { number: thread.number })
  const facts = { subject, count: notes.length, dealer: thread.dealer, store: storeName, name }
  const shown = notes.map(({ author, text, files }): [string, string] => [
    reader === 'store' ? author : storeName,
    [text, files > 0 ? words('files', { count: files }) : ''].filter((part) => part !== '').join('\n'),
  ])
  return {
    locale,
    subject: words(`subject.${reader}`, facts),
    paragraphs: [words(`greeting.${reader}`, facts)],
    facts: shown,
  }
}

async function findReader(db: Db, userId: number) {
  return db.one<{ email: string; name: string; locale: string | null }>(
    `SELECT email, name, choices ->> 'locale' AS locale FROM users WHERE id = $1 AND disabled_at IS NULL`,
    [userId],
    'note_mail_user',
  )
}

async function findThread(db: Db, threadId: number): Promise<Thread | undefined> {
  return db.one<Thread>(
    `SELECT t.kind, t.number, t.subject_id, d.name AS dealer
       FROM note_threads t JOIN dealers d ON d.id = t.dealer_id WHERE t.id = $1`,
    [threadId],
    'note_mail_thread',
  )
}

/** Internal notes are in no email. */
async function loadMailed(db: Db, threadId: number, noteIds: readonly number[]): Promise<MailedNote[]> {
  return db.query<MailedNote>(
    `SELECT u.name AS author, n.text, (SELECT count(*)::int FROM note_files f WHERE f.note_id = n.id) AS files
       FROM notes n JOIN users u ON u.id = n.user_id
      WHERE n.thread_id = $1 AND n.id = ANY ($2) AND NOT n.is_internal ORDER BY n.id`,
    [threadId, noteIds],
    'note_mail_notes',
  )
}
