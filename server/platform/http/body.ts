import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'

const bodyLimit = 1024 * 1024

/** Bodies of calls: JSON, and forms of both kinds as plain text fields. Anything else is 415. */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser('text/plain')
  await app.register(formbody, { bodyLimit })
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { fieldSize: 100_000, fields: 50, files: 0, fileSize: 1, parts: 50 },
  })
}

export { bodyLimit }
