import '#web/app/page-words.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { Link, redirect, redirectDocument } from 'react-router'
import { applyPath } from '#contract/core/application-paths.ts'
import { getLoginRefusal } from '#contract/shop/account.ts'
import { localPath, pages } from '#contract/core/pages.ts'
import { getSingleSignOn } from '#contract/shop/single-sign-on.ts'
import { getVisitor, type Visitor } from '#contract/core/visitor.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { callContext, type ServerCall } from '#web/app/data/call-context.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import type { Route } from './+types/login-page.ts'
import { LoginForm } from './login-form.tsx'
import { SingleSignOn } from './single-sign-on.tsx'
import { StandalonePage } from './standalone-page.tsx'

/** The page to open after signing in; a signed-in visitor goes there at once. */
function wayBack(visitor: Visitor, url: string): { next: string; refused: string | null } {
  const next = localPath(new URL(url).searchParams.get('next'))
  if (visitor.user !== null) throw redirect(next)
  return { next, refused: null }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const api = context.get(callContext)
  const refused = new URL(request.url).searchParams.get('refused')
  const [visitor, singleSignOn] = await Promise.all([api(getVisitor), api(getSingleSignOn)])
  const way = { ...wayBack(visitor, request.url), singleSignOn }
  return refused === null ? way : { ...way, refused: await refusalOf(api, refused) }
}

/** Why the form that was sent without scripts was refused; null once the address has expired. */
async function refusalOf(api: ServerCall, refused: string): Promise<string | null> {
  try {
    return (await api(getLoginRefusal, { query: { refused } })).message
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [visitor, singleSignOn] = await Promise.all([call(getVisitor), call(getSingleSignOn)])
  // The document's token expired with its session, so signing in would fail.
  if (visitor.hasSessionEnded) throw redirectDocument(request.url)
  return { ...wayBack(visitor, request.url), singleSignOn }
}

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  return (
    <StandalonePage title={t('login.title')} text={t('login.text')}>
      <PageHead title={t('login.title')} description={t('login.text')} canonical={pages.login} noIndex />
      <LoginForm next={loaderData.next} refused={loaderData.refused} />
      <SingleSignOn offered={loaderData.singleSignOn} next={loaderData.next} />
      {settings.dealerApplications === '1' && (
        <p className="mt-4 text-13 text-ink-2">
          {t('login.applyQuestion')}{' '}
          <Link
            to={applyPath}
            className="inline-flex min-h-6 items-center pl-1 font-semibold text-brand-ink hover:underline pointer-coarse:min-h-11"
          >
            {t('login.apply')}
          </Link>
        </p>
      )}
    </StandalonePage>
  )
}
