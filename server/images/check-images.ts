import type { FileStore } from '#server/platform/files/file-store.ts'
import { bytesMax, encodeImage, openPicture, pixelsMax } from './encode-image.ts'
import { type ImageFile, isImageName, locateImage } from './locate-image.ts'
import type { UsedImage } from './queries.ts'

export type ImageCheck = {
  /** Number of pictures of products that can be shown. */
  good: number
  missing: UsedImage[]
  broken: string[]
  tooLarge: string[]
  /** Files in the store's own folder that no product and no past order uses. */
  unused: string[]
}

/** Checks every used picture and finds unused files. */
export async function checkImages(folders: readonly [FileStore, ...FileStore[]], used: readonly UsedImage[]) {
  const check: ImageCheck = { good: 0, missing: [], broken: [], tooLarge: [], unused: [] }
  for (const image of used) {
    const file = await locateImage(folders, image.name)
    // Pictures of old orders may be missing.
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
  const content = (await file.store.get(file.key)) ?? Buffer.alloc(0)
  const { width, height } = await openPicture(content, Number.MAX_SAFE_INTEGER)
    .metadata()
    .catch(() => ({ width: 0, height: 0 }))
  return width * height > pixelsMax
}

async function imageFilesOf(folder: FileStore): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of folder.list()) if (isImageName(key)) names.push(key)
  return names
}
