import { useEffect, useRef, useState } from 'react'
import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import { listBaseCategories, listFaultProducts, type PickedProduct } from '#contract/shop/fault-reports.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

type Category = { id: number; name: string }
/** The categories of one level, and the chosen one. */
export type Level = { categories: Category[]; chosen: number | null }

/** Debounce of the search, in milliseconds. */
const debounce = 250

/** Sends one request at a time: a new one aborts the previous one, whose late response is dropped. */
function useLatestRequest() {
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<{ text: string; retry(): void } | null>(null)
  const currentRequest = useRef<AbortController>(undefined)

  async function request<Value>(
    work: (signal: AbortSignal) => Promise<Value>,
    then: (value: Value) => void,
    again: () => void,
  ) {
    currentRequest.current?.abort()
    const controller = new AbortController()
    currentRequest.current = controller
    setFailure(null)
    setLoading(true)
    try {
      const value = await work(controller.signal)
      if (!controller.signal.aborted) then(value)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      setFailure({ text: error.message, retry: again })
    } finally {
      if (currentRequest.current === controller) setLoading(false)
    }
  }

  function cancel(): void {
    currentRequest.current?.abort()
    setLoading(false)
  }
  useEffect(() => () => currentRequest.current?.abort(), [])
  return { isLoading, failure, request, cancel }
}

/** Cascading categories, then the products of the deepest chosen one (specification, section 5). */
export function useProductPicker() {
  const [levels, setLevels] = useState<readonly Level[]>([])
  const [products, setProducts] = useState<readonly PickedProduct[] | null>(null)
  const [q, setQ] = useState('')
  const { isLoading, failure, request, cancel } = useLatestRequest()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function loadFirst(): void {
    void request(
      (signal) => categoriesBelow(0, signal),
      (categories) => setLevels([{ categories, chosen: null }]),
      loadFirst,
    )
  }

  function choose(depth: number, id: number | null): void {
    clearTimeout(timer.current)
    const levelsToChosen = levels
      .slice(0, depth + 1)
      .map((level, at) => (at === depth ? { ...level, chosen: id } : level))
    setLevels(levelsToChosen)
    setProducts(null)
    setQ('')
    // Nothing is chosen at this level: the level above counts.
    const category = id ?? levelsToChosen[depth - 1]?.chosen ?? null
    if (category === null) return cancel()
    const load = () =>
      void request(
        (signal) =>
          Promise.all([
            id === null ? Promise.resolve([]) : categoriesBelow(id, signal),
            productsOf(category, '', signal),
          ] as const),
        ([categories, found]) => {
          setLevels(categories.length === 0 ? levelsToChosen : [...levelsToChosen, { categories, chosen: null }])
          setProducts(found)
        },
        load,
      )
    load()
  }

  function search(text: string): void {
    setQ(text)
    const category = levels.findLast(({ chosen }) => chosen !== null)?.chosen
    if (category === undefined || category === null) return
    clearTimeout(timer.current)
    const load = () => void request((signal) => productsOf(category, text, signal), setProducts, load)
    timer.current = setTimeout(load, debounce)
  }

  const start = useRef(loadFirst)
  useEffect(() => {
    start.current()
    return () => clearTimeout(timer.current)
  }, [])
  return { levels, products, q, isLoading, failure, choose, search }
}

function get<E extends Endpoint>(endpoint: E, input: CallInput<E>, signal: AbortSignal): Promise<Reply<E>> {
  return call(endpoint, input, { signal })
}

const categoriesBelow = (id: number, signal: AbortSignal) =>
  get(listBaseCategories, { params: { categoryId: String(id) } }, signal)
const productsOf = (id: number, q: string, signal: AbortSignal) =>
  get(listFaultProducts, { params: { categoryId: String(id) }, query: { q: q.trim().slice(0, 200) } }, signal)
