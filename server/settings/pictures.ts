import { randomBytes } from 'node:crypto'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { encodeLogo } from '#server/images/images.ts'

const pictureFolder = 'magaza-logo'

/**
 * Re-encodes a picture of the store and writes it under a new name. Returns null for unsupported files. Previous
 * pictures remain, because sent emails show them.
 */
export async function savePicture(imagesFolder: FileStore, base64: string): Promise<string | null> {
  const content = await encodeLogo(Buffer.from(base64, 'base64'))
  if (content === null) return null
  const name = `${pictureFolder}/${randomBytes(16).toString('hex')}.png`
  await imagesFolder.put(name, content)
  return name
}
