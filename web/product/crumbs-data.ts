import type { Crumb } from '#contract/shop/product.ts'

/** The breadcrumbs from the home page to this one, as schema.org data. */
export function crumbsData(crumbs: readonly Crumb[], publicUrl: string): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, url }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: publicUrl + url,
    })),
  }
}
