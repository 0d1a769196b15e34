import type { Pool } from '#server/platform/db/pool.ts'

export type UsedImage = { name: string; products: number }

/**
 * The used pictures, each with its number of products; pictures used only by past orders, offers and letterheads have
 * 0.
 */
export function loadUsedImages(pool: Pool): Promise<UsedImage[]> {
  return pool.query<UsedImage>(
    `SELECT name, sum(products)::integer AS products
     FROM (
       SELECT unnest(images) AS name, 1 AS products FROM products
       UNION ALL
       SELECT image, 0 FROM order_lines WHERE image IS NOT NULL
       UNION ALL
       SELECT image, 0 FROM offer_items WHERE image IS NOT NULL
       UNION ALL
       SELECT logo, 0 FROM dealers WHERE logo IS NOT NULL
     ) AS used
     GROUP BY name ORDER BY name`,
  )
}
