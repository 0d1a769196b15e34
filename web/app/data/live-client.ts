import {
  type CheckOnlineUsers,
  liveCodes,
  livePace,
  livePath,
  type OnlineUser,
  type UpdateOnlineUsers,
} from '#contract/core/live.ts'

/** How the channel stands: on its way, open, or lost and to be tried again. */
export type LiveState = 'starting' | 'open' | 'lost'

/** Milliseconds: the first pause after a loss, the longest one, and how long a page may be hidden before it lets go. */
const firstPause = 1_000
const longestPause = 60_000
const hiddenFor = 5 * 60_000

export type Live = {
  start(): void
  state(): LiveState
  onState(hear: () => void): () => void
  /** Hears of who is online; only administrators are told. */
  onUsers(hear: (users: OnlineUser[]) => void): () => void
}

type Socket = Pick<WebSocket, 'send' | 'close' | 'addEventListener'>

/** The page's connection to the live channel, opened again with longer and longer pauses. `connect` and `random` are for tests. */
export function createLive(
  connect: () => Socket = () => new WebSocket(livePath),
  random: () => number = Math.random,
): Live {
  const stateHeard = new Set<() => void>()
  const usersHeard = new Set<(users: OnlineUser[]) => void>()
  let state: LiveState = 'starting'
  let socket: Socket | null = null
  let losses = 0
  let isStarted = false
  let hasEnded = false
  let again: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let asking: ReturnType<typeof setInterval> | undefined

  const become = (next: LiveState) => {
    state = next
    for (const hear of stateHeard) hear()
  }
  const ask = () => {
    const message: CheckOnlineUsers = { type: 'checkOnlineUsers', domain: location.host }
    socket?.send(JSON.stringify(message))
  }
  function open(): void {
    clearTimeout(again)
    if (hasEnded || socket !== null || !navigator.onLine) return
    const opened = connect()
    socket = opened
    opened.addEventListener('open', () => {
      if (socket !== opened) return
      losses = 0
      become('open')
      ask()
      asking = setInterval(ask, livePace)
    })
    opened.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as UpdateOnlineUsers
      if (message.type === 'updateOnlineUsers') for (const hear of usersHeard) hear(message.onlineUsers)
    })
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return
      letGo()
      // Whoever was signed out somewhere else comes back with the next page.
      hasEnded = code === liveCodes.signedOut
      const pause = Math.min(longestPause, firstPause * 2 ** losses++)
      // Jitter: all browsers lose a server that restarts at the same moment.
      again = setTimeout(open, pause * (0.5 + random()))
    })
  }
  /** Forgets the connection; what it still says is not heard. */
  function letGo(): void {
    clearInterval(asking)
    clearTimeout(again)
    socket = null
    become('lost')
  }
  function rest(): void {
    const left = socket
    if (left === null) return clearTimeout(again)
    letGo()
    left.close()
  }
  function look(): void {
    clearTimeout(hiding)
    if (document.visibilityState === 'hidden') hiding = setTimeout(rest, hiddenFor)
    else open()
  }
  return {
    start() {
      if (isStarted) return
      isStarted = true
      window.addEventListener('online', open)
      window.addEventListener('offline', rest)
      // A page that is kept for the way back may hold no connection.
      window.addEventListener('pagehide', rest)
      window.addEventListener('pageshow', look)
      document.addEventListener('visibilitychange', look)
      look()
    },
    state: () => state,
    onState: (hear) => listening(stateHeard, hear),
    onUsers: (hear) => listening(usersHeard, hear),
  }
}

function listening<Hear>(heard: Set<Hear>, hear: Hear): () => void {
  heard.add(hear)
  return () => void heard.delete(hear)
}

/** The page's own. */
export const live = createLive()
