import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const bodyLimit = 1024 * 1024

/**
 * Bodies of calls: JSON, and forms of both kinds as plain text fields. A file goes unread to the calls that take one, which
 * look at who sends it first. Anything else is 415.
 */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser('text/plain')
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

function takesFile(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { takesFile?: boolean }).takesFile === true
}

export { bodyLimit }
