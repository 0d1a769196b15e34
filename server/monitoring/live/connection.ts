import type { WebSocket } from 'ws'
import type { Actor } from '#server/visitor/visitor.ts'
import { leaveTime, liveLimits } from './limits.ts'

/** One open connection and the person behind it. */
export type LiveConnection = {
  readonly actor: Actor
  readonly address: string
  readonly isOpen: boolean
  send(message: object): void
  close(code: number, reason: string): void
  /** Ends it without a word. */
  drop(): void
  /** Counts a message; false where there were too many of late. */
  mayHear(now: number): boolean
  /** Asks for a sign of life; ends it where the last question was not answered. */
  beat(): void
}

type Socket = Pick<WebSocket, 'send' | 'close' | 'terminate' | 'ping' | 'on' | 'readyState' | 'bufferedAmount'>
const open = 1 // WebSocket.OPEN

export function createConnection(socket: Socket, actor: Actor, address: string): LiveConnection {
  let isAlive = true
  let windowEnd = 0
  let heard = 0
  socket.on('pong', () => (isAlive = true))
  return {
    actor,
    address,
    get isOpen() {
      return socket.readyState === open
    },
    send(message) {
      if (socket.readyState !== open) return
      // What a reader does not take stays in this process's memory.
      if (socket.bufferedAmount > liveLimits.waiting) socket.terminate()
      else socket.send(JSON.stringify(message))
    },
    close(code, reason) {
      if (socket.readyState === open) socket.close(code, reason)
      // Whoever does not take its leave is not waited for.
      setTimeout(() => socket.terminate(), leaveTime).unref()
    },
    drop: () => socket.terminate(),
    mayHear(now) {
      if (now > windowEnd) {
        windowEnd = now + liveLimits.window
        heard = 0
      }
      heard += 1
      return heard <= liveLimits.messages
    },
    beat() {
      if (!isAlive) return socket.terminate()
      isAlive = false
      if (socket.readyState === open) socket.ping()
    },
  }
}
