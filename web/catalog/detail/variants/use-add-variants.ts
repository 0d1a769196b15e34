import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import type { UnitRefusal } from '#contract/shop/variants.ts'
import { pages } from '#contract/core/pages.ts'
import { CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { addUnits } from '#web/cart/add-units.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { GridLine } from './use-grid-lines.ts'

/** Why the last addition was refused, by variant. */
export type Refusals = ReadonlyMap<number, UnitRefusal>
const none: Refusals = new Map()

/** Puts lines into the cart, all or none, in one call at a time. */
export function useAddVariants(code: string, onAdded: (lines: readonly GridLine[]) => void) {
  const { t, formatQuantity } = useTranslation()
  const cache = useQueryCache()
  const goTo = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(none)

  async function send(lines: readonly GridLine[]): Promise<void> {
    const sent = lines.map(({ cell, unit, quantity }) => ({ productId: cell.id, unitId: unit.id, quantity }))
    const answers = await addUnits(cache, sent)
    const refused = lines.flatMap(({ cell }, at) => {
      const refusal = answers[at] ?? null
      return refusal === null ? [] : [[cell.id, refusal] as const]
    })
    setRefusals(new Map(refused))
    if (refused.length > 0) return
    onAdded(lines)
    const count = t('product.grid.count', { count: lines.length, number: formatQuantity(lines.length) })
    notify.success(t('cart.added.title'), {
      id: 'cart-added',
      position: 'top-center',
      description: `${code} · ${count}`,
      action: { label: t('cart.goToCart'), run: () => void goTo(pages.cart) },
    })
  }

  async function add(lines: readonly GridLine[]): Promise<void> {
    if (isBusy || lines.length === 0) return
    setBusy(true)
    setError(null)
    try {
      await send(lines)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      if (failure.status === 401) redirectToSignIn()
      else setError(failure.message)
    } finally {
      setBusy(false)
    }
  }
  /** A changed cell is judged anew; without ids, all are. */
  const forget = useCallback((ids?: readonly number[]) => {
    setRefusals((before) => {
      if (before.size === 0 || ids === undefined) return none
      return ids.some((id) => before.has(id)) ? new Map([...before].filter(([id]) => !ids.includes(id))) : before
    })
  }, [])
  return { isBusy, error, refusals, add, forget }
}
