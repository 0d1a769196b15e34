/** Returns a function that runs work, at most `max` at a time for each key; the rest waits in order. */
export function createPace(max: number) {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async <Value>(key: string, work: () => Promise<Value>): Promise<Value> => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running >= max) await new Promise<void>((resolve) => queue.waiting.push(resolve))
    else queue.running += 1
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      // The next one takes over the place.
      if (next !== undefined) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}
