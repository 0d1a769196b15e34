import { logoPath } from '#contract/core/pages.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { EmailSender } from '#server/platform/email/email-document.ts'
import { translate } from '#server/platform/http/words.ts'

/** The store as the sender of an email. */
export function storeSender(settings: StoreSettings, publicUrl: string, locale: Locale): EmailSender {
  const logo = logoPath(settings.storeLogo)
  return {
    name: settings.storeName,
    logo: logo === null ? null : `${publicUrl}${logo}`,
    color: settings.brandColor,
    footer: companyLines(settings, locale),
  }
}

/** Who invoices, and who holds the accounts for bank transfers. */
export const companyName = ({ storeTitle, storeName }: StoreSettings): string => storeTitle || storeName

/** What a document says about the company: title, address, tax office and numbers, contact. Empty settings are left out. */
export function companyLines(settings: StoreSettings, locale: Locale): string[] {
  const named = (key: string, value: string) => (value === '' ? '' : translate(locale, `company.${key}`, { value }))
  const line = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')
  return [
    companyName(settings),
    settings.storeAddress,
    line(named('taxOffice', settings.storeTaxOffice), named('taxNumber', settings.storeTaxNumber)),
    line(named('mersis', settings.storeMersis), named('registry', settings.storeTradeRegistry)),
    line(named('phone', settings.storePhone), settings.storeEmail, named('kep', settings.storeKep)),
  ].filter((text) => text !== '')
}
