import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawFallback, drawPanelImage } from './draw.ts'
import type { Drawing } from './drawings.ts'

/** Drawings beside the sign-in form. */
const panelKinds: readonly Drawing[] = [
  'drill',
  'cable',
  'socket',
  'floodlight',
  'pliers',
  'breaker',
  'ladder',
  'bulb',
  'screws',
  'padlock',
  'grinder',
  'tape-measure',
  'reel',
  'helmet',
  'bits',
  'switch',
  'silicone',
  'hammer',
  'contactor',
  'power-strip',
]

/** Draws the files that ship with the program: the placeholder picture and the drawings beside the sign-in form. */
export async function writeAssets(folder: string): Promise<void> {
  await mkdir(join(folder, 'images'), { recursive: true })
  await mkdir(join(folder, 'drawings'), { recursive: true })
  const fallback = await sharp(Buffer.from(drawFallback()), { density: 144 })
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toBuffer()
  await writeFile(join(folder, 'images/404.png'), fallback)
  for (const kind of panelKinds) await writeFile(join(folder, 'drawings', `${kind}.svg`), `${drawPanelImage(kind)}\n`)
}
