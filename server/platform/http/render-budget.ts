import { createPace } from '#server/platform/pace.ts'

/** Limits the rendering for one visitor: rendering a page takes about a hundred times as long as sending a cached one. */
export type RenderLimits = {
  /** The number of pages that can be rendered in a row after a pause. */
  burst: number
  perSecond: number
  /** Pages rendered at the same time; the visitor's others wait, so that pages of other visitors come between. */
  atOnce: number
}

export const renderLimits: RenderLimits = { burst: 60, perSecond: 5, atOnce: 2 }

const maxVisitors = 50_000

/** Limits the pages that are rendered for each key, by the process clock. */
export function createRenderBudget({ burst, perSecond, atOnce }: RenderLimits) {
  const budgets = new Map<string, { left: number; at: number }>()
  const paced = createPace(atOnce)
  return {
    /** Counts one page. Returns 0 if the budget allows it, otherwise the seconds until it does. */
    take(key: string): number {
      const now = performance.now()
      const last = budgets.get(key) ?? { left: burst, at: now }
      const left = Math.min(burst, last.left + ((now - last.at) / 1000) * perSecond)
      budgets.delete(key)
      budgets.set(key, { left: Math.max(0, left < 1 ? left : left - 1), at: now })
      // The oldest has had the longest time to fill again.
      if (budgets.size > maxVisitors) budgets.delete(budgets.keys().next().value ?? '')
      return left < 1 ? Math.ceil((1 - left) / perSecond) : 0
    },
    run: paced,
  }
}
