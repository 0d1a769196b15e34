import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { readFromReplica } from './replica-reads.ts'

async function openApp(isSecure: boolean) {
  const app = Fastify()
  const registry = new Registry()
  await app.register(cookie)
  let reads = 0
  const replica = {
    read: <Value>(work: () => Value) => {
      reads += 1
      return work()
    },
    lag: () => null,
    isUsed: () => false,
  }
  readFromReplica(app, { replica, paths: /^\/yonetim/, isSecure, registry })
  app.get('/yonetim/orders', async () => ({}))
  app.get('/orders', async () => ({}))
  app.post('/orders', async (_request, reply) => reply.code(200).send({}))
  app.post('/refused', async (_request, reply) => reply.code(422).send({}))
  const usesReplica = async (url: string, cookies: Record<string, string> = {}) => {
    reads = 0
    await app.inject({ url, cookies })
    return reads === 1
  }
  return { app, registry, usesReplica }
}

test('only reads of administrators use the replica, and not after a change in the same browser', async () => {
  const { app, usesReplica } = await openApp(false)
  expect(await usesReplica('/yonetim/orders')).toBe(true)
  expect(await usesReplica('/orders')).toBe(false)
  const changed = await app.inject({ method: 'POST', url: '/orders' })
  expect(changed.cookies).toMatchObject([{ name: 'toptan_changed', maxAge: 10, path: '/', httpOnly: true }])
  expect(await usesReplica('/yonetim/orders', { toptan_changed: '1' })).toBe(false)
})

test('a refused change sets no cookie; over https the cookie has its prefix', async () => {
  const { app, usesReplica } = await openApp(true)
  expect((await app.inject({ method: 'POST', url: '/refused' })).cookies).toEqual([])
  const changed = await app.inject({ method: 'POST', url: '/orders' })
  expect(changed.cookies).toMatchObject([{ name: '__Host-toptan_changed', secure: true }])
  expect(await usesReplica('/yonetim/orders', { '__Host-toptan_changed': '1' })).toBe(false)
})

test('metrics say whether the replica is used and how late it is', async () => {
  const { registry } = await openApp(false)
  const metrics = await registry.metrics()
  expect(metrics).toMatch(/^database_replica_used 0$/m)
  expect(metrics).toMatch(/^database_replica_lag_seconds -1$/m)
})
