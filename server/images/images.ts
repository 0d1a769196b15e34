import { mkdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const dayInSeconds = 24 * 3600

/** Product images under /images/: the first folder that has the file gives it (the shop's own, then the program's). */
export async function serveImages(app: FastifyInstance, folders: string[]): Promise<void> {
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  await app.register(fastifyStatic, {
    root: folders,
    prefix: '/images/',
    decorateReply: false,
    dotfiles: 'ignore',
    index: false,
    maxAge: dayInSeconds * 1000,
    setHeaders: (reply) =>
      void reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'"),
  })
}
