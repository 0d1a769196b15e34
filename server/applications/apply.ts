import { createHash } from 'node:crypto'
import type { CallInput } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { AcceptedText, ApplicationValues, createApplication } from '#contract/shop/applications.ts'
import { applicationNumber, formMinMs } from '#domain/applications/application.ts'
import { acceptedKinds } from '#domain/texts/published-text.ts'
import { findDealersByTaxNumber } from '#server/account/account.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { acceptTexts, currentVersions } from '#server/texts/texts.ts'
import { enqueueApplicationMail } from './application-email.ts'
import { findByForm, insertEvent } from './application-rows.ts'
import { checkValues } from './check-values.ts'
import { attachFiles } from './files.ts'
import { openForm } from './form.ts'
import { countAttempt, lockNetwork, mayApply, pauseSeconds } from './limits.ts'
import { linkHashOf, tokensOf } from './link-token.ts'

type Body = CallInput<typeof createApplication>['body']
export type Sender = {
  network: string
  address: string
  locale: Locale
  now: Date
  /** The representative who files it for a company; null: the applicant. */
  filedBy: number | null
}
type Created = { ok: true; applicationNo: string; token: string }

/**
 * Writes an application with its documents and accepted texts, and enqueues the emails, in one transaction. The same form
 * with the same content returns the same application. If a representative files it, the applicant is asked to accept the
 * texts, and the store gets its email once that is done.
 */
export async function apply(
  { pool, secret }: { pool: Pool; secret: Secret },
  body: Body,
  sender: Sender,
): Promise<Created | Refusal> {
  const opened = openForm(secret, body.key, sender.now)
  if (opened === null) return refuse('application_form_expired')
  if (body.website !== '' || opened.ageMs < formMinMs) return refuse('application_suspicious')
  const { form } = opened
  const [token] = tokensOf(secret, form)
  const requestHash = createHash('sha256').update(JSON.stringify(body)).digest()
  const earlier = await findByForm(pool, form)
  if (earlier !== undefined) return repeated(earlier, requestHash, token)
  if (sender.filedBy === null && !(await countAttempt(pool, sender.network)))
    return refuse('too_many_requests', { seconds: pauseSeconds })
  const checked = checkValues(body)
  if (!checked.ok) return checked
  const { values } = checked
  return transactionOrRefusal(pool, async (db): Promise<Created> => {
    await lockNetwork(db, sender.network)
    const other = await findByForm(db, form)
    if (other !== undefined) {
      const answer = repeated(other, requestHash, token)
      return answer.ok ? answer : abortTransaction(answer)
    }
    // The network of a representative is that of many applications.
    const network = sender.filedBy === null ? sender.network : null
    if (!(await mayApply(db, { network, email: values.email })))
      abortTransaction(refuse('too_many_requests', { seconds: pauseSeconds }))
    if ((await findDealersByTaxNumber(db, values.taxNumber)).length > 0)
      abortTransaction(sender.filedBy === null ? 'application_tax_number_known' : 'application_dealer_exists')
    const texts = sender.filedBy === null ? await checkTexts(db, body.texts) : []
    const isPending = sender.filedBy !== null && (await textsToAccept(db)).length > 0
    const { id, applicationNo } = await insert(db, { form, requestHash, token, values, sender, isPending })
    const kinds = await attachFiles(db, { applicationId: id, form, files: body.files })
    if (kinds.length !== new Set(body.files).size) abortTransaction('application_file_missing')
    if (!kinds.includes('tax_certificate')) abortTransaction('application_document_missing')
    const { locale, address } = sender
    await acceptTexts(db, { applicationId: id, locale, address, texts })
    const eventId = await insertEvent(db, { id, state: 'new', note: '', userId: sender.filedBy })
    await enqueueApplicationMail(db, { eventId, reader: 'applicant' })
    if (!isPending) await enqueueApplicationMail(db, { eventId, reader: 'store' })
    failpoint('application.before_commit')
    return { ok: true, applicationNo, token }
  })
}

type Earlier = { application_no: string; request_hash: Buffer }

function repeated(earlier: Earlier, requestHash: Buffer, token: string): Created | Refusal {
  return earlier.request_hash.equals(requestHash)
    ? { ok: true, applicationNo: earlier.application_no, token }
    : refuse('application_form_used')
}

/** The accepted texts. Aborts the transaction if one of those to accept is missing or no longer the current one. */
export async function checkTexts(db: Db, accepted: readonly AcceptedText[]): Promise<AcceptedText[]> {
  const texts = await textsToAccept(db)
  for (const { kind, version } of texts) {
    const given = accepted.find((each) => each.kind === kind)
    if (given === undefined) abortTransaction('application_texts_missing')
    if (given.version !== version) abortTransaction('application_text_changed')
  }
  return texts
}

/** The current versions of the texts that applicants accept. */
export async function textsToAccept(db: Db): Promise<AcceptedText[]> {
  const current = await currentVersions(db)
  return acceptedKinds.flatMap((kind) => {
    const row = current.find((each) => each.kind === kind)
    return row === undefined ? [] : [{ kind, version: row.version }]
  })
}

type NewApplication = {
  form: string
  requestHash: Buffer
  token: string
  values: ApplicationValues
  sender: Sender
  /** The applicant has yet to accept the texts. */
  isPending: boolean
}

async function insert(db: Transaction, { form, requestHash, token, values, sender, isPending }: NewApplication) {
  const next = await db.one<{ sequence: number; year: number }>(
    `SELECT nextval('application_number') AS sequence,
            extract(year FROM now() AT TIME ZONE 'Europe/Istanbul')::integer AS year`,
    [],
    'application_number',
  )
  if (next === undefined) throw new Error('Could not read the next application number.')
  const applicationNo = applicationNumber(next.year, next.sequence)
  const id = await insertRow(
    db,
    'applications',
    {
      application_no: applicationNo,
      form,
      request_hash: requestHash,
      token_hash: linkHashOf(token),
      company: values.company,
      tax_office: values.taxOffice,
      tax_number: values.taxNumber,
      address: values.address,
      district: values.district,
      city: values.city,
      contact_name: values.contactName,
      email: values.email,
      phone: values.phone,
      business: values.business,
      note: values.note,
      locale: sender.locale,
      network: sender.network,
      filed_by: sender.filedBy,
      texts_pending: isPending,
    },
    'application_insert',
  )
  return { id, applicationNo }
}
