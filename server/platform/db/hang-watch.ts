import { setImmediate as nextPoll } from 'node:timers/promises'
import pg from 'pg'
import { NoAnswerError } from './failure.ts'

/** Milliseconds. A hang is found after about the sum of the three. */
export type HangLimits = {
  interval: number
  /** Work that holds or waits for a connection longer than this leads to a probe. */
  suspectAfter: number
  /** A probe that takes longer finds the database hung. */
  answerWithin: number
}

export const hangLimits: HangLimits = { interval: 200, suspectAfter: 300, answerWithin: 1_000 }

export type HangWatch = {
  /** Runs work that uses the database. Throws NoAnswerError at once while the database is hung. */
  guard<Value>(work: () => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/**
 * Tells a hung database from a slow statement: while work takes long, a separate connection probes the database.
 * `onHang` runs when no answer comes, to end what waits for one. The probes continue until the database answers.
 */
export function watchForHang(
  clientConfig: pg.ClientConfig,
  limits: HangLimits,
  { onHang, onError }: { onHang(): void; onError(error: Error): void },
): HangWatch {
  const probe = createProbe({ ...clientConfig, application_name: 'toptan-probe' })
  const startTimes = new Set<{ at: number }>()
  let lastAnswerAt = performance.now()
  let isChecking = false
  let isHung = false
  let isClosed = false

  const timer = setInterval(() => {
    const oldest = startTimes.values().next().value?.at ?? Infinity
    if (isChecking || (!isHung && performance.now() - oldest < limits.suspectAfter)) return
    isChecking = true
    void check().finally(() => (isChecking = false))
  }, limits.interval)
  timer.unref()

  async function check(): Promise<void> {
    const startedAt = performance.now()
    const hasAnswered = (await probe.answersWithin(limits.answerWithin)) || lastAnswerAt > startedAt
    if (isClosed || hasAnswered !== isHung) return
    isHung = !hasAnswered
    onError(isHung ? new NoAnswerError() : new Error('The database answers again.'))
    if (isHung) onHang()
  }

  return {
    async guard(work) {
      if (isHung) throw new NoAnswerError()
      // Before it is needed, so that a probe is one round trip.
      if (!isClosed) probe.connect()
      const start = { at: performance.now() }
      startTimes.add(start)
      try {
        const value = await work()
        lastAnswerAt = performance.now()
        return value
      } finally {
        startTimes.delete(start)
      }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await probe.close()
    },
  }
}

/** A connection for probes, opened again when it was lost. */
function createProbe(clientConfig: pg.ClientConfig) {
  type Connecting = { client: pg.Client; ready: Promise<boolean>; isReady: boolean }
  let current: Connecting | undefined

  function connect(): Connecting {
    if (current !== undefined) return current
    const client = new pg.Client(clientConfig)
    const connecting: Connecting = { client, isReady: false, ready: Promise.resolve(false) }
    const forget = () => {
      if (current === connecting) current = undefined
    }
    client.on('error', forget).on('end', forget)
    connecting.ready = client.connect().then(
      () => (connecting.isReady = true),
      (error: unknown) => {
        forget()
        return isRefusal(error)
      },
    )
    current = connecting
    return connecting
  }

  async function answers(): Promise<boolean> {
    const { client, ready } = connect()
    if (!(await ready)) return false
    // A connection that ends here is no hang: the next one is refused or works.
    return client.query('SELECT').then(
      () => true,
      (error: unknown) => isRefusal(error),
    )
  }

  return {
    connect: () => void connect(),
    async answersWithin(milliseconds: number): Promise<boolean> {
      const probed = connect()
      let hasAnswered = false
      const answer = answers().then((value) => (hasAnswered = value))
      const pause = Promise.withResolvers<void>()
      const limit = setTimeout(pause.resolve, milliseconds)
      await Promise.race([answer, pause.promise])
      clearTimeout(limit)
      // A process that was busy reads the answer only after its timers.
      await nextPoll()
      await nextPoll()
      // A connection attempt has its own timeout.
      if (!hasAnswered && probed.isReady && current === probed) {
        current = undefined
        void probed.client.end().catch(() => {})
      }
      return hasAnswered
    },
    async close(): Promise<void> {
      await current?.ready
      await current?.client.end().catch(() => {})
    },
  }
}

/** Whether the error is an answer: of the server, or that there is none at the address. Each request gets it directly. */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return !(error instanceof Error && /timeout/i.test(error.message)) && code !== 'EAGAIN' && code !== 'ETIMEDOUT'
}
