import { logoPath } from '#contract/core/pages.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'

/** The store's logo as letters show it: the whole address of the picture, and the name that stands for it. */
export function logoOf(
  { storeLogo, storeName }: Pick<StoreSettings, 'storeLogo' | 'storeName'>,
  publicUrl: string,
): { url: string; name: string } | null {
  const path = logoPath(storeLogo)
  return path === null ? null : { url: `${publicUrl}${path}`, name: storeName }
}
