import { createHash } from 'node:crypto'
import type { StoreSettings } from '#contract/shop/settings.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { drawIcon, locateImage } from '#server/images/images.ts'

const sizes = { '180': 180, '192': 192, '512': 512, maskable: 512 } as const
export type IconName = keyof typeof sizes

export const isIconName = (name: string): name is IconName => Object.hasOwn(sizes, name)

type IconSettings = Pick<StoreSettings, 'brandColor' | 'storeLogo'>

const stampOf = ({ brandColor, storeLogo }: IconSettings) =>
  createHash('sha256').update(`${brandColor} ${storeLogo}`).digest('hex').slice(0, 12)

/** The address changes with colour and logo, so that installed shops get the new icon. */
export const iconPath = (name: IconName, settings: IconSettings): string => `/icons/${name}.png?v=${stampOf(settings)}`

/** The program's own sign on a square of the store's colour. `inset`: the part of the side that stays free on each side. */
function builtInIcon(color: string, side: number, inset: number, radius: number): Buffer {
  const scale = (side * (1 - 2 * inset)) / 26
  const start = side * inset
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
      <rect width="${side}" height="${side}" rx="${side * radius}" fill="${color}"/>
      <g transform="translate(${start} ${start}) scale(${scale})">
        <path fill="#fff" d="M5 6h16v3.5H5zM11.25 9.5h3.5V20h-3.5z"/>
        <path fill="#fff" opacity=".55" d="M5.5 11.5H9V20H5.5zM17 11.5h3.5V20H17z"/>
      </g></svg>`,
  )
}

/** A white square, on which any logo is readable; systems cut maskable icons into circles, whose inner 80 % are safe. */
function plate(side: number, radius: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
      <rect width="${side}" height="${side}" rx="${side * radius}" fill="#fff"/></svg>`,
  )
}

/** Draws icons of the store and stores the last set: colour and logo change rarely. */
export function createIcons(imageFolders: readonly FileStore[]) {
  let stamp = ''
  let drawn = new Map<IconName, Promise<Buffer>>()

  async function draw(name: IconName, { brandColor, storeLogo }: IconSettings): Promise<Buffer> {
    const side = sizes[name]
    // Apple rounds the corners itself and shows transparent ones black.
    const isWhole = name === 'maskable' || name === '180'
    const radius = isWhole ? 0 : 0.2
    const file = storeLogo === '' ? null : await locateImage(imageFolders, storeLogo)
    const logo = file === null ? null : await file.store.get(file.key)
    const withLogo = logo === null ? null : await drawIcon(plate(side, radius), logo, side * (isWhole ? 0.62 : 0.8))
    const builtIn = () => drawIcon(builtInIcon(brandColor, side, name === 'maskable' ? 0.12 : 0.02, radius), null, 0)
    const content = withLogo ?? (await builtIn())
    if (content === null) throw new Error('The icon could not be drawn.')
    return content
  }

  return (name: IconName, settings: IconSettings): Promise<Buffer> => {
    const current = stampOf(settings)
    if (current !== stamp) drawn = new Map()
    stamp = current
    const known = drawn.get(name)
    if (known !== undefined) return known
    const icon = draw(name, settings)
    drawn.set(name, icon)
    icon.catch(() => drawn.delete(name))
    return icon
  }
}
