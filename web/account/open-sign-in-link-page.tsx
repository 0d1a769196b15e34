import '#web/app/page-words.ts'
import { useState } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { getSignInLink, type SecondStep, signInByLink } from '#contract/shop/account.ts'
import { pages } from '#contract/core/pages.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { callContext } from '#web/app/data/call-context.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/open-sign-in-link-page.ts'
import { openAfterSignIn } from './open-after-sign-in.ts'
import { SecondStepForm } from './second-step-form.tsx'
import { StandalonePage } from './standalone-page.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  return context.get(callContext)(getSignInLink, { params })
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return call(getSignInLink, { params })
}

/** The target of a link that signs in. Its button uses the link up: programs open the links in emails too. */
export default function OpenSignInLinkPage({ loaderData, params: { token } }: Route.ComponentProps) {
  const [link] = useState(loaderData)
  const { t } = useTranslation()
  const [step, setStep] = useState<SecondStep | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  async function signIn(): Promise<void> {
    setBusy(true)
    try {
      setStep(openAfterSignIn(await call(signInByLink, { params: { token } }), pages.home))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setBusy(false)
      setFailure(error.message)
    }
  }
  const title = t(step === null ? 'signInLink.open.title' : 'login.second.title')
  const text =
    step === null
      ? t('signInLink.open.text', { name: link.name })
      : t(`login.second.${step.hasTotp ? 'totp' : 'passkey'}`)
  return (
    <StandalonePage title={title} text={text} link={{ to: pages.login, label: t('passwordLink.toSignIn') }}>
      {/* The address grants access, so it is not passed on as canonical. */}
      <PageHead title={title} description={t('signInLink.request.title')} canonical={pages.login} noIndex />
      {step === null ? (
        <div className="mt-5 space-y-4">
          <Failure text={failure} />
          <p className="rounded-panel border border-line bg-canvas p-4 font-semibold [overflow-wrap:anywhere]">
            {link.email}
          </p>
          <Button variant="solid" size="lg" busy={isBusy} className="w-full" onClick={() => void signIn()}>
            {t('signInLink.open.submit')}
          </Button>
        </div>
      ) : (
        <SecondStepForm
          step={step}
          next={pages.home}
          refused={null}
          // The link is used up: the user begins again.
          onBack={() => location.assign(pages.login)}
        />
      )}
    </StandalonePage>
  )
}

/** Unknown, used and expired links show the same; other failures show the shop's error page. */
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
      text={t('signInLink.unknown.text')}
      link={{ to: pages.login, label: t('passwordLink.toSignIn') }}
    >
      <PageHead title={title} description={t('signInLink.request.title')} canonical={pages.login} noIndex />
      <Link to={pages.signInLink} className={buttonClasses('solid', 'lg', 'mt-5 w-full')}>
        {t('passwordLink.unknown.again')}
      </Link>
    </StandalonePage>
  )
}
