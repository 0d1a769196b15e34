import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { ProductList } from '#contract/shop/catalog.ts'
import type { Product } from '#contract/shop/product.ts'
import { focusRow } from './row-keys.ts'

/** The list's first row, or the card that has the first quantity field. */
function enterList(): boolean {
  const products = document.querySelector('[data-products]')
  const row = products?.matches('tbody') ? products.firstElementChild : products?.querySelector('li:has(input)')
  if (!row) return false
  focusRow(row)
  return true
}

/** Nothing in particular has the focus, or the search has it. */
function isFree(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLInputElement && target.name === 'q')
}

/** Whether a search, e.g. of a scanner, found the one product that has just this code or barcode, or found one at all. */
function isFound({ place, total, items, q }: ProductList): boolean {
  const hasCode = ({ code, units }: Product) =>
    [code, ...units.map(({ barcode }) => barcode)].some((known) => known?.toLowerCase() === q.toLowerCase())
  const [first, second] = items
  const isExact = first !== undefined && hasCode(first) && (second === undefined || !hasCode(second))
  return place.kind === 'search' && (total === 1 || isExact)
}

/** ArrowDown leads from the search and from the page into the list; a search for one product leads to its quantity. */
export function useListKeys(list: ProductList): void {
  const { key } = useLocation()
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'ArrowDown' || event.defaultPrevented || !isFree(event.target)) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (enterList()) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const found = isFound(list) ? key : null
  useEffect(() => {
    // Where fingers type, a focused field would bring up the screen's keyboard.
    if (found !== null && isFree(document.activeElement) && !matchMedia('(pointer: coarse)').matches) enterList()
  }, [found])
}
