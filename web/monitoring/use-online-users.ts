import { useEffect, useState, useSyncExternalStore } from 'react'
import type { OnlineUser } from '#contract/core/live.ts'
import { type LiveState, live } from '#web/app/data/live-client.ts'

const starting = (): LiveState => 'starting'

/** Online users: those that came with the page, replaced by every message of the live channel. */
export function useOnlineUsers(initial: OnlineUser[]): { users: OnlineUser[]; isLost: boolean } {
  const [users, setUsers] = useState(initial)
  const state = useSyncExternalStore(live.onState, live.state, starting)
  useEffect(() => {
    const unsubscribe = live.onUsers(setUsers)
    live.start()
    return unsubscribe
  }, [])
  return { users, isLost: state === 'lost' }
}
