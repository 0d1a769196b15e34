import '#web/app/page-words.ts'
import { redirect } from 'react-router'
import { getLetterhead } from '#contract/account-settings.ts'
import { pages } from '#contract/pages.ts'
import { getVisitor } from '#contract/visitor.ts'
import { call } from '#web/app/call.ts'
import { callContext, type ServerCall } from '#web/app/call-context.ts'
import { CallError } from '#web/app/call-error.ts'
import { PageHead } from '#web/app/page-head.tsx'
import { loginPath } from '#web/cart/sign-in-first.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/settings-page.ts'
import { LetterheadForm } from './letterhead-form.tsx'
import { PasswordForm } from './password-form.tsx'

/** Guests are sent to sign in; only a dealer has a letterhead. */
async function load(ask: ServerCall) {
  const { user } = await ask(getVisitor)
  if (user === null) throw redirect(loginPath(pages.account))
  if (user.role === 'admin') return null
  return ask(getLetterhead).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 401) throw redirect(loginPath(pages.account))
    throw error
  })
}

export async function loader({ context }: Route.LoaderArgs) {
  return load(context.get(callContext))
}

export async function clientLoader() {
  return load(call)
}

export default function SettingsPage({ loaderData: letterhead }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <div className="page-width max-w-220! py-6">
      <PageHead title={t('account.title')} description={t('account.description')} canonical={pages.account} noIndex />
      <h1 className="text-20 font-semibold">{t('account.title')}</h1>
      <PasswordForm />
      {letterhead !== null && <LetterheadForm letterhead={letterhead} />}
    </div>
  )
}
