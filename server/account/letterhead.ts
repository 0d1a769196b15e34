import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Letterhead } from '#contract/shop/account-settings.ts'
import { imagePath } from '#contract/core/pages.ts'
import { encodeLogo } from '#server/images/images.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type { Letterhead } from '#contract/shop/account-settings.ts'

type LetterheadRow = { logo: string | null; name: string; address: string; town: string; city: string; number: string }

/** What stands on a dealer's quotes: what it set, else what the store knows of it. */
export async function loadLetterhead(db: Db, dealerId: number): Promise<Letterhead> {
  const row = await db.one<LetterheadRow>(
    `SELECT logo, coalesce(seller_name, name) AS name, coalesce(seller_address, address, '') AS address,
            coalesce(seller_town, district, '') AS town, coalesce(seller_city, city, '') AS city,
            coalesce(seller_number, phone, '') AS number
       FROM dealers WHERE id = $1`,
    [dealerId],
    'account_letterhead',
  )
  if (row === undefined) throw new Error(`There is no dealer ${dealerId}.`)
  const { logo, ...address } = row
  return { user_logo: logo === null ? null : imagePath(logo), user_address: address }
}

export type LetterheadInput = Letterhead['user_address'] & {
  /** File name below the images folder; null takes the logo away, undefined leaves it. */
  logo: string | null | undefined
}

/** Saves a letterhead; answers the logo that is not used any more. */
export async function saveLetterhead(db: Db, dealerId: number, input: LetterheadInput): Promise<string | null> {
  const row = await db.one<{ former: string | null }>(
    `WITH former AS (SELECT id, logo FROM dealers WHERE id = $1 FOR UPDATE)
     UPDATE dealers d SET seller_name = nullif($2, ''), seller_address = $3, seller_town = $4, seller_city = $5,
            seller_number = $6, logo = CASE WHEN $7 THEN $8::text ELSE d.logo END
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
    ],
    'account_save_letterhead',
  )
  return input.logo === undefined ? null : (row?.former ?? null)
}

const logoFolder = 'bayi-logo'

/** Writes a logo, drawn anew, under a name that nobody can guess; null where it is no picture that we take. */
export async function keepLogo(imagesFolder: string, base64: string): Promise<string | null> {
  const content = await encodeLogo(Buffer.from(base64, 'base64'))
  if (content === null) return null
  const name = `${logoFolder}/${randomBytes(16).toString('hex')}.png`
  await mkdir(join(imagesFolder, logoFolder), { recursive: true })
  await writeFile(join(imagesFolder, name), content)
  return name
}

/** A dealer's logo as a `data:` address, for documents; null where there is none, or its file is gone. */
export async function loadLogo(db: Db, dealerId: number, imagesFolder: string): Promise<string | null> {
  const row = await db.one<{ logo: string | null }>('SELECT logo FROM dealers WHERE id = $1', [dealerId])
  if (row === undefined || row.logo === null || !row.logo.startsWith(`${logoFolder}/`)) return null
  const content = await readFile(join(imagesFolder, row.logo)).catch(() => null)
  return content === null ? null : `data:image/png;base64,${content.toString('base64')}`
}

/** A logo that nothing names any more. */
export async function removeLogo(imagesFolder: string, name: string): Promise<void> {
  if (name.startsWith(`${logoFolder}/`)) await rm(join(imagesFolder, name), { force: true })
}
