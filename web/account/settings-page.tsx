import '#web/app/page-words.ts'
import { getLetterhead } from '#contract/shop/account-settings.ts'
import { pages } from '#contract/core/pages.ts'
import { getErasureRequest } from '#contract/shop/personal-data.ts'
import { listDevices } from '#contract/shop/devices.ts'
import { getVisitor } from '#contract/core/visitor.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/settings-page.ts'
import { DevicesPanel } from './devices-panel.tsx'
import { LetterheadForm } from './letterhead-form.tsx'
import { OrderQuestionPanel } from './order-question-panel.tsx'
import { PersonalDataPanel } from './personal-data-panel.tsx'
import { PasswordForm } from './password-form.tsx'

/** Redirects guests to sign-in; only dealers have a letterhead. */
async function load(api: ServerCall) {
  const { user } = await api(getVisitor)
  const hasLetterhead = user?.role !== 'admin' && user?.permissions.includes('offers') !== false
  const [{ items: devices }, { request }, letterhead] = await Promise.all([
    api(listDevices),
    api(getErasureRequest),
    hasLetterhead ? api(getLetterhead) : null,
  ])
  return { devices, request, letterhead }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export default function SettingsPage({ loaderData: { devices, request, letterhead } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  return (
    <div className="page-width max-w-220! py-6">
      <PageHead title={t('account.title')} description={t('account.description')} canonical={pages.account} noIndex />
      <h1 className="text-20 font-semibold">{t('account.title')}</h1>
      <PasswordForm />
      {/* A new password ends the others: the page then loads the list again. */}
      <DevicesPanel key={devices.map(({ id }) => id).join(' ')} loaded={devices} />
      {user?.canOrder === true && <OrderQuestionPanel />}
      {letterhead !== null && <LetterheadForm letterhead={letterhead} />}
      <PersonalDataPanel key={request?.requestedAt ?? ''} loaded={request} />
    </div>
  )
}
