import '#web/app/page-words.ts'
import { Check, FileText, Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { applyPath } from '#contract/core/pages.ts'
import {
  acceptApplicationTexts,
  answerApplication,
  type Application,
  getApplication,
} from '#contract/shop/applications.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { PhoneLink } from '#web/app/store-contacts.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/application-page.ts'
import { ApplicationHistory } from './application-history.tsx'
import { ApplicationStateBadge } from './application-state-badge.tsx'
import { DocumentField } from './document-field.tsx'
import { FormPart, NoteField } from './form-parts.tsx'
import { TextConsents, useConsents } from './text-consents.tsx'
import { useDocuments } from './use-documents.ts'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getApplication, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The applicant's page of an application: its state, and the answer to a question of the store. */
export default function ApplicationPage({ loaderData: application, params: { token } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const { state, isMailed, email, company, files, events, key, filedBy } = application
  const title = t('applications.status.title', { number: application.applicationNo })
  const text = state === 'approved' && !isMailed ? 'approvedNoMail' : state
  return (
    <div className="page-width flex max-w-220! flex-col gap-4 py-5">
      <PageHead title={title} description={t('applications.form.description')} canonical={applyPath} noIndex />
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-20 font-semibold">{title}</h1>
          <ApplicationStateBadge state={state} />
        </div>
        <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{company}</p>
      </div>
      <MessageStrip tone={state === 'asked' ? 'warning' : 'info'}>
        {t(`applications.status.${text}`)} {state === 'new' && isMailed && t('applications.status.mailed', { email })}
      </MessageStrip>
      {application.texts.length > 0 &&
        (user?.role === 'admin' ? (
          <MessageStrip tone="info">{t('applications.filing.handOver')}</MessageStrip>
        ) : (
          <AcceptForm token={token} application={application} />
        ))}
      {key !== null && <AnswerForm token={token} formKey={key} question={questionOf(application)} />}
      <ApplicationHistory
        events={events}
        authorOf={(event) =>
          event.state === 'new' && filedBy !== null
            ? filedBy
            : t(`applications.status.${isOfApplicant(event) ? 'you' : 'store'}`)
        }
      />
      <section aria-label={t('applications.form.documents')} className="rounded-panel border border-line bg-surface">
        <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">{t('applications.form.documents')}</h2>
        <ul className="divide-y divide-line text-13">
          {files.map(({ kind, name }, at) => (
            <li key={`${at} ${name}`} className="flex items-center gap-2 px-4 py-2">
              <FileText size={16} aria-hidden="true" className="shrink-0 text-ink-2" />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {name} <span className="text-ink-2">({t(`applications.files.${kind}`)})</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

const isOfApplicant = ({ state }: Application['events'][number]) => state === 'new' || state === 'answered'

/** The last question of the store. */
const questionOf = ({ events }: Application): string => events.findLast(({ state }) => state === 'asked')?.note ?? ''

/** The applicant accepts the texts of an application that a representative has filed. */
function AcceptForm({ token, application }: { token: string; application: Application }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { texts, filedBy } = application
  const consents = useConsents(texts)
  const { isBusy, failure, send } = useSubmit()
  function submit(event: FormEvent): void {
    event.preventDefault()
    void send(
      async () => {
        await call(acceptApplicationTexts, { params: { token }, body: { texts: consents.accepted } })
        notify.success(t('applications.filing.accepted'), { id: 'application' })
        await revalidate()
      },
      ({ status }) => status === 409 && revalidate(),
    )
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-3">
      <MessageStrip tone="warning">{t('applications.filing.toAccept', { name: filedBy ?? '' })}</MessageStrip>
      <TextConsents texts={texts} consents={consents} />
      <Failure text={failure?.message} />
      <Button
        type="submit"
        variant="solid"
        size="lg"
        busy={isBusy}
        className="self-start max-sm:w-full"
        icon={<Check size={16} aria-hidden="true" />}
      >
        {t('applications.filing.accept')}
      </Button>
    </form>
  )
}

type AnswerFormProps = { token: string; formKey: string; question: string }

function AnswerForm({ token, formKey, question }: AnswerFormProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [key] = useState(formKey)
  const [note, setNote] = useState('')
  const documents = useDocuments(key)
  const { isBusy, failure, send } = useSubmit()
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (documents.isSending) return
    void send(
      async () => {
        await call(answerApplication, { params: { token }, body: { key, note, files: documents.stored } })
        notify.success(t('applications.status.sent'), { id: 'application' })
        await revalidate()
      },
      ({ status }) => status === 409 && revalidate(),
    )
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-3">
      <FormPart title={t('applications.status.answer')}>
        <blockquote className="border-l-2 border-brand pl-3 whitespace-pre-line [overflow-wrap:anywhere] sm:col-span-2">
          {question}
        </blockquote>
        <NoteField label={t('applications.status.answer')} value={note} onType={setNote} />
        <DocumentField kind="other" form={documents} note={t('ui.optional')} />
      </FormPart>
      <Failure text={failure?.message} />
      <Button
        type="submit"
        variant="solid"
        size="lg"
        busy={isBusy}
        disabled={documents.isSending}
        className="self-start max-sm:w-full"
        icon={<Send size={16} aria-hidden="true" />}
      >
        {t('applications.status.send')}
      </Button>
    </form>
  )
}

/** The address is incomplete, or the application was removed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslation()
  const isUnknown = (error instanceof CallError || isRouteErrorResponse(error)) && error.status === 404
  if (!isUnknown) throw error
  const title = t('applications.status.missing.title')
  return (
    <div className="page-width py-5">
      <PageHead title={title} description={t('applications.form.description')} canonical={applyPath} noIndex />
      <EmptyState
        level="h1"
        className="py-16"
        title={title}
        text={t('applications.status.missing.text')}
        actions={<PhoneLink />}
      />
    </div>
  )
}
