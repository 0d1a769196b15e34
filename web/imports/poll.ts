import { CallError } from '#web/app/data/call-error.ts'

/** `onRefusal` is called when the server no longer answers with the data: it was deleted, or the session ended. */
type Poll<Data> = { load(): Promise<Data>; onData(data: Data): void; onRefusal(): void }

/**
 * Loads data again every `interval` milliseconds, until the returned function is called or the server refuses. A load
 * that fails because the server is busy or away is tried again at the next interval.
 */
export function poll<Data>(interval: number, { load, onData, onRefusal }: Poll<Data>): () => void {
  let timer = setTimeout(run, interval)
  let isStopped = false

  async function run(): Promise<void> {
    try {
      const data = await load()
      if (!isStopped) onData(data)
    } catch (error) {
      if (isStopped) return
      if (!isTemporary(error)) return onRefusal()
    }
    if (!isStopped) timer = setTimeout(run, interval)
  }
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

const isTemporary = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500)
