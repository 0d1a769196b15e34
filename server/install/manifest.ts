import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'
import { iconPath, type IconName } from './icons.ts'

/** Longer names are cut off below an icon on a home screen. */
const shortNameMax = 12

/**
 * The web app manifest in one language. The id is the same in both, so that a visitor who changes the language keeps one
 * installed shop.
 */
export function manifestOf(settings: StoreSettings, locale: Locale) {
  const { storeName, brandColor } = settings
  const words = storeName.split(' ')
  const icon = (name: IconName, size: number, purpose: 'any' | 'maskable') => ({
    src: iconPath(name, settings),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: pages.home,
    name: translate(locale, 'install.name', { store: storeName }),
    short_name: storeName.length > shortNameMax ? (words[0] ?? storeName).slice(0, shortNameMax) : storeName,
    description: translate(locale, 'install.description', { store: storeName }),
    lang: locale,
    dir: 'ltr',
    start_url: pages.home,
    scope: pages.home,
    display: 'standalone',
    orientation: 'any',
    theme_color: brandColor,
    background_color: '#ffffff',
    categories: ['business', 'shopping'],
    icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable', 512, 'maskable')],
    shortcuts: [
      { name: translate(locale, 'orderPad.title'), url: pages.orderPad },
      { name: translate(locale, 'cart.title'), url: pages.cart },
    ],
  }
}
