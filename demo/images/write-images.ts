import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { drawImage, type View, views } from './draw.ts'
import type { Drawing } from './drawings.ts'
import { type PaletteName, palettes } from './palettes.ts'

/** Width and height of a picture in pixels: twice its size on the product page. */
const imageSize = 400
/** Pictures above this number of bytes are compressed harder. */
const largeFileBytes = 12_000
const dotsPerInch = (72 * imageSize) / 200

export function imageName(kind: Drawing, palette: PaletteName, view: View): string {
  return view === 'on' ? `demo-${kind}-${palette}.webp` : `demo-${kind}-${palette}-${view}.webp`
}

export type WantedImage = { kind: Drawing; palette: PaletteName; view: View }

/** Returns every picture that products of these kinds and palettes can refer to. */
export function usedImages(kinds: readonly { id: Drawing; palettes: ReadonlySet<PaletteName> }[]): WantedImage[] {
  return kinds.flatMap(({ id, palettes: used }) =>
    [...used].flatMap((palette) => views.map((view) => ({ kind: id, palette, view }))),
  )
}

/** Draws pictures into `images`. Returns the number of files and bytes. */
export async function writeImages(
  images: FileStore,
  wanted: readonly WantedImage[],
): Promise<{ files: number; bytes: number }> {
  const left = [...wanted]
  let bytes = 0
  async function work() {
    for (let image = left.pop(); image; image = left.pop()) {
      const content = await rasterize(drawImage(image.kind, palettes[image.palette], image.view))
      await images.put(imageName(image.kind, image.palette, image.view), content)
      bytes += content.length
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return { files: wanted.length, bytes }
}

async function rasterize(svg: string): Promise<Buffer> {
  const image = sharp(Buffer.from(svg), { density: dotsPerInch })
  const content = await image.clone().webp({ quality: 80, effort: 2 }).toBuffer()
  if (content.length <= largeFileBytes) return content
  return image.webp({ quality: 50, alphaQuality: 60, effort: 4 }).toBuffer()
}
