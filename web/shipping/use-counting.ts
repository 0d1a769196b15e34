import { useRef, useState } from 'react'
import { type AdminPicking, countPicked, type PickingLineShown } from '#contract/admin/pickings.ts'
import { newKey } from '#web/app/data/attempt-keys.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

export type Counted = { line: PickingLineShown } | { error: string }
type Count = { code: string } | { orderId: number; lineNo: number; change: number }

/** Scans wait for each other, so that they are counted in their order. A request without an answer is sent again. */
export function useCounting(loaded: AdminPicking) {
  // A list that was loaded again replaces what is shown.
  const [from, setFrom] = useState(loaded)
  const [picking, show] = useState(loaded)
  const [last, setLast] = useState<Counted | null>(null)
  const tail = useRef<Promise<unknown>>(Promise.resolve())
  if (from !== loaded) {
    setFrom(loaded)
    show(loaded)
  }
  function count(wanted: Count): Promise<Counted | null> {
    const key = newKey()
    const counted = tail.current.then(() => send(key, wanted))
    tail.current = counted
    return counted
  }
  async function send(key: string, wanted: Count, isRepeated = false): Promise<Counted | null> {
    try {
      const request = { params: { id: String(loaded.id) }, body: { key, ...wanted } }
      const reply = await call(countPicked, request)
      show(reply.picking)
      if (reply.line === null) return null
      setLast({ line: reply.line })
      return { line: reply.line }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) {
        redirectToSignIn()
        return null
      }
      if (error.status === 0 && !isRepeated) return send(key, wanted, true)
      setLast({ error: error.message })
      return { error: error.message }
    }
  }
  return { picking, last, count, show }
}

export type Counting = ReturnType<typeof useCounting>
