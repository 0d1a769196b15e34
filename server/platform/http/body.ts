import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const bodyLimit = 1024 * 1024

/**
 * Bodies of calls: JSON, and forms of both kinds as plain text fields. A file goes unread to the calls that take one, which
 * look at who sends it first. Anything else is 415.
 */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    void parse(request, text, (error, body) => {
      const read = error === null && halfLetter.test(text) ? readWellFormed(body) : { error, body }
      done(read.error, read.body)
    })
  })
  app.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (takesFile(request)) done(null, payload)
    else done(Object.assign(new Error('This call takes no file.'), { statusCode: 415 }), undefined)
  })
  await app.register(formbody, { bodyLimit })
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { fieldSize: 100_000, fields: 50, files: 0, fileSize: 1, parts: 50 },
  })
}

/** Half of a letter that is written in two, such as \ud800: no text, and nothing that the database stores. */
const halfLetter = /\\u[dD][89a-fA-F]/

function readWellFormed(body: unknown): { error: Error | null; body?: unknown } {
  try {
    return { error: null, body: wellFormed(body) }
  } catch {
    // Nested more deeply than anything that is meant.
    return { error: Object.assign(new Error('Nested too deeply.'), { statusCode: 400 }) }
  }
}

/** Halves of letters become the replacement character. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key.toWellFormed(), wellFormed(part)]))
}

function takesFile(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { takesFile?: boolean }).takesFile === true
}

export { bodyLimit }
