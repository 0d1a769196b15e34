import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeLogo } from '#server/images/images.ts'

const pictureFolder = 'magaza-logo'

/**
 * Writes a picture of the store, drawn anew, under a name of its own; null where it is no picture that we take. Former ones
 * stay: letters that were sent show them.
 */
export async function keepPicture(imagesFolder: string, base64: string): Promise<string | null> {
  const content = await encodeLogo(Buffer.from(base64, 'base64'))
  if (content === null) return null
  const name = `${pictureFolder}/${randomBytes(16).toString('hex')}.png`
  await mkdir(join(imagesFolder, pictureFolder), { recursive: true })
  await writeFile(join(imagesFolder, name), content)
  return name
}
