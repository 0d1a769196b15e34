import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { pauseBefore } from './payment-step.ts'

/** Repeats a job with a pause before each run; call the returned function to stop. */
export function repeat(job: () => Promise<unknown>, pauseOf: (tries: number) => number): () => void {
  let timer: ReturnType<typeof setTimeout>
  let isStopped = false
  const schedule = (tries: number) => {
    if (!isStopped) timer = setTimeout(() => void job().finally(() => schedule(tries + 1)), pauseOf(tries))
  }
  schedule(0)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Reloads the page's data while the bank is slow. */
export function useReloadWhile(isPending: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => (isPending ? repeat(revalidate, pauseBefore) : undefined), [isPending, revalidate])
}
