import { useTranslation } from '#web/ui/translation.ts'
import { Link, redirect } from 'react-router'
import { localPath, pages } from '#contract/pages.ts'
import { getVisitor, type Visitor } from '#contract/visitor.ts'
import { call } from '#web/app/call.ts'
import { callContext } from '#web/app/call-context.ts'
import { Logo } from '#web/app/logo.tsx'
import { PageHead } from '#web/app/page-head.tsx'
import { LanguageMenu, ThemeMenu } from '#web/app/preference-menus.tsx'
import { MessageLink, OpeningHours, PhoneLink, telephone } from '#web/app/store-contacts.tsx'
import { useVisitor } from '#web/app/use-visitor.ts'
import type { Route } from './+types/login-page.ts'
import { LoginForm } from './login-form.tsx'
import { LoginPanel } from './login-panel.tsx'

/** Where to go after signing in; whoever is signed in already goes there at once. */
function wayBack(visitor: Visitor, url: string): { next: string } {
  const next = localPath(new URL(url).searchParams.get('next'))
  if (visitor.user !== null) throw redirect(next)
  return { next }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  return wayBack(await context.get(callContext)(getVisitor), request.url)
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return wayBack(await call(getVisitor), request.url)
}

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  return (
    <div className="flex min-h-dvh bg-surface">
      <PageHead title={t('login.title')} description={t('login.text')} canonical={pages.login} noIndex />
      <div className="flex min-w-0 flex-1 flex-col px-4 sm:px-10">
        <header className="flex h-18 items-center justify-between">
          <Logo />
          <div className="-mr-2 flex">
            <LanguageMenu />
            <ThemeMenu />
          </div>
        </header>
        <main className="mx-auto flex w-full max-w-94 flex-1 flex-col justify-center py-8">
          <h1 className="text-22 font-semibold sm:text-[1.5rem]">{t('login.title')}</h1>
          <p className="mt-1 text-ink-2">{t('login.text')}</p>
          <LoginForm next={loaderData.next} />
          <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4 text-13">
            {settings.storePhone !== '' && (
              <p className="text-ink-2">
                {t('login.trouble')}{' '}
                <a
                  href={telephone(settings.storePhone)}
                  className="inline-flex min-h-6 items-center pl-1 font-semibold text-brand-ink hover:underline"
                >
                  {t('login.call')}
                </a>
              </p>
            )}
            <Link
              to={pages.home}
              className="inline-flex min-h-6 items-center font-semibold text-brand-ink hover:underline"
            >
              {t('login.browse')}
            </Link>
          </div>
        </main>
        <footer className="flex min-h-16 flex-wrap items-center gap-x-5 gap-y-1 py-3 text-12 text-ink-2">
          <PhoneLink />
          <MessageLink />
          <span className="ml-auto max-sm:ml-0">
            <OpeningHours />
          </span>
        </footer>
      </div>
      <LoginPanel />
    </div>
  )
}
