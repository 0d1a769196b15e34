import '#web/app/page-words.ts'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import type { Reply } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import { getPasswordLink } from '#contract/shop/passwords.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { callContext } from '#web/app/data/call-context.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/new-password-page.ts'
import { StandalonePage } from './standalone-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  return context.get(callContext)(getPasswordLink, { params })
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return call(getPasswordLink, { params })
}

/** The target of a one-time link: the account's name and a new password. */
export default function NewPasswordPage({ loaderData, params: { token } }: Route.ComponentProps) {
  // Saving uses up the link; its content stays on screen.
  const [link] = useState<Reply<typeof getPasswordLink>>(loaderData)
  const [isDone, setDone] = useState(false)
  const { t } = useTranslation()
  const title = t(`passwordLink.${link.kind}.title`)
  return (
    <StandalonePage
      title={title}
      text={isDone ? link.name : t(`passwordLink.${link.kind}.text`)}
      {...(!isDone && { link: { to: pages.login, label: t('passwordLink.toSignIn') } })}
    >
      {/* The address grants access, so it is not passed on as canonical. */}
      <PageHead title={title} description={t('passwordLink.description')} canonical={pages.login} noIndex />
      {isDone ? (
        <Done email={link.email} />
      ) : (
        <NewPasswordForm link={link} token={token} onDone={() => setDone(true)} />
      )}
    </StandalonePage>
  )
}

function Done({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <div className="mt-5 space-y-4">
      <p role="status" className="flex gap-3 rounded-panel border border-line bg-canvas p-4">
        <CircleCheck size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
        {t('passwordLink.done')}
      </p>
      <Link to={pages.login} state={{ username: email }} className={buttonClasses('solid', 'lg', 'w-full')}>
        {t('passwordLink.signIn')}
      </Link>
    </div>
  )
}

/** Unknown, used, revoked and expired links show the same; other failures show the shop's error page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isUnknown = (error instanceof CallError || isRouteErrorResponse(error)) && error.status === 404
  if (!isUnknown) throw error
  return <UnknownLink />
}

function UnknownLink() {
  const { t } = useTranslation()
  const title = t('passwordLink.unknown.title')
  return (
    <StandalonePage
      title={title}
      text={t('passwordLink.unknown.text')}
      link={{ to: pages.login, label: t('passwordLink.toSignIn') }}
    >
      <PageHead title={title} description={t('passwordLink.description')} canonical={pages.login} noIndex />
      <Link to={pages.forgotten} className={buttonClasses('solid', 'lg', 'mt-5 w-full')}>
        {t('passwordLink.unknown.again')}
      </Link>
    </StandalonePage>
  )
}
