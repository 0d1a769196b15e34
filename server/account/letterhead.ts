import { randomBytes } from 'node:crypto'
import type { Letterhead } from '#contract/shop/account-settings.ts'
import { imagePath } from '#contract/core/pages.ts'
import { encodeLogo } from '#server/images/images.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type { Letterhead } from '#contract/shop/account-settings.ts'

type LetterheadRow = {
  logo: string | null
  name: string
  address: string
  town: string
  city: string
  number: string
  taxOffice: string
  taxNumber: string
}

/** The letterhead of a dealer's quotes: the saved one, with gaps filled from the dealer's record. */
export async function loadLetterhead(db: Db, dealerId: number): Promise<Letterhead> {
  const row = await db.one<LetterheadRow>(
    `SELECT logo, coalesce(seller_name, name) AS name, coalesce(seller_address, address, '') AS address,
            coalesce(seller_town, district, '') AS town, coalesce(seller_city, city, '') AS city,
            coalesce(seller_number, phone, '') AS number, coalesce(seller_tax_office, tax_office, '') AS "taxOffice",
            coalesce(seller_tax_number, tax_number, '') AS "taxNumber"
       FROM dealers WHERE id = $1`,
    [dealerId],
    'account_letterhead',
  )
  if (row === undefined) throw new Error(`Dealer ${dealerId} does not exist.`)
  const { logo, ...address } = row
  return { user_logo: logo === null ? null : imagePath(logo), user_address: address }
}

export type LetterheadInput = Omit<Letterhead['user_address'], 'taxOffice' | 'taxNumber'> & {
  taxOffice?: string | undefined
  taxNumber?: string | undefined
  /** File name below the images folder. Null removes the logo, undefined leaves it. */
  logo: string | null | undefined
}

/** Saves a letterhead. Returns the logo that is no longer used. */
export async function saveLetterhead(db: Db, dealerId: number, input: LetterheadInput): Promise<string | null> {
  const row = await db.one<{ former: string | null }>(
    `WITH former AS (SELECT id, logo FROM dealers WHERE id = $1 FOR UPDATE)
     UPDATE dealers d SET seller_name = nullif($2, ''), seller_address = $3, seller_town = $4, seller_city = $5,
            seller_number = $6, seller_tax_office = coalesce($9, d.seller_tax_office),
            seller_tax_number = coalesce($10, d.seller_tax_number), logo = CASE WHEN $7 THEN $8::text ELSE d.logo END
       FROM former f WHERE d.id = f.id RETURNING f.logo AS former`,
    [
      dealerId,
      input.name,
      input.address,
      input.town,
      input.city,
      input.number,
      input.logo !== undefined,
      input.logo ?? null,
      input.taxOffice ?? null,
      input.taxNumber ?? null,
    ],
    'account_save_letterhead',
  )
  return input.logo === undefined ? null : (row?.former ?? null)
}

const logoFolder = 'bayi-logo'

/** Re-encodes a logo and writes it under an unguessable name. Returns null for unsupported files. */
export async function saveLogo(imagesFolder: FileStore, base64: string): Promise<string | null> {
  const content = await encodeLogo(Buffer.from(base64, 'base64'))
  if (content === null) return null
  const name = `${logoFolder}/${randomBytes(16).toString('hex')}.png`
  await imagesFolder.put(name, content)
  return name
}

/** A dealer's logo as a `data:` URL, for documents; null without a logo, or if its file is missing. */
export async function loadLogo(db: Db, dealerId: number, imagesFolder: FileStore): Promise<string | null> {
  const row = await db.one<{ logo: string | null }>('SELECT logo FROM dealers WHERE id = $1', [dealerId])
  if (row === undefined || row.logo === null || !row.logo.startsWith(`${logoFolder}/`)) return null
  const content = await imagesFolder.get(row.logo)
  return content === null ? null : `data:image/png;base64,${content.toString('base64')}`
}

/** Deletes a logo that is no longer used. */
export async function removeLogo(imagesFolder: FileStore, name: string): Promise<void> {
  if (name.startsWith(`${logoFolder}/`)) await imagesFolder.remove(name)
}
