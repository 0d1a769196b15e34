import type { Counts } from './counts.ts'

type Reply = (error: Error | null, count: { current: number; ttl: number }) => void
type ChildOptions = { routeInfo?: { method?: string | readonly string[]; url?: string } }

/** Lets the request limits of `@fastify/rate-limit` use the counts of all processes. Times are in milliseconds. */
export function requestStore(counts: Counts) {
  return class RequestStore {
    readonly #name: string

    constructor(_options?: unknown, name = 'requests') {
      this.#name = name
    }

    incr(key: string, reply: Reply, timeWindow: number, max: number): void {
      const counter = counts.of(this.#name, key, { max, seconds: timeWindow / 1000 })
      counter.add()
      reply(null, { current: counter.count + 1, ttl: counter.millisecondsLeft })
    }

    read(key: string, reply: Reply, timeWindow: number, max: number): void {
      const { count, millisecondsLeft } = counts.of(this.#name, key, { max, seconds: timeWindow / 1000 })
      reply(null, { current: count, ttl: millisecondsLeft })
    }

    child(options: object): RequestStore {
      const { routeInfo } = options as ChildOptions
      return new RequestStore(undefined, `requests ${String(routeInfo?.method)} ${String(routeInfo?.url)}`)
    }
  }
}
