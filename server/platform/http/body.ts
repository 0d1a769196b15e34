import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const bodyLimit = 1024 * 1024

/**
 * Accepts bodies of calls: JSON, and both kinds of forms as plain text fields. Calls that take a file receive the
 * unread stream, so that they can check the caller first. Any other content type is answered with 415.
 */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    void parse(request, text, (error, body) => {
      const read = error === null && surrogateEscape.test(text) ? toWellFormedBody(body) : { error, body }
      done(read.error, read.body)
    })
  })
  app.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (takesFile(request)) done(null, payload)
    else done(Object.assign(new Error('This call does not accept a file.'), { statusCode: 415 }), undefined)
  })
  await app.register(formbody, { bodyLimit })
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { fieldSize: 100_000, fields: 50, files: 0, fileSize: 1, parts: 50 },
  })
}

/** Half of a surrogate pair, such as \ud800, which PostgreSQL cannot store. */
const surrogateEscape = /\\u[dD][89a-fA-F]/

function toWellFormedBody(body: unknown): { error: Error | null; body?: unknown } {
  try {
    return { error: null, body: wellFormed(body) }
  } catch {
    // Too deeply nested for the call stack.
    return { error: Object.assign(new Error('Nested too deeply.'), { statusCode: 400 }) }
  }
}

/** Replaces unpaired surrogates with the replacement character. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key.toWellFormed(), wellFormed(part)]))
}

function takesFile(request: FastifyRequest): boolean {
  return request.routeOptions.config.takesFile === true
}

export { bodyLimit }
