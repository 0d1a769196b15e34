import { checkDraftLines } from '#contract/shop/order-pad.ts'
import { isBlankLine } from '#domain/cart/draft-line.ts'
import { CallError, call } from '#web/app/data/call.ts'
import type { PadRow } from './pad-rows.ts'
import type { PadStore, RowResult } from './pad-store.ts'
import type { SeenProducts } from './seen-products.ts'

/** Pause after a typed letter before rows are checked, in milliseconds. */
const pause = 300
/** Pause before a failed check is tried again. */
const retryPause = 5000

export type RowChecks = ReturnType<typeof createRowChecks>

/**
 * Keeps the results of rows up to date: checks rows that have changed, together with the other rows of their products, whose
 * quantities count for the same stock.
 */
export function createRowChecks(pad: PadStore, seen: SeenProducts) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let rows = pad.get().rows
  let failure: string | null = null
  /** Products of which another row has changed. */
  const touched = new Set<number>()
  const listeners = new Set<() => void>()

  function setFailure(text: string | null): void {
    if (failure === text) return
    failure = text
    for (const listener of listeners) listener()
  }
  function schedule(after = pause): void {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), after)
  }

  /** The rows to check now, in their order, and ids of removed rows. */
  function findRows(): { stale: PadRow[]; removed: number[] } {
    const state = pad.get()
    const ids = new Set(state.rows.map(({ id }) => id))
    const isStale = (row: PadRow) => state.results.get(row.id)?.row !== row
    const productOf = (id: number) => state.results.get(id)?.checked.productId
    const removed = [...state.results.keys()].filter((id) => !ids.has(id))
    const changed = state.rows.filter(isStale)
    for (const id of [...removed, ...changed.map((row) => row.id)]) {
      const product = productOf(id)
      if (product !== undefined) touched.add(product)
    }
    const isTouched = (row: PadRow) => touched.has(productOf(row.id) ?? 0)
    const stale = state.rows.filter((row) => !isBlankLine(row) && (isStale(row) || isTouched(row)))
    return { stale, removed }
  }

  function run(): Promise<void> {
    clearTimeout(timer)
    running ??= check().finally(() => {
      running = null
    })
    return running
  }

  async function check(): Promise<void> {
    const { stale, removed } = findRows()
    if (stale.length === 0) {
      touched.clear()
      return
    }
    const named = stale.filter(({ code }) => code.trim() !== '')
    try {
      const lines = named.map(({ code, quantity, unit }) => ({ code, quantity, unit }))
      const found = lines.length === 0 ? [] : (await call(checkDraftLines, { body: { lines } })).rows
      setFailure(null)
      await seen.ready
      touched.clear()
      const results = named.flatMap((row, i) => (found[i] === undefined ? [] : [{ row, checked: found[i] }]))
      const changes = seen.changesOf(results)
      store(
        results.map((result, i) => ({ ...result, change: changes[i] ?? null })),
        removed,
        stale,
      )
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.message)
      if (error.status === 0 || error.status >= 500 || error.status === 429) schedule(retryPause)
      return
    }
    if (findRows().stale.length > 0) schedule(0)
  }

  function store(found: readonly RowResult[], removed: readonly number[], stale: readonly PadRow[]): void {
    const unnamed = stale
      .filter(({ code }) => code.trim() === '')
      .map((row): RowResult => ({ row, checked: { code: '', quantity: null }, change: null }))
    const before = new Map(pad.get().results)
    pad.addResults([...found, ...unnamed], removed)
    const sent = new Set(stale.map(({ id }) => id))
    for (const { row, checked } of found) {
      if (checked.error?.code === 'product_not_found') tryNext(row)
      // Rows of a product that this row has just become count with it.
      else if (checked.productId !== undefined && before.get(row.id)?.checked.productId !== checked.productId) {
        const isApart = (other: PadRow) =>
          !sent.has(other.id) && pad.get().results.get(other.id)?.checked.productId === checked.productId
        if (pad.get().rows.some(isApart)) touched.add(checked.productId)
      }
    }
  }

  /** Reads an unknown row as its next reading, and finally as the first again. */
  function tryNext(row: PadRow): void {
    const { id, code, quantity, unit, others, first = { code, quantity, unit } } = row
    if (others === undefined) return
    const [next, ...rest] = others
    pad.readAs(id, next === undefined ? { id, ...first } : { id, ...next, others: rest, first })
  }

  let unsubscribe = () => {}
  /** Prices and stock may have changed while there was no connection: every row is checked again. */
  function recheck(): void {
    for (const { checked } of pad.get().results.values()) {
      if (checked.productId !== undefined) touched.add(checked.productId)
    }
    schedule(0)
  }
  return {
    subscribe(this: void, listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Why rows could not be checked; null while they can. */
    failure: () => failure,
    start(): void {
      unsubscribe = pad.subscribe(() => {
        if (pad.get().rows === rows) return
        rows = pad.get().rows
        schedule(pad.get().isTyping ? pause : 0)
      })
      window.addEventListener('online', recheck)
      schedule(0)
    },
    /** Resolves when every row is checked, or a check has failed. */
    async settle(): Promise<void> {
      do await run()
      while (failure === null && findRows().stale.length > 0)
    },
    stop(): void {
      clearTimeout(timer)
      window.removeEventListener('online', recheck)
      unsubscribe()
    },
  }
}
