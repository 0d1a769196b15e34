import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { Logo } from '#web/app/page/logo.tsx'
import { LanguageMenu, ThemeMenu } from '#web/app/visitor/preference-menus.tsx'
import { MessageLink, OpeningHours, PhoneLink, telephone } from '#web/app/store-contacts.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { LoginPanel } from './login-panel.tsx'

type StandalonePageProps = {
  title: ReactNode
  text: ReactNode
  /** A link out of the page, for visitors who may browse without signing in. */
  link?: { to: string; label: ReactNode }
  children: ReactNode
}

/** The frame of sign-in and related pages, without the shop's header. */
export function StandalonePage({ title, text, link, children }: StandalonePageProps) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const shownLink = link ?? { to: pages.home, label: t('login.browse') }
  return (
    <div className="flex min-h-dvh bg-surface">
      <div className="flex min-w-0 flex-1 flex-col px-4 sm:px-10">
        <header className="flex h-18 items-center justify-between">
          <Logo />
          <div className="-mr-2 flex">
            <LanguageMenu />
            <ThemeMenu />
          </div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-94 flex-1 flex-col justify-center py-8 outline-none"
        >
          <h1 className="text-22 font-semibold sm:text-[1.5rem]">{title}</h1>
          <p className="mt-1 text-ink-2">{text}</p>
          {children}
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
              to={shownLink.to}
              className="inline-flex min-h-6 items-center font-semibold text-brand-ink hover:underline"
            >
              {shownLink.label}
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
