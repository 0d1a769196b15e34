import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawFallback, drawImage, type View, views } from './draw.ts'
import { type Drawing, drawingKinds } from './drawings.ts'
import { type PaletteName, paletteNames, palettes } from './palettes.ts'

/** Width and height of a picture in pixels: twice what the product page shows on a common screen. */
const edge = 400
/** Bytes from which a picture is packed harder. */
const heaviest = 12_000
const dotsPerInch = (72 * edge) / 200

export function imageName(kind: Drawing, palette: PaletteName, view: View): string {
  return view === 'on' ? `demo-${kind}-${palette}.webp` : `demo-${kind}-${palette}-${view}.webp`
}

/** Draws every picture the demo store may name into `folder`; answers how many files and bytes. */
export async function writeImages(folder: string): Promise<{ files: number; bytes: number }> {
  await mkdir(folder, { recursive: true })
  const wanted = drawingKinds.flatMap((kind) => paletteNames.flatMap((name) => views.map((view) => ({ kind, name, view }))))
  let files = 0
  let bytes = 0
  async function work() {
    for (let image = wanted.pop(); image; image = wanted.pop()) {
      const content = await rasterize(drawImage(image.kind, palettes[image.name], image.view))
      await writeFile(join(folder, imageName(image.kind, image.name, image.view)), content)
      files += 1
      bytes += content.length
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return { files, bytes }
}

/** The picture of products that have none. */
export async function writeFallbackImage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const content = await sharp(Buffer.from(drawFallback()), { density: dotsPerInch })
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toBuffer()
  await writeFile(join(folder, '404.png'), content)
}

async function rasterize(svg: string): Promise<Buffer> {
  const image = sharp(Buffer.from(svg), { density: dotsPerInch })
  const content = await image.clone().webp({ quality: 80, effort: 2 }).toBuffer()
  if (content.length <= heaviest) return content
  return image.webp({ quality: 50, alphaQuality: 60, effort: 4 }).toBuffer()
}
