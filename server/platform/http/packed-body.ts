import { Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'

/** Bytes of a program's request, as sent and unpacked. */
export const serviceBodyLimit = 16 * 1024 * 1024

/** Unpacks a gzip body up to the limit of its route; refuses other encodings. A hook of `preParsing`. */
export async function unpackBody(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: RequestPayload,
): Promise<RequestPayload> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity') return payload
  if (encoding !== 'gzip') throw failed(415, 'Unknown content encoding.')
  return unpack(payload, request.routeOptions.bodyLimit ?? serviceBodyLimit)
}

function unpack(payload: RequestPayload, limit: number): RequestPayload {
  const gunzip = createGunzip()
  let packed = 0
  let unpacked = 0
  const counted: Transform & RequestPayload = new Transform({
    transform(piece: Buffer, _, done) {
      unpacked += piece.length
      if (unpacked > limit) done(failed(413, 'The unpacked body is too large.'))
      else done(null, piece)
    },
  })
  payload.on('data', (piece: Buffer) => {
    packed += piece.length
    // Fastify compares it with Content-Length.
    counted.receivedEncodedLength = packed
  })
  gunzip.on('error', () => counted.destroy(failed(400, 'The body is no gzip.')))
  counted.on('error', () => {
    payload.unpipe(gunzip)
    gunzip.destroy()
  })
  payload.pipe(gunzip).pipe(counted)
  return counted
}

const failed = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode })
