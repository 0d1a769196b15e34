import { Readable } from 'node:stream'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import {
  acceptApplicationTexts,
  answerApplication,
  type Application,
  createApplication,
  getApplication,
  getApplicationForm,
  uploadApplicationFile,
} from '#contract/shop/applications.ts'
import { canMoveApplication } from '#domain/applications/application.ts'
import type { UserDeps } from '#server/account/account.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Actor, type Calls, handle } from '#server/visitor/visitor.ts'
import { acceptByLink } from './accept.ts'
import { registerApplicationAdministration } from './administration.ts'
import { answer } from './answer.ts'
import { type ApplicationRow, findByToken, loadEvents, loadFiles } from './application-rows.ts'
import { apply, textsToAccept } from './apply.ts'
import { addFile } from './files.ts'
import { newFormKey, openForm } from './form.ts'
import { linkHashOf } from './link-token.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'

type ApplicationDeps = UserDeps & { store: Store; folder: FileStore; now: () => Date }

/** The endpoints of applicants, who have no account, and of administrators. */
export function registerApplications(calls: Calls, deps: ApplicationDeps): void {
  const { pool, secret, store, folder, now, hasMailServer } = deps
  const isOpen = () => store.facts().settings.dealerApplications === '1'

  handle(calls, getApplicationForm, async () => {
    return {
      isOpen: isOpen(),
      isMailed: hasMailServer,
      key: newFormKey(secret, now()),
      texts: await textsToAccept(pool),
    }
  })

  // An answer may have documents after applications were switched off.
  handle(calls, uploadApplicationFile, async ({ query: { key, kind, name }, body }, { network }) => {
    const opened = openForm(secret, key, now())
    if (opened === null) return refuse('application_form_expired')
    if (!(body instanceof Readable)) return refuse('bad_request')
    return addFile({ pool, folder }, { form: opened.form, network, kind, name, source: body })
  })

  handle(calls, createApplication, async ({ body }, { network, address, locale, actor }) => {
    if (!isOpen()) return refuse('applications_off')
    const filedBy = actor !== null && mayFile(actor) ? actor.userId : null
    const created = await apply(deps, body, { network, address, locale, now: now(), filedBy })
    // The link is the applicant's, who accepts the texts with it. Without emails the representative hands it over.
    return created.ok && filedBy !== null && hasMailServer ? { ...created, token: null } : created
  })

  const present = async (row: ApplicationRow): Promise<Application> => {
    const [events, files] = await Promise.all([loadEvents(pool, row.id), loadFiles(pool, row.id)])
    return {
      applicationNo: row.application_no,
      company: row.company,
      email: row.email,
      state: row.state,
      date: row.created_at.toISOString(),
      isMailed: hasMailServer,
      files,
      events: events.map(({ id, state, note, created_at }) => ({ id, state, note, date: created_at.toISOString() })),
      key: canMoveApplication(row.state, 'answered') ? newFormKey(secret, now()) : null,
      filedBy: row.filer,
      texts: row.texts_pending && canMoveApplication(row.state, 'approved') ? await textsToAccept(pool) : [],
    }
  }
  const ofToken = (token: string) => findByToken(pool, linkHashOf(token))

  handle(calls, getApplication, async ({ params }): Promise<Application | Refusal> => {
    const row = await ofToken(params.token)
    return row === undefined ? refuse('application_not_found') : present(row)
  })

  handle(calls, answerApplication, async ({ params, body }): Promise<Application | Refusal> => {
    const row = await ofToken(params.token)
    if (row === undefined) return refuse('application_not_found')
    const answered = await answer(deps, { id: row.id, ...body, now: now() })
    return answered.ok ? present({ ...row, state: 'answered' }) : answered
  })

  handle(calls, acceptApplicationTexts, async ({ params, body }, context): Promise<Application | Refusal> => {
    const row = await ofToken(params.token)
    if (row === undefined) return refuse('application_not_found')
    if (!row.texts_pending) return present(row)
    if (context.actor?.role === 'admin') return refuse('application_texts_applicant_only')
    const accepted = await acceptByLink(pool, row, { ...body, locale: context.locale, address: context.address })
    return accepted.ok ? present({ ...row, texts_pending: false }) : accepted
  })

  registerApplicationAdministration(calls, deps)
}

/** Staff who work for dealers file applications for companies. */
const mayFile = ({ role, impersonator, permissions }: Actor): boolean =>
  role === 'admin' && impersonator === null && permissions.has('field:write')
