import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { statusOf } from '#contract/errors/errors.ts'
import { refuseOverload } from './overload.ts'
import { answerFailures } from './wire.ts'

test('an overloaded process refuses pages and calls, and sends files', async () => {
  const app = Fastify()
  answerFailures(app, { isUnavailable: () => false, statusOf })
  app.addHook('onRequest', refuseOverload)
  for (const url of ['/assets/root.css', '/images/:file', '/api/visitor', '/*']) app.get(url, () => 'sent')
  const answerOf = async (url: string) => {
    const { statusCode, headers } = await app.inject(url)
    return [statusCode, headers['retry-after']]
  }
  for (const url of ['/assets/root.css', '/images/a.webp?fit=80x80']) {
    expect(await answerOf(url)).toEqual([200, undefined])
  }
  for (const url of ['/', '/api/visitor', '/assets/missing.css', '/?x=/assets/root.css']) {
    expect(await answerOf(url)).toEqual([503, '2'])
  }
  await app.close()
})
