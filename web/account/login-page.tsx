import '#web/app/page-words.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { redirect, redirectDocument } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { useState } from 'react'
import { getLoginRefusal, getSecondStep, type SecondStep } from '#contract/shop/account.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { getSingleSignOn } from '#contract/shop/single-sign-on.ts'
import { applyPath, localPath, pages, pathAfterSignIn } from '#contract/core/pages.ts'
import { getVisitor, type Visitor } from '#contract/core/visitor.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { callContext, type ServerCall } from '#web/app/data/call-context.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import type { Route } from './+types/login-page.ts'
import { LoginForm } from './login-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStepForm } from './second-step-form.tsx'
import { SingleSignOn } from './single-sign-on.tsx'
import { StandalonePage } from './standalone-page.tsx'

/** What the address says; `step`: the second step of a form that was sent without scripts. */
type SignInPage = {
  next: string
  refused: string | null
  step: SecondStep | null
  singleSignOn: Reply<typeof getSingleSignOn>
}

/** The page to open after signing in; a signed-in visitor goes there at once. */
function wayBack(visitor: Visitor, url: string): Omit<SignInPage, 'singleSignOn'> {
  const next = localPath(new URL(url).searchParams.get('next'))
  if (visitor.user !== null) throw redirect(pathAfterSignIn(visitor.user.role, next))
  return { next, refused: null, step: null }
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<SignInPage> {
  const api = context.get(callContext)
  const { searchParams } = new URL(request.url)
  const [visitor, singleSignOn] = await Promise.all([api(getVisitor), api(getSingleSignOn)])
  const way = { ...wayBack(visitor, request.url), singleSignOn }
  const [refused, challenge] = [searchParams.get('refused'), searchParams.get('challenge')]
  return {
    ...way,
    refused: refused === null ? null : await unlessExpired(() => refusalOf(api, refused)),
    step: challenge === null ? null : await unlessExpired(() => api(getSecondStep, { query: { challenge } })),
  }
}

/** Why the form that was sent without scripts was refused. */
const refusalOf = async (api: ServerCall, refused: string) =>
  (await api(getLoginRefusal, { query: { refused } })).message

/** Null once what the address says has expired. */
async function unlessExpired<Value>(load: () => Promise<Value>): Promise<Value | null> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof CallError && [404, 422].includes(error.status)) return null
    throw error
  }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<SignInPage> {
  const [visitor, singleSignOn] = await Promise.all([call(getVisitor), call(getSingleSignOn)])
  // The document's token expired with its session, so signing in would fail.
  if (visitor.hasSessionEnded) throw redirectDocument(request.url)
  return { ...wayBack(visitor, request.url), singleSignOn }
}

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { next, singleSignOn } = loaderData
  const [{ step, refused }, setState] = useState<Pick<SignInPage, 'step' | 'refused'>>(loaderData)
  const title = t(step === null ? 'login.title' : 'login.second.title')
  const text = t(step === null ? 'login.text' : `login.second.${step.hasTotp ? 'totp' : 'passkey'}`)
  return (
    <StandalonePage title={title} text={text}>
      <PageHead title={title} description={t('login.text')} canonical={pages.login} noIndex />
      {step === null ? (
        <>
          <LoginForm
            key={refused}
            next={next}
            refused={refused}
            onStep={(needed) => setState({ step: needed, refused: null })}
          />
          <SingleSignOn offered={singleSignOn} next={next} />
          <OtherMethods next={next} />
        </>
      ) : (
        <SecondStepForm
          step={step}
          next={next}
          refused={refused}
          onBack={(reason) => setState({ step: null, refused: reason })}
        />
      )}
    </StandalonePage>
  )
}

/** Passkey and emailed link instead of the password, and the application of companies that are no dealers yet. */
function OtherMethods({ next }: { next: string }) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const link = 'inline-flex min-h-6 items-center font-semibold text-brand-ink hover:underline pointer-coarse:min-h-11'
  return (
    <>
      <div className="mt-3">
        <PasskeyButton next={next} />
      </div>
      {settings.signInLinks === '1' && (
        <p className="mt-4 text-13">
          <Link to={pages.signInLink} className={link}>
            {t('login.byLink')}
          </Link>
        </p>
      )}
      {settings.dealerApplications === '1' && (
        <p className="mt-4 text-13 text-ink-2">
          {t('login.applyQuestion')}{' '}
          <Link to={applyPath} className={`${link} pl-1`}>
            {t('login.apply')}
          </Link>
        </p>
      )}
    </>
  )
}
