import { createHash } from 'node:crypto'
import type { ImageBox } from '#contract/core/image-sizes.ts'
import { encodeImage, encodersAtOnce } from './encode-image.ts'
import type { ImageCache } from './image-cache.ts'
import type { ImageFile } from './locate-image.ts'
import { createLimiter } from './concurrency.ts'

/** Part of every key: increase it when the encoding changes. */
const encodingVersion = 1
/** Maximum number of broken files remembered, so that each is decoded only once. */
const brokenMax = 10_000

export type SizedImages = { encode(file: ImageFile, box: ImageBox): Promise<Buffer | null> }

/** The cache key of one picture in one size; it changes when the file is replaced. */
export function imageKey({ store, key, bytes, changedAt }: ImageFile, box: ImageBox): string {
  return createHash('sha256')
    .update([encodingVersion, `${store.place}/${key}`, bytes, changedAt, ...box].join('\0'))
    .digest('hex')
    .slice(0, 40)
}

/**
 * Serves pictures in a size from the cache, or encodes them once for all concurrent requests, a few at a time. Null:
 * the file is broken.
 */
export function openSizedImages(cache: ImageCache, warn: (error: unknown) => void): SizedImages {
  const inProgress = new Map<string, Promise<Buffer | null>>()
  const broken = new Set<string>()
  const limit = createLimiter(encodersAtOnce)

  async function encodeAndCache(key: string, file: ImageFile, box: ImageBox): Promise<Buffer | null> {
    const cached = await cache.get(key)
    if (cached !== null) return cached
    const content = await limit(() => encodeImage(file, box))
    if (content === null) {
      if (broken.size >= brokenMax) broken.clear()
      broken.add(key)
    } else {
      // When the disk is full, the picture is served without caching.
      await cache.put(key, content).catch(warn)
    }
    return content
  }

  return {
    async encode(file, box) {
      const key = imageKey(file, box)
      if (broken.has(key)) return null
      const shared = inProgress.get(key) ?? encodeAndCache(key, file, box).finally(() => inProgress.delete(key))
      inProgress.set(key, shared)
      return shared
    },
  }
}
