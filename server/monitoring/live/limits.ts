/** Limits of one browser on the live channel. */
export const liveLimits = {
  /** Bytes of a message; a query has about sixty. */
  message: 4 * 1024,
  /** Messages within ten seconds; a browser sends one. */
  messages: 20,
  window: 10_000,
  /** Bytes that may wait for a reader. A slower reader is disconnected. */
  waiting: 512 * 1024,
  /** Open connections: per user (each tab has one), per network (which may be an office), per process. */
  ofPerson: 20,
  ofNetwork: 300,
  ofProcess: 5_000,
}

/** Milliseconds between two pings. A connection that has not answered by the next ping is closed. */
export const heartbeatMs = 20_000
/** Milliseconds between two checks of the sessions; connections of ended sessions are closed. */
export const sessionCheckMs = 5_000
/** Milliseconds that a browser may take for the close handshake. */
export const closeTimeoutMs = 1_500
