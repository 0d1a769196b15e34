import { useTranslation } from '#web/ui/translation.ts'
import { redirect, redirectDocument } from 'react-router'
import { localPath, pages } from '#contract/core/pages.ts'
import { getVisitor, type Visitor } from '#contract/core/visitor.ts'
import { call } from '#web/app/data/call.ts'
import { callContext } from '#web/app/data/call-context.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import type { Route } from './+types/login-page.ts'
import { LoginForm } from './login-form.tsx'
import { StandalonePage } from './standalone-page.tsx'

/** The page to open after signing in; a signed-in visitor goes there at once. */
function wayBack(visitor: Visitor, url: string): { next: string } {
  const next = localPath(new URL(url).searchParams.get('next'))
  if (visitor.user !== null) throw redirect(next)
  return { next }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  return wayBack(await context.get(callContext)(getVisitor), request.url)
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const visitor = await call(getVisitor)
  // The document's token expired with its session, so signing in would fail.
  if (visitor.hasSessionEnded) throw redirectDocument(request.url)
  return wayBack(visitor, request.url)
}

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <StandalonePage title={t('login.title')} text={t('login.text')}>
      <PageHead title={t('login.title')} description={t('login.text')} canonical={pages.login} noIndex />
      <LoginForm next={loaderData.next} />
    </StandalonePage>
  )
}
