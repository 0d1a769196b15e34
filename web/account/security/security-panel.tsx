import { useState } from 'react'
import type { Security } from '#contract/shop/factors.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { PasskeysPart } from './passkeys-part.tsx'
import { TotpPart } from './totp-part.tsx'

/** The second factors and passkeys of the user. `loaded` is as of the page. */
export function SecurityPanel({ loaded }: { loaded: Security }) {
  const { t } = useTranslation()
  const [security, setSecurity] = useState(loaded)
  return (
    <section aria-labelledby="security-title" className="mt-4 rounded-panel border border-line bg-surface p-4 sm:p-5">
      <h2 id="security-title" className="text-16 font-semibold">
        {t('security.title')}
      </h2>
      <p className="mt-0.5 text-ink-2">{t('security.text')}</p>
      <div className="mt-4 grid gap-6 sm:grid-cols-2">
        <TotpPart security={security} heading="h3" onChange={setSecurity} />
        <PasskeysPart security={security} heading="h3" onChange={setSecurity} />
      </div>
    </section>
  )
}
