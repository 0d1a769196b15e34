import '#web/app/page-words.ts'
import { getLetterhead } from '#contract/shop/account-settings.ts'
import { pages } from '#contract/core/pages.ts'
import { getSecurity } from '#contract/shop/factors.ts'
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
import { getMyRepresentative } from '#contract/shop/representatives.ts'
import { MyRepresentative } from '#web/representatives/my-representative.tsx'
import { OrderQuestionPanel } from './order-question-panel.tsx'
import { PersonalDataPanel } from './personal-data-panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecurityPanel } from './security/security-panel.tsx'

/** Redirects guests to sign-in; only dealers have a letterhead. */
async function load(api: ServerCall) {
  const { user } = await api(getVisitor)
  const isOwn = user?.role !== 'admin' && user?.isRepresentative !== true
  const hasLetterhead = isOwn && user?.permissions.includes('offers') !== false
  const [{ items: devices }, security, { request }, letterhead, representative] = await Promise.all([
    api(listDevices),
    api(getSecurity),
    api(getErasureRequest),
    hasLetterhead ? api(getLetterhead) : null,
    user?.role === 'dealer' ? api(getMyRepresentative) : null,
  ])
  return { devices, security, request, letterhead, representative: representative?.representative ?? null }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { devices, security, request, letterhead, representative } = loaderData
  const { t } = useTranslation()
  const { user } = useVisitor()
  return (
    <div className="page-width max-w-220! py-6">
      <PageHead title={t('account.title')} description={t('account.description')} canonical={pages.account} noIndex />
      <h1 className="text-20 font-semibold">{t('account.title')}</h1>
      {representative !== null && !user?.isRepresentative && <MyRepresentative person={representative} />}
      {!user?.isRepresentative && <PasswordForm />}
      {!user?.isRepresentative && <SecurityPanel loaded={security} />}
      {/* A new password ends the others: the page then loads the list again. */}
      {!user?.isRepresentative && <DevicesPanel key={devices.map(({ id }) => id).join(' ')} loaded={devices} />}
      {user?.canOrder === true && <OrderQuestionPanel />}
      {letterhead !== null && <LetterheadForm letterhead={letterhead} />}
      {!user?.isRepresentative && <PersonalDataPanel key={request?.requestedAt ?? ''} loaded={request} />}
    </div>
  )
}
