import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeLogo } from '#server/images/images.ts'

const pictureFolder = 'magaza-logo'

/**
 * Re-encodes a picture of the store and writes it under a new name. Returns null for unsupported files. Previous
 * pictures remain, because sent emails show them.
 */
export async function savePicture(imagesFolder: string, base64: string): Promise<string | null> {
  const content = await encodeLogo(Buffer.from(base64, 'base64'))
  if (content === null) return null
  const name = `${pictureFolder}/${randomBytes(16).toString('hex')}.png`
  await mkdir(join(imagesFolder, pictureFolder), { recursive: true })
  await writeFile(join(imagesFolder, name), content)
  return name
}
