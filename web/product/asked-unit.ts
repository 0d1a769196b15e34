import { useLocation } from 'react-router'
import type { Product, Unit } from '#contract/shop/product.ts'

/**
 * The unit that the address asks for: by its id (`unit`), or by the barcode that was searched (`q`). `visit` changes with
 * every visit of such an address.
 */
export function useAskedUnit({ units }: Product): { unit: Unit; visit: string } | null {
  const { search, key: visit } = useLocation()
  const query = new URLSearchParams(search)
  const [id, code] = [Number(query.get('unit')), query.get('q')?.trim()]
  const unit =
    units.find((each) => each.id === id) ?? (code ? units.find(({ barcode }) => barcode === code) : undefined)
  return unit === undefined ? null : { unit, visit }
}

/** The address of a product's page, which chooses the unit if it is not the default one. */
export function pathWithUnit({ url, defaultUnit }: Product, unit: Unit | undefined): string {
  return unit === undefined || unit.id === defaultUnit ? url : `${url}?unit=${unit.id}`
}
