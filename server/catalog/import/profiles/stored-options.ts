import { defaultImportOptions, type ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import type { ImportOptions } from '#server/catalog/import/import-run.ts'
import type { Field } from '#server/catalog/import/read/fields.ts'
import { readPricesOption } from '#server/catalog/import/read/price-basis.ts'
import type { ProfileOptions } from './queries.ts'

type StoredOptions = Pick<ImportOptions, 'key' | 'mapping' | 'ignored' | 'defaults'> &
  Partial<
    Pick<
      ImportOptions,
      | 'decimal'
      | 'decimals'
      | 'inStock'
      | 'sheet'
      | 'prices'
      | 'repeatedPrices'
      | 'repeatedCodes'
      | 'priceList'
      | 'warehouse'
    >
  >

/** The options of an import as it is stored, for the import itself. */
export function readStoredOptions(stored: ImportOptionsInput): StoredOptions {
  const { key, mapping, defaults, decimal, decimals, inStock, sheet, prices } = stored
  const { repeatedPrices, repeatedCodes, priceList, warehouse } = stored
  const chosen = Object.entries(mapping)
  const fields = chosen.flatMap(([column, uses]) =>
    uses === 'ignore' ? [] : [uses].flat().map((field): [Field, string] => [field, column]),
  )
  const givenDefaults = Object.entries(defaults).filter(([, value]) => value !== undefined && value !== '')
  return {
    key,
    mapping: new Map(fields),
    ignored: new Set(chosen.filter(([, use]) => use === 'ignore').map(([column]) => column)),
    defaults: Object.fromEntries(
      givenDefaults.map(([name, value]) => [name, name === 'tax_rate' ? value.replace(',', '.') : value]),
    ),
    ...(decimal && { decimal }),
    ...(decimals && { decimals: new Map(Object.entries(decimals)) }),
    ...(inStock && { inStock }),
    ...(sheet && { sheet }),
    ...(prices && { prices: readPricesOption(prices) }),
    ...(repeatedPrices && { repeatedPrices }),
    ...(repeatedCodes && { repeatedCodes }),
    ...(priceList && { priceList }),
    ...(warehouse && { warehouse }),
  }
}

/** The options of a profile of product files. */
export const importOptionsOf = (options: ProfileOptions): ImportOptionsInput => ({
  ...defaultImportOptions,
  ...(options as Partial<ImportOptionsInput>),
})
