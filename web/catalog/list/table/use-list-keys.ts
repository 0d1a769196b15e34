import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import type { ProductList } from '#contract/shop/catalog.ts'
import type { Product } from '#contract/shop/product.ts'
import { focusRow } from './row-keys.ts'

/** Focuses the list's first row, or the first card with a quantity field. */
function enterList(): boolean {
  const products = document.querySelector('[data-products]')
  const row = products?.matches('tbody') ? products.firstElementChild : products?.querySelector('li:has(input)')
  if (!row) return false
  focusRow(row)
  return true
}

/** Whether nothing or the search field has the focus. */
function isFree(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLInputElement && target.name === 'q')
}

/** Controls that use the arrow keys themselves, and what covers the list. */
const ownArrows =
  'input, select, textarea, [contenteditable], [aria-haspopup], [role^=menu], [role=listbox], [role=radiogroup], [role=tablist], dialog, [role=dialog], [role=alertdialog], [data-products]'

/** Whether ArrowDown leads into the list from here: also from the link that loaded it, which keeps the focus. */
function leadsToList(target: EventTarget | null): boolean {
  return isFree(target) || (target instanceof HTMLElement && target.closest(ownArrows) === null)
}

/** Whether a search, e.g. by a scanner, found exactly one product or one with this code or barcode. */
function isFound({ place, total, items, q }: ProductList): boolean {
  const hasCode = ({ code, units }: Product) =>
    [code, ...units.map(({ barcode }) => barcode)].some((value) => value?.toLowerCase() === q.toLowerCase())
  const [first, second] = items
  const isExact = first !== undefined && hasCode(first) && (second === undefined || !hasCode(second))
  return place.kind === 'search' && (total === 1 || isExact)
}

/**
 * ArrowDown moves from the search, the page and its links into the list; a search that found one product focuses its
 * quantity.
 */
export function useListKeys(list: ProductList): void {
  const { key } = useLocation()
  // With the list: a key pressed right after it appears would be lost until an effect runs.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'ArrowDown' || event.defaultPrevented || !leadsToList(event.target)) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (enterList()) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const found = isFound(list) ? key : null
  useEffect(() => {
    // On touch screens a focused field would open the on-screen keyboard.
    if (found !== null && isFree(document.activeElement) && !matchMedia('(pointer: coarse)').matches) enterList()
  }, [found])
}
