import { useState } from 'react'
import { readOrderText } from '#contract/shop/order-text.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { type ReadText, sortLines } from './order-text-lines.ts'

/**
 * Reads a pasted text: a message, a list or rows of a sheet. `read` returns null if it failed; `error` then says why, and
 * the text is not lost.
 */
export function useOrderText(): {
  read: (text: string) => Promise<ReadText | null>
  isReading: boolean
  error: string | null
} {
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function read(text: string): Promise<ReadText | null> {
    setReading(true)
    setError(null)
    try {
      const { lines, asides } = await call(readOrderText, { body: { text } })
      return sortLines(lines, asides)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      if (failure.status === 401) redirectToSignIn()
      setError(failure.message)
      return null
    } finally {
      setReading(false)
    }
  }
  return { read, isReading, error }
}
