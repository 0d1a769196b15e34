import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { pauseBefore } from './payment-step.ts'

/** Does something again and again, with a pause before each time; stops by what it gives back. */
export function repeat(job: () => Promise<unknown>, pauseOf: (tries: number) => number): () => void {
  let timer: ReturnType<typeof setTimeout>
  let isOver = false
  const again = (tries: number) => {
    if (!isOver) timer = setTimeout(() => void job().finally(() => again(tries + 1)), pauseOf(tries))
  }
  again(0)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** The bank is slow: the page loads its data again by itself. */
export function useReloadWhile(isPending: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => (isPending ? repeat(revalidate, pauseBefore) : undefined), [isPending, revalidate])
}
