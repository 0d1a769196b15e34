import { getOrderDraft, type OrderDraft, saveOrderDraft } from '#contract/shop/order-pad.ts'
import { type DraftLine, draftLinesMax, isSameDraft, mergeDrafts, onlyAdds } from '#domain/cart/draft-line.ts'
import { newKey } from '#web/app/data/attempt-keys.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { type OpenSave, readLocalDraft, removeLocalDraft, writeLocalDraft } from '#web/app/device/local-draft.ts'
import { beforeSignOut } from '#web/app/device/sign-out-work.ts'
import { linesOf } from './pad-rows.ts'
import type { PadStore } from './pad-store.ts'

/** Pause after an edit before the draft is saved, in milliseconds. */
const pause = 800
const retryPause = 5000

/**
 * `local`: of guests, in this browser only. `changed`: another window has saved other lines; nothing is saved until the user
 * decides. `message` says why lines are not saved.
 */
export type SaveState = {
  status: 'saved' | 'saving' | 'local' | 'offline' | 'signedOut' | 'failed' | 'changed'
  message: string | null
  /** Lines that the last addition has put into the cart and that can be undone; 0: none. */
  undoable: number
}

export type DraftSaver = ReturnType<typeof createDraftSaver>

/** Saves the rows a moment after each edit. Without a user they stay in the browser. */
export function createDraftSaver(pad: PadStore, opened: OrderDraft, userId: number | null) {
  let { lines: saved, revision } = opened
  let theirs: OrderDraft | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  let isHeld = false
  /** Edited without a connection. */
  let isOffline = false
  /** A save that got no answer is sent again as it was. */
  let open: OpenSave | null = null
  let rows = pad.get().rows
  let state: SaveState = {
    status: userId === null ? 'local' : 'saved',
    message: null,
    undoable: opened.undoable,
  }
  const initial = state
  const listeners = new Set<() => void>()

  function set(next: Partial<SaveState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const current = () => linesOf(pad.get().rows)
  const isUnsaved = () => !isSameDraft(current(), saved)
  const storeLocally = () => writeLocalDraft(userId, { lines: current(), base: saved, revision, isOffline, open })

  function schedule(after = pause): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), after)
  }
  function flush(): Promise<void> {
    clearTimeout(timer)
    if (userId === null) {
      storeLocally()
      return Promise.resolve()
    }
    if (isHeld || state.status === 'changed') {
      storeLocally()
      return Promise.resolve()
    }
    sending ??= save().finally(() => {
      sending = null
    })
    return sending
  }

  async function save(): Promise<void> {
    if (open === null && !isUnsaved()) {
      removeLocalDraft(userId)
      isOffline = false
      return set({ status: 'saved', message: null })
    }
    set({ status: 'saving', message: null })
    open ??= { id: newKey(), lines: current(), revision }
    const { id, lines } = open
    try {
      const reply = await call(saveOrderDraft, { body: { revision: open.revision, lines, save: id } })
      settle({ lines, revision: reply.revision })
    } catch (error) {
      await fail(error, lines)
    }
  }

  /** Takes over what the server has stored. */
  function settle(draft: Pick<OrderDraft, 'lines' | 'revision'> & Partial<Pick<OrderDraft, 'undoable'>>): void {
    saved = draft.lines
    revision = draft.revision
    theirs = null
    open = null
    removeLocalDraft(userId)
    if (!isUnsaved()) isOffline = false
    set({ status: 'saved', message: null, ...(draft.undoable !== undefined && { undoable: draft.undoable }) })
    if (isUnsaved()) schedule()
  }

  async function fail(error: unknown, lines: readonly DraftLine[]): Promise<void> {
    if (!(error instanceof CallError)) throw error
    // Any answer of the shop settles whether the save is stored; a broken or missing one does not.
    const isAnswered = error.status > 0 && error.status < 500
    if (isAnswered) open = null
    if (error.status === 0) isOffline = true
    storeLocally()
    if (error.code === 'draft_changed') {
      if (error.facts['isSaved'] !== undefined) saved = [...lines]
      return compare(lines)
    }
    if (error.status === 401) return set({ status: 'signedOut', message: error.message })
    const isPassing = error.status === 0 || error.status >= 500 || error.status === 429
    set({ status: error.status === 0 ? 'offline' : 'failed', message: error.message })
    if (isPassing) schedule(retryPause)
  }

  /**
   * The server has another revision: that of this page, whose answer was lost, or lines of another window. Lines that were only
   * added here without a connection are put behind those of the other window; anything else is the user's decision.
   */
  async function compare(lines: readonly DraftLine[]): Promise<void> {
    try {
      const draft = await call(getOrderDraft)
      if (isSameDraft(draft.lines, lines) || isSameDraft(draft.lines, saved)) return settle(draft)
      if (isOffline && onlyAdds(saved, current()) && takeIn(draft)) return
      theirs = draft
      set({ status: 'changed', message: null })
    } catch (error) {
      await fail(error, lines)
    }
  }

  /** Shows lines that the server has besides those of this page. Returns false if together they are too many. */
  function takeIn(draft: OrderDraft): boolean {
    const lines = isUnsaved() ? mergeDrafts(saved, current(), draft.lines) : draft.lines
    if (lines.length > draftLinesMax) return false
    if (!isSameDraft(lines, current())) pad.replace(lines)
    settle(draft)
    return true
  }

  /** A page that becomes visible again shows what other windows have saved, unless it has edits of its own. */
  async function refresh(): Promise<void> {
    if (document.visibilityState !== 'visible' || userId === null) return
    if (state.status === 'changed' || isHeld || sending !== null) return
    if (isUnsaved()) return schedule(0)
    try {
      const draft = await call(getOrderDraft)
      if (draft.revision === revision || isUnsaved() || sending !== null || isHeld) return
      if (!isSameDraft(draft.lines, saved)) pad.replace(draft.lines)
      settle(draft)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }

  function leave(): void {
    if (document.visibilityState !== 'hidden' || !isUnsaved()) return
    storeLocally()
    void flush()
  }

  function openLocal(): void {
    const local = readLocalDraft(userId)
    if (local === null) return
    if (userId === null) {
      saved = local.lines
      pad.restart(local.lines)
      return
    }
    if (isSameDraft(local.lines, opened.lines)) return removeLocalDraft(userId)
    pad.restart(local.lines)
    ;({ isOffline, open } = local)
    if (open === null && (local.revision === revision || isSameDraft(local.base, opened.lines))) return schedule(0)
    saved = local.base
    // What the save of an open page would be told, this page is told.
    if (open !== null || isOffline) {
      revision = local.revision
      return schedule(0)
    }
    theirs = opened
    set({ status: 'changed' })
  }

  const retry = () => schedule(0)
  const onVisible = () => void (document.visibilityState === 'hidden' ? leave() : refresh())
  let unsubscribe = () => {}
  let removeWork = () => {}
  return {
    subscribe(this: void, listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get: () => state,
    getInitial: () => initial,
    retry,
    start(): void {
      openLocal()
      rows = pad.get().rows
      unsubscribe = pad.subscribe(() => {
        if (pad.get().rows === rows) return
        rows = pad.get().rows
        schedule()
      })
      removeWork = beforeSignOut(flush)
      document.addEventListener('visibilitychange', onVisible)
      window.addEventListener('focus', onVisible)
      window.addEventListener('online', retry)
    },
    stop(): void {
      unsubscribe()
      removeWork()
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('focus', onVisible)
      window.removeEventListener('online', retry)
      clearTimeout(timer)
      if (isUnsaved()) void flush()
    },
    /** Overwrites what the other window has saved. */
    takeOver(): void {
      if (theirs !== null) revision = theirs.revision
      theirs = null
      open = null
      set({ status: 'saving' })
      schedule(0)
    },
    /** Puts the lines of both windows together; returns false if they are too many. */
    merge(): boolean {
      if (theirs === null) return true
      const merged = mergeDrafts(saved, current(), theirs.lines)
      if (merged.length > draftLinesMax) return false
      saved = theirs.lines
      pad.replace(merged)
      this.takeOver()
      return true
    },
    /**
     * Runs a call that appends lines to the draft on the server, and shows them. Throws as the call does. `send` returns null if
     * there was nothing to append.
     */
    async append(send: () => Promise<{ count: number; draft: OrderDraft } | null>): Promise<number> {
      await sending
      isHeld = true
      try {
        const answer = await send()
        isHeld = false
        if (answer === null) return 0
        const { draft, count } = answer
        // A save without an answer is settled first; it finds these lines then.
        if (open !== null) return count
        if (state.status === 'changed' || !takeIn(draft)) {
          theirs = draft
          set({ status: 'changed' })
        }
        return count
      } catch (error) {
        isHeld = false
        if (error instanceof CallError && error.status === 401) set({ status: 'signedOut', message: error.message })
        throw error
      } finally {
        if (isUnsaved() || open !== null) schedule()
      }
    },
    /**
     * Runs a call that changes the draft on the server with the current revision, and takes over the draft that it returns.
     * Nothing is saved meanwhile. Throws as the call does, after another window's lines were compared.
     */
    async exchange<T>(send: (revision: number) => Promise<{ draft: OrderDraft; result: T }>): Promise<T> {
      clearTimeout(timer)
      isHeld = true
      try {
        await sending
        const { draft, result } = await send(revision)
        saved = draft.lines
        pad.restart(draft.lines)
        isHeld = false
        settle(draft)
        return result
      } catch (error) {
        isHeld = false
        if (error instanceof CallError && error.code === 'draft_changed') await compare(current())
        else schedule()
        throw error
      }
    },
  }
}
