import type { Db } from '#server/platform/db/pool.ts'

/** Products by code, or the first ones of departments that are in no campaign yet. */
type DemoCampaign = { name: string; rows?: number; codes?: readonly string[]; departments?: readonly string[] }

const campaigns: readonly DemoCampaign[] = [
  {
    name: 'Ayın Fırsatları',
    rows: 2,
    codes: [
      'MKR-DDF485',
      'KVR-PNS-180',
      'MKR-AG125-1400',
      'LMR-A60-12W-E27',
      'VLT-B3C25',
      'KVR-CKC-500',
      'MKR-BITS-SDS-17',
      'VLT-ELT-PRZ-TPR',
      'KVR-TRN-PH2-150',
      'VLT-GRP-5-3M',
      'BRG-MKR-50M-3X2.5',
      'KVR-MRD-07',
      'VLT-KNT-18A-220',
      'VLT-ELT-ANH-TK',
      'KVR-MTR-08',
      'BRG-NYAF-2.5-SYH',
    ],
  },
  { name: 'Şantiye Hazırlığı', departments: ['Elektrikli El Aletleri', 'İş Güvenliği'] },
  { name: 'Aydınlatma Günleri', departments: ['Aydınlatma'] },
  { name: 'Pano ve Tesisat Malzemeleri', departments: ['Şalt Malzemeleri', 'Kablo ve Tesisat'] },
]

const mostProducts = 18

const insertProducts = `
  WITH RECURSIVE tree AS (
    SELECT id FROM categories WHERE parent_id IS NULL AND name = ANY ($3::text[])
    UNION ALL
    SELECT c.id FROM categories c JOIN tree ON c.parent_id = tree.id
  ), chosen AS (
    SELECT p.id, coalesce(array_position($2::text[], p.code), p.id) AS place
      FROM products p
     WHERE p.parent_id IS NULL AND (p.code = ANY ($2) OR p.category_id IN (SELECT id FROM tree))
       AND NOT EXISTS (SELECT FROM campaign_products c WHERE c.product_id = p.id)
     ORDER BY place LIMIT $4
  )
  INSERT INTO campaign_products (campaign_id, product_id, position)
  SELECT $1, id, row_number() OVER (ORDER BY place) FROM chosen`

/** Inserts the campaigns; products must exist. */
export async function insertCampaigns(db: Db): Promise<void> {
  for (const [i, { name, rows = 1, codes = [], departments = [] }] of campaigns.entries()) {
    const row = await db.one<{ id: number }>(
      'INSERT INTO campaigns (name, position, row_count) VALUES ($1, $2, $3) RETURNING id',
      [name, i + 1, rows],
    )
    await db.execute(insertProducts, [row?.id, codes, departments, mostProducts])
  }
}
