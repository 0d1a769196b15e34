import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { bytesMax, encodeImage, openPicture, pixelsMax } from './encode-image.ts'
import { type ImageFile, isImageName, locateImage } from './locate-image.ts'
import type { UsedImage } from './queries.ts'

export type ImageCheck = {
  /** Pictures that products name and that can be shown. */
  good: number
  missing: UsedImage[]
  broken: string[]
  tooLarge: string[]
  /** Files of the shop's own folder that neither a product nor a past order names. */
  unused: string[]
}

/** Looks at every picture that is named, and for files that nothing names. */
export async function checkImages(folders: readonly [string, ...string[]], used: readonly UsedImage[]) {
  const check: ImageCheck = { good: 0, missing: [], broken: [], tooLarge: [], unused: [] }
  for (const image of used) {
    const file = await locateImage(folders, image.name)
    // An old order may outlive its pictures.
    if (file === null && image.products > 0) check.missing.push(image)
    if (file === null || image.products === 0) continue
    if (await isTooLarge(file)) check.tooLarge.push(image.name)
    else if ((await encodeImage(file, [48, 48])) === null) check.broken.push(image.name)
    else check.good += 1
  }
  const names = new Set(used.map(({ name }) => name.normalize()))
  const files = await imageFilesOf(folders[0])
  check.unused = files.filter((name) => !names.has(name.normalize())).sort()
  return check
}

async function isTooLarge(file: ImageFile): Promise<boolean> {
  if (file.bytes > bytesMax) return true
  const { width, height } = await openPicture(await readFile(file.path), Number.MAX_SAFE_INTEGER)
    .metadata()
    .catch(() => ({ width: 0, height: 0 }))
  return width * height > pixelsMax
}

async function imageFilesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && isImageName(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
}
