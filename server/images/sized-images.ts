import { createHash } from 'node:crypto'
import type { ImageBox } from '#contract/core/image-sizes.ts'
import { encodeImage, encodersAtOnce } from './encode-image.ts'
import type { ImageCache } from './image-cache.ts'
import type { ImageFile } from './locate-image.ts'
import { createTurns } from './concurrency.ts'

/** Part of every key: raise it when pictures are made in another way. */
const edition = 1
/** Broken files that are remembered, so that each is looked at once. */
const brokenMax = 10_000

export type SizedImages = { make(file: ImageFile, box: ImageBox): Promise<Buffer | null> }

/** Names one picture in one size; another when the file is replaced. */
export function imageKey({ path, bytes, changedAt }: ImageFile, box: ImageBox): string {
  return createHash('sha256')
    .update([edition, path, bytes, changedAt, ...box].join('\0'))
    .digest('hex')
    .slice(0, 40)
}

/** Pictures in a size: out of the cache, else made once however many ask, a few at a time. Null where a file is broken. */
export function openSizedImages(cache: ImageCache, warn: (error: unknown) => void): SizedImages {
  const underWay = new Map<string, Promise<Buffer | null>>()
  const broken = new Set<string>()
  const takeTurn = createTurns(encodersAtOnce)

  async function makeAndKeep(key: string, file: ImageFile, box: ImageBox): Promise<Buffer | null> {
    const kept = await cache.get(key)
    if (kept !== null) return kept
    const content = await takeTurn(() => encodeImage(file, box))
    if (content === null) {
      if (broken.size >= brokenMax) broken.clear()
      broken.add(key)
    } else {
      // A full disk costs the cache, never the picture.
      await cache.put(key, content).catch(warn)
    }
    return content
  }

  return {
    async make(file, box) {
      const key = imageKey(file, box)
      if (broken.has(key)) return null
      const shared = underWay.get(key) ?? makeAndKeep(key, file, box).finally(() => underWay.delete(key))
      underWay.set(key, shared)
      return shared
    },
  }
}
