import type { WebSocket } from 'ws'
import type { Actor } from '#server/visitor/visitor.ts'
import { closeTimeoutMs, liveLimits } from './limits.ts'

/** An open connection and its user. */
export type LiveConnection = {
  readonly actor: Actor
  readonly network: string
  readonly isOpen: boolean
  send(message: object): void
  close(code: number, reason: string): void
  /** Closes the connection without a close code. */
  drop(): void
  /** Counts a message. Returns false if there were too many recently. */
  countMessage(now: number): boolean
  /** Sends a ping. Closes the connection if the previous one was not answered. */
  ping(): void
}

type Socket = Pick<WebSocket, 'send' | 'close' | 'terminate' | 'ping' | 'on' | 'readyState' | 'bufferedAmount'>
const open = 1 // WebSocket.OPEN

export function createConnection(socket: Socket, actor: Actor, network: string): LiveConnection {
  let isAlive = true
  let windowEnd = 0
  let messageCount = 0
  socket.on('pong', () => (isAlive = true))
  return {
    actor,
    network,
    get isOpen() {
      return socket.readyState === open
    },
    send(message) {
      if (socket.readyState !== open) return
      // Data that a reader does not accept stays in this process's memory.
      if (socket.bufferedAmount > liveLimits.waiting) socket.terminate()
      else socket.send(JSON.stringify(message))
    },
    close(code, reason) {
      if (socket.readyState === open) socket.close(code, reason)
      // The close handshake is not awaited any longer than this.
      setTimeout(() => socket.terminate(), closeTimeoutMs).unref()
    },
    drop: () => socket.terminate(),
    countMessage(now) {
      if (now > windowEnd) {
        windowEnd = now + liveLimits.window
        messageCount = 0
      }
      messageCount += 1
      return messageCount <= liveLimits.messages
    },
    ping() {
      if (!isAlive) return socket.terminate()
      isAlive = false
      if (socket.readyState === open) socket.ping()
    },
  }
}
