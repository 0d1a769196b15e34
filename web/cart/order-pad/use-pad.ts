import { useEffect, useState, useSyncExternalStore } from 'react'
import type { OrderDraft } from '#contract/shop/order-pad.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { createDraftSaver, type DraftSaver } from './draft-saver.ts'
import { createPadStore, type PadState, type PadStore } from './pad-store.ts'
import { createRowChecks, type RowChecks } from './row-checks.ts'
import { createSeenProducts, type SeenProducts } from './seen-products.ts'

export type Pad = { store: PadStore; checks: RowChecks; saver: DraftSaver; seen: SeenProducts }

/** The pad of this page: its rows, their checks and the saving of the draft. */
export function usePad(opened: OrderDraft): Pad {
  const { user } = useVisitor()
  const [pad] = useState((): Pad => {
    const store = createPadStore(opened.lines)
    const userId = user?.id ?? null
    const seen = createSeenProducts(userId)
    return { store, seen, checks: createRowChecks(store, seen), saver: createDraftSaver(store, opened, userId) }
  })
  useEffect(() => {
    pad.saver.start()
    pad.checks.start()
    return () => {
      pad.checks.stop()
      pad.saver.stop()
    }
  }, [pad])
  return pad
}

export function usePadState(store: PadStore): PadState {
  return useSyncExternalStore(store.subscribe, store.get, store.getInitial)
}
