import '#web/app/page-words.ts'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { listFailedEmails } from '#contract/admin/failed-emails.ts'
import { getMailServer, type MailServer, testMailServer } from '#contract/admin/mail-server.ts'
import { pages, settingsPath } from '#contract/core/pages.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { MayChange, useMayChange } from '#web/administration/may-change.tsx'
import { CallError, call } from '#web/app/data/call.ts'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/mail-server-page.ts'
import { FailedEmailsPanel } from './failed-emails-panel.tsx'

/** All that the page shows at once. */
const failedMax = '100'

const load = async (api: ServerCall) => {
  const [mail, failed] = await Promise.all([api(getMailServer), api(listFailedEmails, { query: { limit: failedMax } })])
  return { mail, failed }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Whether emails leave the shop, how a mail server is connected, and an email that tests it. */
export default function MailServerPage({ loaderData: { mail, failed } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  const title = t('administration.mail.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('administration.mail.description')} canonical={pages.adminMail} noIndex />
      <div className="flex max-w-200 flex-col gap-4">
        {mail.server === null && (
          <MessageStrip tone="warning">
            <strong>{t('administration.mail.missing')}</strong> {t('administration.mail.missingText')}
          </MessageStrip>
        )}
        <Connection {...mail} />
        {mail.server === null && <HowTo />}
        {mail.server !== null && mayChange && <TestPanel />}
        <FailedEmailsPanel list={failed} />
      </div>
    </AdminFrame>
  )
}

function Connection({ server, sender, publicUrl }: MailServer) {
  const { t } = useTranslation()
  const rows = [
    [t('administration.mail.server'), server ?? t('administration.mail.none')],
    [t('administration.mail.sender'), sender || t('administration.mail.noSender')],
    [t('administration.mail.links'), publicUrl],
  ] as const
  return (
    <AdminPanel title={t('administration.mail.connection')}>
      <dl className="grid gap-x-6 gap-y-1 text-13 sm:grid-cols-[auto_1fr] sm:gap-y-2">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2 max-sm:mt-1">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <MayChange>
        <AreaLink isAction to={settingsPath('store')} className={buttonClasses('outline', 'md', 'self-start')}>
          {t('administration.mail.changeSender')}
        </AreaLink>
      </MayChange>
    </AdminPanel>
  )
}

/** The address of a mail server contains a password, so it belongs to the server's environment. */
function HowTo() {
  const { t } = useTranslation()
  return (
    <AdminPanel title={t('administration.mail.how.title')}>
      <ol className="flex list-decimal flex-col gap-2 pl-5 text-13">
        <li>{t('administration.mail.how.account')}</li>
        <li>
          {t('administration.mail.how.environment')}
          <code className="code mt-1 block rounded-control border border-line bg-canvas px-3 py-2 break-all">
            SMTP_URL=smtps://{t('administration.mail.how.user')}:{t('administration.mail.how.password')}
            @mail.example.com:465
          </code>
        </li>
        <li>{t('administration.mail.how.restart')}</li>
      </ol>
    </AdminPanel>
  )
}

type Outcome = { isSent: boolean; text: string }

function TestPanel() {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  async function send(): Promise<void> {
    setBusy(true)
    setOutcome(null)
    try {
      const { to } = await call(testMailServer, {})
      setOutcome({ isSent: true, text: t('administration.mail.test.sent', { email: to }) })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      setOutcome({ isSent: false, text: error.message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <AdminPanel title={t('administration.mail.test.title')}>
      <p className="text-13 text-ink-2">{t('administration.mail.test.text')}</p>
      <Button
        size="lg"
        busy={isBusy}
        icon={<Send size={16} aria-hidden="true" />}
        className="self-start"
        onClick={() => void send()}
      >
        {t('administration.mail.test.send')}
      </Button>
      {outcome !== null && (
        <MessageStrip tone={outcome.isSent ? 'info' : 'danger'} role={outcome.isSent ? 'status' : 'alert'}>
          {outcome.text}
        </MessageStrip>
      )}
    </AdminPanel>
  )
}
