import type { StatementLetterhead } from '#contract/shop/statement.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'
import { type Day } from '#domain/text/calendar-day.ts'
import { encodeLogo } from '#server/images/images.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { companyLines } from '#server/settings/settings.ts'

type DealerRow = {
  code: string
  name: string
  address: string
  town: string
  tax_office: string | null
  tax_number: string | null
}

/** The head of a printed statement: who sends it, and to whom. */
export async function loadLetterhead(
  db: Db,
  dealerId: number,
  { settings, locale, today }: { settings: StoreSettings; locale: Locale; today: Day },
): Promise<StatementLetterhead> {
  const dealer = await db.one<DealerRow>(
    `SELECT code, name, coalesce(address, '') AS address, concat_ws(' / ', nullif(district, ''), nullif(city, '')) AS town,
            tax_office, tax_number
       FROM dealers WHERE id = $1`,
    [dealerId],
    'statement_letterhead',
  )
  if (dealer === undefined) throw new Error(`Dealer ${dealerId} does not exist.`)
  const named = (key: string, value: string | null) => (value ? translate(locale, `company.${key}`, { value }) : '')
  const tax = [named('taxOffice', dealer.tax_office), named('taxNumber', dealer.tax_number)].filter(Boolean).join(' · ')
  return {
    date: today,
    company: companyLines(settings, locale),
    dealer: [`${dealer.code} · ${dealer.name}`, dealer.address, dealer.town, tax].filter((line) => line !== ''),
  }
}

/** The store's logo as a `data:` URL for documents; null if there is none or a document cannot show it. */
export async function loadStoreLogo(
  { storeLogo }: StoreSettings,
  folders: readonly FileStore[],
): Promise<string | null> {
  for (const folder of storeLogo === '' ? [] : folders) {
    const file = await folder.get(storeLogo)
    const picture = file === null ? null : await encodeLogo(file)
    if (picture !== null) return `data:image/png;base64,${picture.toString('base64')}`
  }
  return null
}
