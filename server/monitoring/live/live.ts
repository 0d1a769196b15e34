import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { refuse } from '#contract/core/errors.ts'
import { liveCodes, livePath } from '#contract/core/live.ts'
import { type Actor, readVisit, type VisitOptions } from '#server/visitor/visitor.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { sendRefusal } from '#server/platform/http/wire.ts'
import { preferredLocale } from '#server/platform/http/words.ts'
import { repeatEvery } from '#server/platform/jobs/repeat.ts'
import { createConnection, type LiveConnection } from './connection.ts'
import { type Connections, createConnections } from './connections.ts'
import { heartbeatMs, closeTimeoutMs, liveLimits, sessionCheckMs } from './limits.ts'

export type LiveOptions = {
  visit: VisitOptions
  /** The shop's configured address, if any. Pages of the requested address may always connect. */
  publicUrls: readonly string[]
  /** Handles a JSON message. Returns false if it is not a known one. */
  onMessage(connection: LiveConnection, message: unknown): boolean
  /** The open ones of these sessions, in hex, with the role of their user. */
  findOpenSessions(ids: readonly Buffer[]): Promise<ReadonlyMap<string, Actor['role']>>
  /** Milliseconds between two checks of the sessions; shorter in tests. */
  pace?: number
}

/** The live channel: one socket for each page of a signed-in user. It is closed when the session ends. */
export async function serveLive(app: FastifyInstance, options: LiveOptions): Promise<Connections> {
  const connections = createConnections()
  const admitted = new WeakMap<FastifyRequest, Actor>()
  const warn = (error: Error) => app.log.warn({ reason: error.message }, 'live channel')
  await app.register(websocket, {
    options: { maxPayload: liveLimits.message, perMessageDeflate: false, clientTracking: false },
    // A broken frame or a message that is too long: the socket has already sent the error and is closing.
    errorHandler: (_error, socket) => void setTimeout(() => socket.terminate(), closeTimeoutMs).unref(),
    preClose: (done) => {
      for (const connection of connections.all) connection.close(liveCodes.goingAway, 'closing')
      done()
    },
  })
  // The plugin closes only what reached its own hook. An overload or a limit refuses earlier, and the socket would stay open
  // for good: a shop that stops waits for it.
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.headers.upgrade !== undefined) raw.socket.destroy()
  })
  // There are no sockets at other addresses: such handshakes are refused.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.ws || request.routeOptions.url === livePath) return undefined
    return sendRefusal(reply, refuse('not_found'), preferredLocale(request.headers['accept-language']))
  })
  app.get(
    livePath,
    {
      websocket: true,
      preValidation: async (request, reply) => {
        const actor = await admit(request, reply, { ...options, connections })
        if (actor !== null) admitted.set(request, actor)
      },
    },
    (socket, request) => {
      const actor = admitted.get(request)
      if (actor === undefined) return socket.terminate()
      open(socket, createConnection(socket, actor, networkOf(request.ip)), connections, options)
    },
  )
  const beats = setInterval(() => {
    for (const connection of connections.all) connection.ping()
  }, heartbeatMs)
  beats.unref()
  const looks = repeatEvery(options.pace ?? sessionCheckMs, () => closeEnded(connections, options), warn)
  app.addHook('onClose', async () => {
    clearInterval(beats)
    await looks.close()
  })
  return connections
}

type Admission = LiveOptions & { connections: Connections }

/** Admits signed-in users on pages of this shop. Sends the refusal itself. */
async function admit(request: FastifyRequest, reply: FastifyReply, options: Admission): Promise<Actor | null> {
  const visit = await readVisit(request, reply, options.visit, false)
  const refusal = () => {
    if (!request.ws) return refuse('not_found')
    if (!isOwnOrigin(request, options.publicUrls)) return refuse('forbidden')
    if (visit.actor === null) return refuse('not_signed_in')
    const hasPlace = options.connections.hasCapacity(visit.actor.userId, visit.network)
    return hasPlace ? null : refuse('too_many_requests', { seconds: 30 })
  }
  const refused = refusal()
  if (refused === null) return visit.actor
  await sendRefusal(reply, refused, visit.locale)
  return null
}

/** Checks the Origin header: scripts of other sites would send this shop's cookie too. */
function isOwnOrigin({ headers, protocol, host }: FastifyRequest, publicUrls: readonly string[]): boolean {
  const { origin } = headers
  if (origin === undefined) return false
  return origin === `${protocol}://${host}` || publicUrls.includes(origin)
}

function open(socket: WebSocket, connection: LiveConnection, connections: Connections, options: LiveOptions): void {
  // Other connections may have been opened since the first check.
  if (!connections.hasCapacity(connection.actor.userId, connection.network)) {
    return connection.close(liveCodes.tooBusy, 'too many connections')
  }
  connections.add(connection)
  socket.on('close', () => connections.remove(connection))
  socket.on('message', (data, isBinary) => {
    if (!connection.isOpen) return
    if (!connection.countMessage(performance.now())) return connection.close(liveCodes.notAllowed, 'too many messages')
    if (isBinary) return connection.close(liveCodes.notText, 'text only')
    const message = parse(data as Buffer)
    if (message === undefined) connection.close(liveCodes.notJson, 'not JSON')
    else if (!options.onMessage(connection, message)) connection.close(liveCodes.notAllowed, 'unknown message')
  })
}

function parse(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

/** Sessions end elsewhere: by sign-out, a new password, a disabled user or dealer, expiry, or a changed role. */
async function closeEnded({ all }: Connections, { findOpenSessions }: LiveOptions): Promise<void> {
  if (all.size === 0) return
  const looked = [...all]
  const sessions = new Map(looked.map(({ actor: { sessionId } }) => [sessionId.toString('hex'), sessionId]))
  const open = await findOpenSessions([...sessions.values()])
  for (const connection of looked) {
    const { sessionId, role } = connection.actor
    if (open.get(sessionId.toString('hex')) !== role) connection.close(liveCodes.signedOut, 'session ended')
  }
}
