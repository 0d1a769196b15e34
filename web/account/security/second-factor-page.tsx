import '#web/app/page-words.ts'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { localPath, pages } from '#contract/core/pages.ts'
import { getSecurity } from '#contract/shop/factors.ts'
import { loadInBrowser, loadOnServer, type PageLocation, type ServerCall } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { StandalonePage } from '#web/account/standalone-page.tsx'
import type { Route } from './+types/second-factor-page.ts'
import { PasskeysPart } from './passkeys-part.tsx'
import { TotpPart } from './totp-part.tsx'

async function load(api: ServerCall, { url }: PageLocation<Route.LoaderArgs>) {
  return { security: await api(getSecurity), next: localPath(new URL(url).searchParams.get('next')) }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Staff set up the second factor that the store requires, before they can do anything else. */
export default function SecondFactorPage({ loaderData: { security: loaded, next } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [security, setSecurity] = useState(loaded)
  const isDone = security.totpSince !== null || security.passkeys.length > 0
  const title = t('security.setUp.title')
  return (
    <StandalonePage
      title={title}
      text={t('security.setUp.text')}
      link={{ to: pages.home, label: t('security.setUp.browse') }}
    >
      <PageHead title={title} description={t('security.setUp.text')} canonical={pages.secondFactor} noIndex />
      <div className="mt-5 space-y-6">
        <TotpPart security={security} heading="h2" onChange={setSecurity} />
        <PasskeysPart security={security} heading="h2" onChange={setSecurity} />
        {isDone && (
          <div className="space-y-3">
            <p role="status" className="flex gap-3 rounded-panel border border-line bg-canvas p-4">
              <CircleCheck size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
              {t('security.setUp.done')}
            </p>
            {/* A new document: what the page knows of the visitor's rights is outdated. */}
            <a href={next} className={buttonClasses('solid', 'lg', 'w-full')}>
              {t('security.setUp.continue')}
            </a>
          </div>
        )}
      </div>
    </StandalonePage>
  )
}
