import { useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import type { ProductDetail } from '#contract/shop/product.ts'
import { findVariant, type Picked, pickedOf, withPick } from './variants.ts'

/** Delay between a choice and the change of the displayed product, in milliseconds (catalogue, section 9). */
const swapDelay = 2500

export type VariantChoice = {
  picked: Picked
  /** Dimensions whose choice did not fit the last one. */
  cleared: readonly string[]
  pick(dimension: number, value: string): void
  /** Another variant is being loaded. */
  isSwapping: boolean
  /** A dimension has no chosen value yet. */
  isIncomplete: boolean
}

/** The chosen values. A complete combination opens the page of that variant as a new history entry. */
export function useVariantChoice(product: ProductDetail): VariantChoice {
  const navigate = useNavigate()
  const [shown, setShown] = useState(product.id)
  const [picked, setPicked] = useState(() => pickedOf(product))
  const [isSwapping, setIsSwapping] = useState(false)
  const [cleared, setCleared] = useState<ProductDetail['variants']>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leavingFor = useNavigation().location?.key
  useEffect(() => () => clearTimeout(timer.current), [])
  // A navigation by link or Back cancels the change and resets the choice to the product on the page.
  useEffect(() => {
    if (leavingFor === undefined || timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    setPicked(pickedOf(product))
    setCleared([])
    setIsSwapping(false)
  }, [leavingFor, product])

  if (shown !== product.id) {
    setShown(product.id)
    setPicked(pickedOf(product))
    setCleared([])
    setIsSwapping(false)
  }
  function pick(dimension: number, value: string): void {
    const next = withPick(product, picked, dimension, value)
    setCleared(product.variants.filter((_, at) => at !== dimension && picked[at] !== null && next[at] === null))
    const variant = findVariant(product, next)
    setPicked(next)
    clearTimeout(timer.current)
    timer.current = undefined
    const isOther = variant !== undefined && variant.id !== product.id
    setIsSwapping(isOther)
    if (!isOther) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      void Promise.resolve(navigate(variant.url, { preventScrollReset: true })).finally(() => setIsSwapping(false))
    }, swapDelay)
  }
  return {
    picked,
    cleared: cleared.map(({ name }) => name),
    pick,
    isSwapping,
    isIncomplete: product.variants.length > 0 && findVariant(product, picked) === undefined,
  }
}
