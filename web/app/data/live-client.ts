import {
  type CheckOnlineUsers,
  liveCodes,
  livePace,
  livePath,
  type OnlineUser,
  type UpdateOnlineUsers,
} from '#contract/core/live.ts'

/** State of the connection: connecting, open, or lost and waiting to reconnect. */
export type LiveState = 'starting' | 'open' | 'lost'

/**
 * In milliseconds: the first pause before a reconnect, the longest one, how long a page stays connected while hidden, and
 * how long a new session waits for a connection that is being opened.
 */
const minPause = 1_000
const maxPause = 60_000
const maxHidden = 5 * 60_000
const maxHandshake = 2_000

export type Live = {
  start(): void
  /**
   * Runs `work`, which replaces the session of this page, without a connection, and connects again afterwards: the server
   * refuses a handshake with the former session and closes its connections.
   */
  replaceSession<Value>(work: () => Promise<Value>): Promise<Value>
  state(): LiveState
  onState(listener: () => void): () => void
  /** Passes on the list of online users; only administrators receive it. */
  onUsers(listener: (users: OnlineUser[]) => void): () => void
}

type Socket = Pick<WebSocket, 'send' | 'close' | 'addEventListener'>

/**
 * The page's connection to the live channel, reopened after increasing pauses. `connect` and `random` are replaced in
 * tests.
 */
export function createLive(
  connect: () => Socket = () => new WebSocket(livePath),
  random: () => number = Math.random,
): Live {
  const stateListeners = new Set<() => void>()
  const userListeners = new Set<(users: OnlineUser[]) => void>()
  let state: LiveState = 'starting'
  let socket: Socket | null = null
  let losses = 0
  let isStarted = false
  let hasEnded = false
  let isHeld = false
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let requestTimer: ReturnType<typeof setInterval> | undefined

  const setState = (next: LiveState) => {
    state = next
    for (const listener of stateListeners) listener()
  }
  const requestUsers = () => {
    const message: CheckOnlineUsers = { type: 'checkOnlineUsers', domain: location.host }
    socket?.send(JSON.stringify(message))
  }
  function open(): void {
    clearTimeout(reconnectTimer)
    if (hasEnded || isHeld || socket !== null || !navigator.onLine) return
    const opened = connect()
    socket = opened
    opened.addEventListener('open', () => {
      if (socket !== opened) return
      losses = 0
      setState('open')
      requestUsers()
      requestTimer = setInterval(requestUsers, livePace)
    })
    opened.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as UpdateOnlineUsers
      if (message.type === 'updateOnlineUsers') for (const listener of userListeners) listener(message.onlineUsers)
    })
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return
      dropSocket()
      // After a sign-out elsewhere, the next page connects again.
      hasEnded = code === liveCodes.signedOut
      const pause = Math.min(maxPause, minPause * 2 ** losses++)
      // Jitter: when the server restarts, all browsers lose their connection at the same moment.
      reconnectTimer = setTimeout(open, pause * (0.5 + random()))
    })
  }
  /** Drops the connection; its remaining events are ignored. */
  function dropSocket(): void {
    clearInterval(requestTimer)
    clearTimeout(reconnectTimer)
    socket = null
    setState('lost')
  }
  /** Resolves when the connection that is being opened is open or lost. */
  function nextState(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const unsubscribe = subscribe(stateListeners, resolve)
    const timer = setTimeout(resolve, maxHandshake)
    return promise.finally(() => {
      unsubscribe()
      clearTimeout(timer)
    })
  }
  function disconnect(): void {
    const dropped = socket
    if (dropped === null) return clearTimeout(reconnectTimer)
    dropSocket()
    dropped.close()
  }
  return {
    start() {
      if (isStarted) return
      isStarted = true
      followPage(open, disconnect)
    },
    async replaceSession(work) {
      isHeld = true
      if (socket !== null && state !== 'open') await nextState()
      disconnect()
      try {
        return await work()
      } finally {
        isHeld = false
        if (isStarted) open()
      }
    },
    state: () => state,
    onState: (listener) => subscribe(stateListeners, listener),
    onUsers: (listener) => subscribe(userListeners, listener),
  }
}

/** Calls `open` while the page is online and visible, and `disconnect` when it is offline, left or hidden for long. */
function followPage(open: () => void, disconnect: () => void): void {
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  const onVisibilityChange = () => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(disconnect, maxHidden)
    else open()
  }
  window.addEventListener('online', open)
  window.addEventListener('offline', disconnect)
  // A page in the back/forward cache must not hold a connection.
  window.addEventListener('pagehide', disconnect)
  window.addEventListener('pageshow', onVisibilityChange)
  document.addEventListener('visibilitychange', onVisibilityChange)
  onVisibilityChange()
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The page's live connection. */
export const live = createLive()
