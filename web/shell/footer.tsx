import { Link } from '#web/ui/link.tsx'
import { textsPath } from '#contract/core/pages.ts'
import { openWarrantyInquiry } from '#web/app/open-warranty.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { SocialLinks } from './social-links.tsx'
import { MessageLink, OpeningHours, PhoneLink } from '#web/app/store-contacts.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

export function Footer() {
  const { t } = useTranslation()
  const { settings, user } = useVisitor()
  const { storeTaxOffice: office, storeTaxNumber: number } = settings
  const tax = `${office} ${number}`.trim()
  return (
    <footer className="mt-12 border-t border-line bg-surface text-13 text-ink-2 print:hidden">
      <div className="page-width flex flex-col gap-x-8 gap-y-3 py-6 sm:flex-row sm:items-start sm:justify-between">
        <div>
          <p className="font-semibold text-ink">{settings.storeName}</p>
          {settings.storeAddress !== '' && (
            <address className="mt-1 max-w-120 not-italic">{settings.storeAddress}</address>
          )}
          {tax !== '' && (
            <p>{t(number === '' ? 'shell.taxOffice' : office === '' ? 'shell.taxNumber' : 'shell.tax', { tax })}</p>
          )}
          <Link to={textsPath} className="flex min-h-6 items-center hover:text-ink hover:underline max-sm:min-h-11">
            {t('shell.texts')}
          </Link>
          {user !== null && (
            <button
              type="button"
              onClick={openWarrantyInquiry}
              className="flex min-h-6 items-center hover:text-ink hover:underline max-sm:min-h-11"
            >
              {t('shell.warranty')}
            </button>
          )}
        </div>
        <div className="flex flex-col gap-x-6 gap-y-1 sm:flex-row">
          <PhoneLink />
          <MessageLink />
          {settings.storeEmail !== '' && (
            <a
              href={`mailto:${settings.storeEmail}`}
              className="flex min-h-6 items-center hover:text-ink hover:underline max-sm:min-h-11"
            >
              {settings.storeEmail}
            </a>
          )}
          <OpeningHours />
        </div>
        <SocialLinks />
      </div>
    </footer>
  )
}
