import type { SortField } from '#contract/core/sort-fields.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/** Columns of the list view (specification, catalogue, section 2) that this visitor may see. */
export type Columns = { special: string | null; listPrice: boolean; price: boolean; stock: boolean }

export function useColumns(): Columns {
  const { settings, seesPrices, seesStock } = useVisitor()
  const hasSpecial = settings.b2b_urun_detay_ozel_kod !== '' && settings.b2b_urun_detay_ozel_kod_gosterim === '1'
  return {
    special: hasSpecial ? settings.b2b_urun_detay_ozel_kod_baslik : null,
    listPrice: seesPrices && settings.showListPrice === '1',
    price: seesPrices,
    stock: seesStock && settings.stockInfoStatus !== 1,
  }
}

/** The sort after the next click on a column's head: ascending, descending, the store's default order. */
export function nextSort(field: 'name' | 'price' | 'brand' | 'quantity', now: SortField | null): SortField | '' {
  if (now === field) return `-${field}`
  return now === `-${field}` ? '' : field
}
