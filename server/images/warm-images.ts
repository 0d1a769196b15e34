import { imageBoxes } from '#contract/core/image-sizes.ts'
import { encodersAtOnce } from './encode-image.ts'
import { openImageCache } from './image-cache.ts'
import { cacheBytesMax, type ImageOptions } from './image-folders.ts'
import { locateImage } from './locate-image.ts'
import { openSizedImages } from './sized-images.ts'

/** All sizes but the gallery's, which is rarely opened. */
const warmBoxes = imageBoxes.filter(([width]) => width < 800)

export type WarmingResult = { pictures: number; failed: number }

/** Encodes the sizes of lists and product pages in advance, so that no visitor waits for them. */
export async function warmImages(
  { folders, cacheFolder, cacheMegabytes }: ImageOptions,
  names: readonly string[],
  onProgress: (done: number) => void = () => undefined,
): Promise<WarmingResult> {
  const sized = openSizedImages(openImageCache(cacheFolder, cacheBytesMax(cacheMegabytes)), () => undefined)
  const queue = names.entries()
  const warmed: WarmingResult = { pictures: 0, failed: 0 }
  async function worker(): Promise<void> {
    for (const [, name] of queue) {
      const file = await locateImage(folders, name)
      const content = file === null ? [null] : await Promise.all(warmBoxes.map((box) => sized.encode(file, box)))
      warmed[content.includes(null) ? 'failed' : 'pictures'] += 1
      onProgress(warmed.pictures + warmed.failed)
    }
  }
  await Promise.all(Array.from({ length: encodersAtOnce }, worker))
  return warmed
}
