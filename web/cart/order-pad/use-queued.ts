import { useEffect, useState } from 'react'
import type { Visitor } from '#contract/core/visitor.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { CallError } from '#web/app/data/call.ts'
import { sendQueued } from '#web/app/device/send-queued.ts'
import { startDevice } from '#web/app/device/start-device.ts'
import type { DraftSaver } from './draft-saver.ts'
import type { Pad } from './use-pad.ts'

/** How many lines came from the device, or why they did not. */
export type QueuedNote = { count: number } | { error: string }

/** Sends what was scanned without a connection, when the pad opens and when the network is back. */
export function useQueued({ saver }: Pad) {
  const { user } = useVisitor()
  const [note, setNote] = useState<QueuedNote | null>(null)
  useEffect(() => {
    if (user !== null && user.viewer === null) return keepSending(saver, user, setNote)
  }, [saver, user])
  return { note, dismiss: () => setNote(null) }
}

/** Returns how to stop. */
function keepSending(
  saver: DraftSaver,
  user: NonNullable<Visitor['user']>,
  onNote: (note: QueuedNote) => void,
): () => void {
  let isOver = false
  let sending: Promise<void> | null = null
  async function run(): Promise<void> {
    try {
      const count = await saver.append(() => sendQueued(user.id))
      if (count > 0 && !isOver) onNote({ count })
    } catch (error) {
      // Blocked storage has no lines; without a connection or a session the saver says so.
      const isRefused = error instanceof CallError && error.status >= 400 && error.status !== 401
      if (isRefused && !isOver) onNote({ error: error.message })
    }
  }
  function send(): void {
    sending ??= run().finally(() => {
      sending = null
    })
  }
  const onVisible = () => document.visibilityState === 'visible' && send()
  startDevice(user)
  send()
  window.addEventListener('online', send)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    isOver = true
    window.removeEventListener('online', send)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
