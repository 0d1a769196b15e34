import type { AdminApplication } from '#contract/admin/applications.ts'
import { adminDealerPath } from '#contract/core/record-paths.ts'
import type { ReactNode } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { Moment } from '#web/app/moment.tsx'
import { telephone } from '#web/app/store-contacts.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** What the applicant wrote; empty values are left out. */
export function ApplicationFacts({ application }: { application: AdminApplication }) {
  const { t } = useTranslation()
  const { dealer, email, phone, district, city } = application
  const link = 'text-brand-ink hover:underline'
  const facts: [string, ReactNode][] = [
    ['company', application.company],
    ['taxOffice', application.taxOffice],
    ['taxNumber', application.taxNumber],
    ['contactName', application.contactName],
    [
      'phone',
      <a key="phone" href={telephone(phone)} className={link}>
        {phone}
      </a>,
    ],
    [
      'email',
      <a key="email" href={`mailto:${email}`} className={link}>
        {email}
      </a>,
    ],
    ['address', `${application.address}, ${district} / ${city}`],
    ['business', t(`applications.businesses.${application.business}`)],
    ['filedBy', application.filedBy],
    ['date', <Moment key="date" date={application.date} />],
    [
      'dealer',
      dealer && (
        <AreaLink key="dealer" to={adminDealerPath(dealer.id)} className={link}>
          {dealer.name} ({dealer.code})
        </AreaLink>
      ),
    ],
    ['language', t(`shell.languages.${application.locale}`)],
    ['note', application.note],
  ]
  return (
    <dl className="grid gap-x-6 rounded-panel border border-line bg-surface px-4 py-2 sm:grid-cols-3">
      {facts
        .filter(([, value]) => value !== '' && value !== null)
        .map(([name, value]) => (
          <div key={name} className="min-w-0 py-1.5 text-13">
            <dt className="text-12 text-ink-2">{t(`applications.fields.${name}`)}</dt>
            <dd className="[overflow-wrap:anywhere] whitespace-pre-line">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
