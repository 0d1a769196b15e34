import { useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import type { ProductDetail } from '#contract/shop/product.ts'
import { findVariant, type Picked, pickedOf, withPick } from './variants.ts'

/** The displayed product is exchanged this long after a choice, in milliseconds (catalogue, section 9). */
const swapDelay = 2500

export type VariantChoice = {
  picked: Picked
  pick(dimension: number, value: string): void
  /** Another variant's data are on their way. */
  isSwapping: boolean
  /** Something still has to be chosen. */
  isIncomplete: boolean
}

/** The values that are chosen; a whole combination becomes the page of that variant, a step of the history of its own. */
export function useVariantChoice(product: ProductDetail): VariantChoice {
  const navigate = useNavigate()
  const [shown, setShown] = useState(product.id)
  const [picked, setPicked] = useState(() => pickedOf(product))
  const [isSwapping, setIsSwapping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leavingFor = useNavigation().location?.key
  useEffect(() => () => clearTimeout(timer.current), [])
  // Whoever goes on by a link or by Back is not taken away from there, and what stands here is what is chosen.
  useEffect(() => {
    if (leavingFor === undefined || timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    setPicked(pickedOf(product))
    setIsSwapping(false)
  }, [leavingFor, product])

  if (shown !== product.id) {
    setShown(product.id)
    setPicked(pickedOf(product))
    setIsSwapping(false)
  }
  function pick(dimension: number, value: string): void {
    const next = withPick(picked, dimension, value)
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
    pick,
    isSwapping,
    isIncomplete: product.variants.length > 0 && findVariant(product, picked) === undefined,
  }
}
