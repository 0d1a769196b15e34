import type { ProductValues, TypedPrice, TypedPrices, TypedUnit } from '#contract/admin/products.ts'
import { formFormats } from '#domain/text/format.ts'
import { priceText } from '#domain/pricing/price-text.ts'
import type { FormPriceRow, ProductFormRow, FormUnitRow } from './product-form-rows.ts'

/** A stored product as the values of its form. */
export function productValuesOf(row: ProductFormRow): ProductValues {
  const text = (value: string | null) => value ?? ''
  return {
    code: row.code,
    name: row.name,
    seo: row.seo,
    isActive: row.is_active,
    brand: text(row.brand),
    model: text(row.model),
    category: row.category_id === null ? '' : String(row.category_id),
    taxRate: row.tax_rate === null ? '' : formFormats.formatQuantity(row.tax_rate),
    equivalentCode: text(row.equivalent_code),
    ozelkod: text(row.ozelkod),
    ozelkod2: text(row.ozelkod2),
    ozelkod3: text(row.ozelkod3),
    ozelkod4: text(row.ozelkod4),
    ozelkod5: text(row.ozelkod5),
    description: text(row.description),
    attributes: row.attributes.map(([name, value]) => ({ name, value })),
    metaTitle: text(row.meta_title),
    metaDescription: text(row.meta_description),
    metaKeywords: text(row.meta_keywords),
    variantNames: row.variant_names ?? [],
    variantValues: row.variant_values ?? [],
    images: row.images,
    units: row.units.map((unit) => presentUnit(unit, unit.id === row.default_unit_id)),
  }
}

function presentUnit({ id, name, multiplier, barcode, prices }: FormUnitRow, isDefault: boolean): TypedUnit {
  return {
    id,
    name,
    multiplier: formFormats.formatQuantity(multiplier),
    barcode: barcode ?? '',
    isDefault,
    prices: prices.map(presentPrices),
  }
}

function presentPrices(row: FormPriceRow): TypedPrices {
  const price = (value: string | null, currency: string | null): TypedPrice =>
    value === null ? { value: '', currency: '' } : { value: priceText(value), currency: currency ?? '' }
  return {
    list: row.price_list_id,
    sale: price(row.sale_value, row.sale_currency),
    listPrice: price(row.list_value, row.list_currency),
    plans: [
      price(row.plan1_value, row.plan1_currency),
      price(row.plan2_value, row.plan2_currency),
      price(row.plan3_value, row.plan3_currency),
      price(row.plan4_value, row.plan4_currency),
      price(row.plan5_value, row.plan5_currency),
    ],
  }
}

/** The initial unit of a new product, with the default name that imports use. */
const firstUnit: TypedUnit = { id: null, name: 'ADET', multiplier: '1', barcode: '', isDefault: true, prices: [] }

const emptyValues: ProductValues = {
  code: '',
  name: '',
  seo: '',
  isActive: true,
  brand: '',
  model: '',
  category: '',
  taxRate: '',
  equivalentCode: '',
  ozelkod: '',
  ozelkod2: '',
  ozelkod3: '',
  ozelkod4: '',
  ozelkod5: '',
  description: '',
  attributes: [],
  metaTitle: '',
  metaDescription: '',
  metaKeywords: '',
  variantNames: [],
  variantValues: [],
  images: [],
  units: [firstUnit],
}

/** The initial values of a new product; a variant inherits the values it shares with its parent. */
export function newProductValues(parent: ProductFormRow | null): ProductValues {
  if (parent === null) return emptyValues
  const { name, isActive, brand, model, category, taxRate, description, attributes, units } = productValuesOf(parent)
  return {
    ...emptyValues,
    name,
    isActive,
    brand,
    model,
    category,
    taxRate,
    description,
    attributes,
    variantValues: (parent.variant_names ?? []).map(() => ''),
    units: units.length === 0 ? [firstUnit] : units.map((unit) => ({ ...unit, id: null, barcode: '' })),
  }
}
