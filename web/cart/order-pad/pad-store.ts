import type { CheckedRow } from '#contract/shop/order-pad.ts'
import { type DraftLine, draftLinesMax, draftTextMax, isBlankLine } from '#domain/cart/draft-line.ts'
import {
  minRows,
  type PadColumn,
  type PadRow,
  padColumns,
  type ReadLine,
  withBlanks,
  withInserted,
} from './pad-rows.ts'
import type { SeenChange } from './seen-products.ts'

/** What the server says about a row, the row that it was about, and what has changed since the user saw the product last. */
export type RowResult = { row: PadRow; checked: CheckedRow; change: SeenChange | null }

export type PadState = {
  rows: readonly PadRow[]
  /** By row id. A result whose `row` is not the current one is out of date. */
  results: ReadonlyMap<number, RowResult>
  canUndo: boolean
  canRedo: boolean
  /** The row whose code is being typed: it is not called unknown yet. */
  typingId: number | null
  /** Whether more letters of a cell may follow. */
  isTyping: boolean
}

/** Steps that can be undone. */
const historyMax = 200

export type PadStore = ReturnType<typeof createPadStore>

/** The rows of the order pad with their history. Nothing here waits: checks and saving follow by `subscribe`. */
export function createPadStore(lines: readonly DraftLine[]) {
  let lastId = 0
  const newRow = (line: ReadLine = { code: '', quantity: '', unit: '' }): PadRow => ({ ...line, id: (lastId += 1) })
  const newBlank = () => newRow()

  let past: (readonly PadRow[])[] = []
  let future: (readonly PadRow[])[] = []
  /** The cell whose text is being typed: its letters are one step. */
  let openCell = ''
  let state: PadState = {
    rows: withBlanks(
      lines.map((line) => newRow(line)),
      newBlank,
    ),
    results: new Map(),
    canUndo: false,
    canRedo: false,
    typingId: null,
    isTyping: false,
  }
  const initial = state
  const listeners = new Set<() => void>()

  function set(next: Partial<PadState>): void {
    state = { ...state, ...next, canUndo: past.length > 0, canRedo: future.length > 0, isTyping: openCell !== '' }
    for (const listener of listeners) listener()
  }
  /** `cell` names a cell that goes on being typed in. */
  function step(rows: readonly PadRow[], cell = '', typingId: number | null = null): void {
    if (cell === '' || cell !== openCell) past = [...past, state.rows].slice(-historyMax)
    openCell = cell
    future = []
    set({ rows: withBlanks(rows, newBlank), typingId })
  }
  /** Rows with other lines: those on screen stay there, with the focus. */
  const refilled = (given: readonly ReadLine[]): PadRow[] => {
    const count = Math.max(given.length, state.rows.length)
    return Array.from({ length: Math.min(count, Math.max(given.length, minRows)) }, (_, i) => {
      const { id } = state.rows[i] ?? newRow()
      return { code: '', quantity: '', unit: '', ...given[i], id }
    })
  }
  const indexOf = (id: number) => state.rows.findIndex((row) => row.id === id)
  /** Without what else could name the product: the user names another one. */
  const edited = ({ others: _others, first: _first, ...row }: PadRow, part: Partial<DraftLine>): PadRow => ({
    ...row,
    ...part,
  })

  return {
    subscribe(this: void, listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get: () => state,
    /** The state that the server has rendered. */
    getInitial: () => initial,

    /** Letters of one cell are one step until `endTyping`. */
    type(id: number, column: PadColumn, text: string): void {
      const value = text.slice(0, draftTextMax[column])
      const next = state.rows.map((row) =>
        row.id !== id ? row : column === 'code' ? edited(row, { code: value }) : { ...row, [column]: value },
      )
      step(next, `${id} ${column}`, column === 'code' ? id : null)
    },
    endTyping(): void {
      if (openCell === '') return
      openCell = ''
      set({ typingId: null })
    },
    /** Changes several cells of a row as one step. */
    change(id: number, part: Partial<DraftLine>): void {
      step(state.rows.map((row) => (row.id === id ? edited(row, part) : row)))
    },
    /** Returns false if there would be too many rows. */
    insert(at: number, given: readonly ReadLine[]): boolean {
      const next = withInserted(
        state.rows,
        Math.max(at, 0),
        given.map((line) => newRow(line)),
      )
      if (next !== null) step(next)
      return next !== null
    },
    /** Writes texts into a column from a row on, as pasting one column into a spreadsheet does. Returns false if there are too few rows. */
    fillColumn(at: number, column: PadColumn, texts: readonly string[]): boolean {
      const missing = at + texts.length - state.rows.length
      const next = [...state.rows, ...Array.from({ length: Math.max(0, missing) }, () => newRow())]
      if (next.length > draftLinesMax) return false
      for (const [i, text] of texts.entries()) {
        const row = next[at + i]
        if (row !== undefined) next[at + i] = edited(row, { [column]: text.slice(0, draftTextMax[column]) })
      }
      step(next)
      return true
    },
    remove(id: number): void {
      step(state.rows.filter((row) => row.id !== id))
    },
    replace(given: readonly DraftLine[]): void {
      step(refilled(given))
    },
    /** Other lines in place of all, without a way back: the earlier ones are elsewhere. */
    restart(given: readonly DraftLine[]): void {
      past = []
      future = []
      openCell = ''
      set({ rows: withBlanks(refilled(given), newBlank), results: new Map(), typingId: null })
    },
    /** The next text that may name the product; no step of its own. */
    readAs(id: number, next: PadRow): void {
      const at = indexOf(id)
      if (at !== -1) set({ rows: state.rows.with(at, next) })
    },
    undo(): void {
      const before = past.at(-1)
      if (before === undefined) return
      past = past.slice(0, -1)
      future = [...future, state.rows]
      openCell = ''
      set({ rows: before, typingId: null })
    },
    redo(): void {
      const after = future.at(-1)
      if (after === undefined) return
      future = future.slice(0, -1)
      past = [...past, state.rows]
      openCell = ''
      set({ rows: after, typingId: null })
    },
    /** Results of rows that have changed meanwhile are left out. */
    addResults(given: readonly RowResult[], forgotten: readonly number[] = []): void {
      const current = new Map(state.rows.map((row) => [row.id, row]))
      const results = new Map(state.results)
      for (const id of forgotten) results.delete(id)
      for (const result of given) if (current.get(result.row.id) === result.row) results.set(result.row.id, result)
      set({ results })
    },
    /** The user has read what has changed. */
    acceptChanges(): void {
      set({ results: new Map([...state.results].map(([id, result]) => [id, { ...result, change: null }])) })
    },
    /**
     * Adds a scanned or typed code in the first row after all others; the same code as there, scanned again, counts one
     * more. Returns the row's index; -1 if the pad is full.
     */
    scan(code: string): number {
      const last = state.rows.findLastIndex((row) => !isBlankLine(row))
      const before = state.rows[last]
      const count = Number(before?.quantity || '1')
      if (before?.code.trim() === code && Number.isInteger(count)) {
        this.change(before.id, { quantity: String(count + 1) })
        return last
      }
      return this.insert(last + 1, [{ code, quantity: '', unit: '' }]) ? last + 1 : -1
    },
  }
}

export const isColumn = (name: string | undefined): name is PadColumn => padColumns.some((column) => column === name)
