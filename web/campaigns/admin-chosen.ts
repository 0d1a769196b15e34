import { useState } from 'react'
import { findCampaignProducts, type OfferedProduct } from '#contract/admin/campaigns.ts'
import type { AdminListedProduct } from '#contract/admin/catalog.ts'
import { call } from '#web/app/data/call.ts'

type ChosenProductsOptions = {
  codes: readonly string[]
  saved: readonly OfferedProduct[]
  onChange(codes: string[]): void
}

export type ChosenProductsState = ReturnType<typeof useChosenProducts>

/** The products of a campaign's form. The form stores their codes; this hook adds their names, images and prices. */
export function useChosenProducts({ codes, saved, onChange }: ChosenProductsOptions) {
  const [loaded, setLoaded] = useState(() => new Map(saved.map((product) => [product.code, product])))

  const mergeProducts = (products: readonly OfferedProduct[]) =>
    setLoaded((before) => new Map([...before, ...products.map((product) => [product.code, product] as const)]))
  return {
    codes,
    products: codes.map((code) => loaded.get(code) ?? { ...unknownProduct, code, name: code }),
    add(products: readonly AdminListedProduct[]): void {
      mergeProducts(products.map((product) => ({ ...product, isHidden: false, isParent: product.variantCount > 0 })))
      onChange([...new Set([...codes, ...products.map(({ code }) => code)])])
    },
    /** Adds products by code. Resolves with the codes that match no product. */
    async addCodes(requested: readonly string[]): Promise<string[]> {
      const { items, unknown } = await call(findCampaignProducts, { body: { codes: [...requested] } })
      mergeProducts(items)
      onChange([...new Set([...codes, ...items.map(({ code }) => code)])])
      return unknown
    },
    remove: (code: string): void => onChange(codes.filter((each) => each !== code)),
    /** Moves a product up (−1) or down (1) by one position. */
    move(code: string, by: -1 | 1): void {
      const at = codes.indexOf(code)
      const rest = codes.filter((each) => each !== code)
      onChange(rest.toSpliced(at + by, 0, code))
    },
  }
}

const unknownProduct = { id: 0, image: null, price: null, isHidden: false, isParent: false }
