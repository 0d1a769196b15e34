/** What one browser may do on the live channel. */
export const liveLimits = {
  /** Bytes of a message; a question has some sixty. */
  message: 4 * 1024,
  /** Messages within ten seconds; a browser sends one. */
  messages: 20,
  window: 10_000,
  /** Bytes that may wait for a reader. Whoever reads slower than this loses the connection. */
  waiting: 512 * 1024,
  /** Open connections: of one person (each tab has one), of one address (an office behind one), of the process. */
  ofPerson: 20,
  ofAddress: 300,
  ofProcess: 5_000,
}

/** Milliseconds between two pings; who has not answered by the next one is gone. */
export const heartbeat = 20_000
/** Between two looks at the sessions: one that has ended loses its connections. */
export const sessionPace = 5_000
/** How long a browser may take to take its leave. */
export const leaveTime = 1_500
