import { logoPath } from '#contract/core/pages.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'

/** The store's logo for emails: the absolute URL of the picture, and its alternative text. */
export function logoOf(
  { storeLogo, storeName }: Pick<StoreSettings, 'storeLogo' | 'storeName'>,
  publicUrl: string,
): { url: string; name: string } | null {
  const path = logoPath(storeLogo)
  return path === null ? null : { url: `${publicUrl}${path}`, name: storeName }
}
