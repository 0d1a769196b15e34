import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportOptions } from './import-run.ts'
import { openTestImport, type TestImport } from './test-import.ts'

const folder = process.env.TOPTAN_TEST_DATA
if (!folder) {
  console.log(
    'TOPTAN_TEST_DATA is not set: the import of real product files was NOT tested, only small files made here.',
  )
}

type Sample = {
  name: string
  options?: Partial<Omit<ImportOptions, 'units'>>
  /** Content to use when the real file is not available. */
  made: string
  real: { created: number; rejected: number; issues: Record<string, number> }
  small: { created: number; rejected: number; issues: Record<string, number> }
}

const columns = 'code,name,brand,model,category,barcode,price,currency,image,description'
const samples: Sample[] = [
  {
    name: 'tr_electrical_entes.csv.gz',
    options: { defaults: { brand: 'ENTES' } },
    real: { created: 705, rejected: 1, issues: { key_repeated: 1, column_empty: 1, brand_new: 1, category_new: 46 } },
    made: `${columns}\nES-1,ES-1,,ES,Ölçme > Sayaçlar,,,,,Akım: 32A | RS-485: Yok\nES-1,ES-1,,ES,Ölçme > Sayaçlar,,,,,\n`,
    small: { created: 1, rejected: 1, issues: { key_repeated: 1, column_empty: 1, brand_new: 1, category_new: 2 } },
  },
  {
    name: 'tr_bearings_rulmanpazar.csv.gz',
    options: { key: 'brand+code' },
    real: {
      created: 1_313,
      rejected: 26,
      issues: {
        key_repeated: 12,
        price_repeated: 14,
        price_zero: 393,
        code_long: 4,
        columns_unused: 1,
        column_empty: 1,
        brand_new: 110,
      },
    },
    made: `${columns},stock,ic_cap\n6204,6204,SKF,,,,10.5,,,,4,\n6204,6204,FAG,,,,0,,,,-1,\n6204,6204,SKF,,,,11,,,,4,\n`,
    small: {
      created: 2,
      rejected: 1,
      issues: { price_repeated: 1, price_zero: 1, columns_unused: 1, column_empty: 1, brand_new: 2, stock_negative: 1 },
    },
  },
  {
    name: 'tr_household_evinekat.csv.gz',
    real: {
      created: 2_949,
      rejected: 0,
      issues: {
        tax_rates: 1,
        barcode_check: 2_657,
        name_cut: 3,
        category_ignored: 3,
        columns_unused: 1,
        column_empty: 1,
        brand_new: 1,
        category_new: 822,
      },
    },
    made: `${columns},tax_rate,stock\nA1,"${'Çok uzun ad '.repeat(40)}",Practika,,"${'cümle '.repeat(50)}",6760000000001,5.17,TL,https://x.example/a.jpg,"<p>Şık</p>\n<script>x</script>",20,-2\n`,
    small: {
      created: 1,
      rejected: 0,
      issues: {
        barcode_check: 1,
        name_cut: 1,
        category_ignored: 1,
        description_cleaned: 1,
        column_empty: 1,
        brand_new: 1,
        stock_negative: 1,
      },
    },
  },
  {
    name: 'variants_magento_en.csv.gz',
    real: {
      created: 1_172,
      rejected: 0,
      issues: { category_extra: 690, columns_unused: 1, column_empty: 1, category_new: 18 },
    },
    made: `${columns},product_type,parent_code,size,color,stock\nM,Hoodie,,Top,"R/Men/Tops,R/Sale,R",,52,,/m/a.jpg,<p>x</p>,configurable,,,,0\nM-S-R,Hoodie S,,Top,R/Men/Tops,,52,,/m/b.jpg,,simple,M,S,Red,100\n`,
    small: {
      created: 2,
      rejected: 0,
      issues: { category_extra: 1, columns_unused: 1, column_empty: 1, category_new: 3 },
    },
  },
  {
    name: 'catalogue_pc_buildcores_en.csv.gz',
    options: { key: 'source_id' },
    real: {
      created: 29_937,
      rejected: 0,
      issues: {
        code_repeated: 916,
        code_long: 173,
        name_cut: 1,
        columns_unused: 1,
        column_empty: 1,
        brand_new: 369,
        category_new: 9,
      },
    },
    made: `${columns},source_id\nX1,Bir,AMD,Ryzen,CPU,,,,,a: 1,u-1\nX1,İki,AMD,Ryzen,CPU,,,,,a: 2,u-2\n,Üç,AMD,,CPU,,,,,,u-3\n`,
    small: { created: 3, rejected: 0, issues: { code_repeated: 1, column_empty: 1, brand_new: 1, category_new: 1 } },
  },
  {
    name: 'prices_pc_pcpartpicker_en.csv.gz',
    options: { key: 'name' },
    real: {
      created: 28_299,
      rejected: 22_726,
      issues: { key_repeated: 18_233, price_repeated: 4_493, column_empty: 1, category_new: 9 },
    },
    made: `${columns}\n,Kit 32 GB,,,memory,,94.99,USD,,color: Black\n,Kit 32 GB,,,memory,,99.99,USD,,color: White\n,Fan,,,fan,,,,,\n`,
    small: { created: 2, rejected: 1, issues: { price_repeated: 1, column_empty: 1, category_new: 2 } },
  },
  {
    name: 'tr_b2b_price_feed_sample.xml',
    real: {
      created: 11,
      rejected: 0,
      issues: { code_long: 3, column_repeated: 1, columns_unused: 1, brand_new: 1, category_new: 1 },
    },
    made: `<root>${[
      '<StokKodu>F-1</StokKodu><StokAdi>Bir</StokAdi><AlisFiyati>-10,0000</AlisFiyati><SatisFiyati1>45,0000</SatisFiyati1>',
      '<StokKodu>F-2</StokKodu><StokAdi>İki</StokAdi><AlisFiyati>1,0000</AlisFiyati><SatisFiyati1>0,0000</SatisFiyati1>',
    ]
      .map((own) => `<urun>${own}<SatisFiyati1ParaBirimi>EURO</SatisFiyati1ParaBirimi></urun>`)
      .join('')}</root>`,
    small: { created: 2, rejected: 0, issues: { price_zero: 1, columns_unused: 1 } },
  },
]

describe('sample files of real shops', () => {
  let shop: TestImport
  // A new database each time: deleting 30,000 products row by row takes longer than importing them.
  beforeEach(async () => {
    shop = await openTestImport()
  })
  afterEach(() => shop.drop())

  test.each(samples)(
    '$name is imported with its issues reported, and changes nothing when imported again',
    { timeout: 180_000 },
    async (sample) => {
      const content = folder ? await readFile(join(folder, sample.name)) : sample.made
      const expected = folder ? sample.real : sample.small
      const summary = await shop.succeed([content], sample.options)
      expect(summary).toMatchObject({
        created: expected.created,
        updated: 0,
        unchanged: 0,
        rejected: expected.rejected,
      })
      expect(Object.fromEntries(summary.issues.map(({ code, n }) => [code, n]))).toEqual(expected.issues)
      const before = await countChanges(shop)
      expect(await shop.succeed([content], sample.options)).toMatchObject({
        unchanged: expected.created,
        changed: false,
      })
      expect(await countChanges(shop)).toEqual(before)
    },
  )
})

async function countChanges(shop: TestImport): Promise<unknown> {
  return shop.pool.query(
    `SELECT (SELECT max(updated_at) FROM products) AS written, (SELECT count(*) FROM catalog_changes) AS changes,
            (SELECT count(*) FROM stock_movements) AS movements, (SELECT version FROM cache_versions WHERE name = 'catalog') AS version`,
  )
}
