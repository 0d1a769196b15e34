import { setTimeout as sleep } from 'node:timers/promises'
import type { Buyer } from './buyer.ts'

/** One request: `status` is the name of the error if there was no answer, `took` milliseconds. */
export type Reading = { what: string; status: number | string; took: number }

export type Readers = {
  /** What was read since the last call. */
  take(): Reading[]
  /** Resolves once every page of the list was read. */
  seenAll(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds between two requests of a reader. */
const pause = 50
/** Longer than any answer may take. */
const patience = 20_000
const pages = 9

/** A guest who reads lists, a dealer who reads its cart, and the probes of an operator, one after the other each. */
export function startReaders(url: string, dealer: Buyer): Readers {
  const over = new AbortController()
  let readings: Reading[] = []
  const read = async (what: string, send: (turn: number) => Promise<number>) => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const begun = performance.now()
      const status = await send(turn).catch((error: Error) => error.name)
      readings.push({ what, status, took: performance.now() - begun })
      await sleep(pause)
    }
  }
  const get = (path: string) => async () => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(patience) })
    await response.arrayBuffer()
    return response.status
  }
  const work = Promise.all([
    read('list', (turn) => get(`/api/catalog/products?page=${(turn % pages) + 1}`)()),
    read('cart', () => dealer.get('/api/catalog/cart')),
    read('healthz', get('/healthz')),
    read('readyz', get('/readyz')),
  ])
  return {
    take() {
      const taken = readings
      readings = []
      return taken
    },
    async seenAll() {
      while (readings.filter(({ what, status }) => what === 'list' && status === 200).length < pages) await sleep(pause)
    },
    async stop() {
      over.abort()
      await work
    },
  }
}

/** The answers of one kind by status: `503 ×12, 200 ×3`. */
export function statusesOf(readings: readonly Reading[], what: string): string {
  const counts = new Map<number | string, number>()
  for (const { status } of readings.filter((each) => each.what === what))
    counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status} ×${count}`).join(', ')
}

/** The part of the answers of one kind that have this status. */
export function shareOf(readings: readonly Reading[], what: string, status: number): number {
  const all = readings.filter((each) => each.what === what)
  return all.filter((each) => each.status === status).length / Math.max(1, all.length)
}

export const longestOf = (readings: readonly Reading[]): number => Math.max(0, ...readings.map(({ took }) => took))

/** The 95th percentile of the times, in milliseconds; 0 without readings. */
export function p95Of(readings: readonly Reading[], what: string): number {
  const times = readings.filter((each) => each.what === what).map(({ took }) => took)
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}

/** Throws if a request of this kind had another status. */
export function expectStatus(readings: readonly Reading[], what: string, allowed: readonly (number | string)[]): void {
  const wrong = readings.filter((each) => each.what === what && !allowed.includes(each.status))
  if (wrong.length > 0) throw new Error(`${what}: ${statusesOf(wrong, what)}, allowed are ${allowed.join(', ')}.`)
}
