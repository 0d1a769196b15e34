import { createHash } from 'node:crypto'

/** `max` times within windows of `seconds`. */
export type Rate = { max: number; seconds: number }

/** `millisecondsLeft` of the window: it begins with the first count, and with a further one after its end. */
export type Count = { count: number; millisecondsLeft: number }

export type AddedCount = { key: string; count: number; millisecondsLeft: number }

/** Where processes add up their counts. */
export type CountStore = {
  /** Adds to the counts of these keys and returns the new ones, by key. */
  add(added: readonly AddedCount[]): Promise<Map<string, Count>>
  /** Rejects when the store cannot be reached; absent if that shows elsewhere. */
  probe?(): Promise<void>
  close(): Promise<void>
}

/** The counts of one process, which take those of the other processes into account. */
export type Counts = {
  /** The count of a key, which `add` raises by one. */
  of(name: string, key: string, rate: Rate): Count & { add(): void }
  /** False while the store has not answered for seconds: each process then counts for itself. */
  isAvailable(): boolean
  /** Exchanges counts with the store now. */
  exchange(): Promise<void>
  close(): Promise<void>
}

type Entry = { total: number; pending: number; endsAt: number; sharedFrom: number }

const interval = 250 // milliseconds
const probeInterval = 2_000 // milliseconds
const lostAfter = 3_000 // milliseconds
const maxKeys = 100_000
/** What a process counts for itself before it shares a key, as a part of the maximum: most visitors cost no statement. */
const unsharedPart = 0.05

type CountsOptions = { store?: CountStore | undefined; warn?: (error: Error) => void }

/**
 * Counts in memory, and exchanges the counts of busy keys with a store several times a second (decision 106). The others may
 * admit 5% of a maximum each, and what arrives in a quarter of a second, before they know of a count. Without a store the
 * process counts for itself.
 */
export function createCounts({ store, warn = () => {} }: CountsOptions = {}): Counts {
  const entries = new Map<string, Entry>()
  const pending = new Set<string>()
  let answeredAt = performance.now()
  let failingSince: number | null = null
  let exchanging: Promise<void> | null = null

  function entryOf(id: string, { max, seconds }: Rate): Entry {
    const now = performance.now()
    const known = entries.get(id)
    if (known !== undefined && known.endsAt > now) return known
    const entry = {
      total: 0,
      pending: 0,
      endsAt: now + seconds * 1000,
      sharedFrom: Math.max(1, Math.ceil(max * unsharedPart)),
    }
    entries.delete(id)
    pending.delete(id)
    // The oldest: it has counted for the longest time.
    if (entries.size >= maxKeys) entries.delete(entries.keys().next().value ?? '')
    entries.set(id, entry)
    return entry
  }

  async function exchangeOnce(counts: CountStore): Promise<void> {
    const now = performance.now()
    const sent = [...pending].flatMap((id) => {
      const entry = entries.get(id)
      pending.delete(id)
      if (entry === undefined || entry.endsAt <= now) return []
      return [{ id, entry, key: storedKey(id), count: entry.pending, millisecondsLeft: entry.endsAt - now }]
    })
    for (const { entry } of sent) entry.pending = 0
    try {
      if (sent.length > 0) {
        const stored = await counts.add(
          sent.map(({ key, count, millisecondsLeft }) => ({ key, count, millisecondsLeft })),
        )
        for (const { key, entry } of sent) {
          const found = stored.get(key)
          if (found === undefined) continue
          entry.total = found.count + entry.pending
          entry.endsAt = performance.now() + found.millisecondsLeft
        }
      } else if (failingSince !== null || (counts.probe !== undefined && now - answeredAt > probeInterval)) {
        await (counts.probe === undefined ? counts.add([]) : counts.probe())
      } else return
      answeredAt = performance.now()
      failingSince = null
    } catch (error) {
      for (const { id, entry, count } of sent) {
        entry.pending += count
        pending.add(id)
      }
      if (failingSince === null) warn(new Error(`Limits are counted by each process: ${String(error)}`))
      failingSince ??= performance.now()
    }
  }

  function removeEnded(): void {
    const now = performance.now()
    for (const [id, { endsAt }] of entries) if (endsAt <= now) entries.delete(id)
  }

  const exchange = async () => {
    if (store !== undefined)
      await (exchanging ??= exchangeOnce(store).finally(() => {
        exchanging = null
      }))
  }
  const timers = [setInterval(removeEnded, 60_000)]
  if (store !== undefined) timers.push(setInterval(() => void exchange(), interval))
  for (const timer of timers) timer.unref()
  return {
    of(name, key, rate) {
      const id = `${name} ${rate.seconds} ${key}`
      const entry = entryOf(id, rate)
      return {
        count: entry.total,
        millisecondsLeft: entry.endsAt - performance.now(),
        add() {
          entry.total += 1
          entry.pending += 1
          if (store !== undefined && entry.total >= entry.sharedFrom) pending.add(id)
        },
      }
    },
    isAvailable: () => failingSince === null || performance.now() - failingSince < lostAfter,
    exchange,
    async close() {
      for (const timer of timers) clearInterval(timer)
      await exchanging
      await store?.close()
    },
  }
}

/** Keys name networks and users: the store has digests only. */
const storedKey = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 24)
