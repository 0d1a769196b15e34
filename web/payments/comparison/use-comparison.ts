import { useEffect, useState } from 'react'
import { comparePayments, type PaymentComparison } from '#contract/shop/payment-comparison.ts'
import { call, CallError } from '#web/app/data/call.ts'

/** The cart as its key identifies it, or a product with unit and quantity. */
export type ComparedThing =
  | { kind: 'cart'; key: string; settled(): Promise<void> }
  | { kind: 'product'; id: number; unit: number; quantity: number; key: string }

type Result = { key: string; data: PaymentComparison } | { key: string; error: string }

/** The comparison, again after every change. The one before stays until the next arrives. */
export function useComparison(compared: ComparedThing, digits: string | null) {
  const [result, setResult] = useState<Result | null>(null)
  const [latest, setLatest] = useState<PaymentComparison>()
  const [attempts, setAttempts] = useState(0)
  const product =
    compared.kind === 'product' ? { id: compared.id, unit: compared.unit, quantity: compared.quantity } : null
  const settled = compared.kind === 'cart' ? compared.settled : null
  const key = JSON.stringify([product, digits, compared.key, attempts])
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const [asked, card] = JSON.parse(key) as [typeof product, string | null]
    const body = { ...(asked !== null && { product: asked }), ...(card !== null && { card }) }
    // The server compares the cart that it has.
    void Promise.resolve(settled?.())
      .then(() => call(comparePayments, { body }, { signal }))
      .then((data): Result => ({ key, data }))
      .catch((error: unknown): Result | null => {
        if (error instanceof CallError) return { key, error: error.message }
        if (signal.aborted) return null
        throw error
      })
      .then((outcome) => {
        if (outcome === null || signal.aborted) return
        setResult(outcome)
        setLatest('data' in outcome ? outcome.data : undefined)
      })
    return () => controller.abort()
  }, [key, settled])
  return {
    data: latest,
    error: result !== null && result.key === key && 'error' in result ? result.error : null,
    isLoading: result?.key !== key,
    reload: () => setAttempts(attempts + 1),
  }
}
