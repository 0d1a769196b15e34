import '#web/app/page-words.ts'
import { useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminApplication, getAdminApplication } from '#contract/admin/applications.ts'
import {
  adminApplicationPath,
  adminApplicationsPath,
  applicationFilePath,
  textPath,
} from '#contract/core/application-paths.ts'
import { adminDealerPath } from '#contract/core/record-paths.ts'
import { canMoveApplication } from '#domain/applications/application.ts'
import { InvitationLink } from '#web/account/admin/invitation-link.tsx'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { Moment } from '#web/app/moment.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-application-page.ts'
import { ApplicationActions } from './application-actions.tsx'
import { ApplicationFacts } from './application-facts.tsx'
import { ApplicationHistory } from './application-history.tsx'
import { ApplicationStateBadge } from './application-state-badge.tsx'
import { ApproveForm } from './approve-form.tsx'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getAdminApplication, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One application with its documents, and what administrators decide. */
export default function AdminApplicationPage({ loaderData: application }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [isApproving, setApproving] = useState(false)
  const [invitation, setInvitation] = useState<{ link: string; email: string } | null>(null)
  useFollow(application, () => call(getAdminApplication, { params: { id: String(application.id) } }))
  const { id, applicationNo, state, company, events } = application
  const title = t('administration.applications.one', { number: applicationNo })
  const isOpen = canMoveApplication(state, 'approved')
  return (
    <DetailFrame
      title={title}
      description={t('administration.applications.description')}
      path={adminApplicationPath(id)}
      back={{ to: adminApplicationsPath, label: t('administration.applications.title') }}
    >
      <div key={id} className="flex max-w-300 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">
            {company} <span className="code font-normal text-ink-2">{applicationNo}</span>
          </h1>
          <ApplicationStateBadge state={state} />
          {isOpen && !isApproving && (
            <ApplicationActions application={application} onApprove={() => setApproving(true)} />
          )}
        </div>
        {invitation !== null && <InvitationLink {...invitation} isReset={false} />}
        <Warnings application={application} />
        {isOpen && isApproving && (
          <ApproveForm application={application} onCancel={() => setApproving(false)} onInvited={setInvitation} />
        )}
        <ApplicationFacts application={application} />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Documents files={application.files} />
          <AcceptedTexts texts={application.texts} />
        </div>
        <ApplicationHistory
          events={events}
          authorOf={({ id: event }) =>
            events.find((each) => each.id === event)?.author ?? t('administration.applications.applicant')
          }
        />
      </div>
    </DetailFrame>
  )
}

/** What to know before deciding: open texts, dealers and other applications with the same tax number. */
function Warnings({ application }: { application: AdminApplication }) {
  const { t } = useTranslation()
  const { knownDealers, others, areTextsPending, state, email } = application
  return (
    <>
      {areTextsPending && canMoveApplication(state, 'approved') && (
        <MessageStrip tone="warning">{t('administration.applications.textsPendingText', { email })}</MessageStrip>
      )}
      {knownDealers.map(({ id, code, name }) => (
        <MessageStrip key={id} tone="warning">
          <AreaLink to={adminDealerPath(id)} className="text-brand-ink hover:underline">
            {t('administration.applications.known', { dealer: `${name} (${code})` })}
          </AreaLink>
        </MessageStrip>
      ))}
      {others.length > 0 && (
        <MessageStrip tone="info">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {t('administration.applications.others')}
            {others.map(({ id, applicationNo, state: otherState }) => (
              <span key={id} className="inline-flex items-center gap-1.5">
                <AreaLink to={adminApplicationPath(id)} className="code text-brand-ink hover:underline">
                  {applicationNo}
                </AreaLink>
                <ApplicationStateBadge state={otherState} />
              </span>
            ))}
          </span>
        </MessageStrip>
      )}
    </>
  )
}

function Documents({ files }: Pick<AdminApplication, 'files'>) {
  const { t, formatQuantity } = useTranslation()
  return (
    <AdminPanel title={t('applications.fields.documents')}>
      {files.length === 0 && <p className="text-13 text-ink-2">{t('applications.files.none')}</p>}
      <ul className="flex flex-col gap-2 text-13">
        {files.map(({ file, kind, name, bytes }) => (
          <li key={file} className="[overflow-wrap:anywhere]">
            <a
              href={applicationFilePath(file)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-6 items-center font-medium text-brand-ink hover:underline pointer-coarse:min-h-11"
            >
              {name}
            </a>{' '}
            <span className="text-ink-2">
              {t(`applications.files.${kind}`)} · {formatQuantity(Math.ceil(bytes / 1024))} kB
            </span>
          </li>
        ))}
      </ul>
    </AdminPanel>
  )
}

function AcceptedTexts({ texts }: Pick<AdminApplication, 'texts'>) {
  const { t } = useTranslation()
  return (
    <AdminPanel title={t('applications.fields.texts')}>
      {texts.length === 0 && <p className="text-13 text-ink-2">{t('administration.applications.noTexts')}</p>}
      <ul className="flex flex-col gap-2 text-13">
        {texts.map(({ kind, version, at, address }) => (
          <li key={kind} className="flex flex-wrap items-baseline gap-x-3 [overflow-wrap:anywhere]">
            <AreaLink
              to={textPath(kind, version)}
              className="inline-flex min-h-6 items-center font-medium text-brand-ink hover:underline pointer-coarse:min-h-11"
            >
              {t('administration.applications.version', { name: t(`texts.kinds.${kind}`), version })}
            </AreaLink>
            <span className="text-ink-2">
              <Moment date={at} /> · {address}
            </span>
          </li>
        ))}
      </ul>
    </AdminPanel>
  )
}
