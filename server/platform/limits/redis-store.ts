import type { CountStore } from './counts.ts'

const prefix = 'toptan:limit:'

/** Adds counts up in Redis or Valkey (7 or newer). The client is loaded here, so that shops without it do not. */
export async function redisStore(url: string, warn: (error: Error) => void): Promise<CountStore> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    protocol: 2,
    connectTimeout: 1_500,
    commandTimeout: 1_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(times * 200, 2_000),
  })
  // Each failed connection emits an error; without a listener it would end the process.
  redis.on('error', warn)
  return {
    async add(added) {
      const commands = redis.pipeline()
      for (const { key, count, millisecondsLeft } of added) {
        commands.incrby(prefix + key, count)
        commands.pexpire(prefix + key, Math.max(1, Math.ceil(millisecondsLeft)), 'NX')
        commands.pttl(prefix + key)
      }
      const replies = (await commands.exec()) ?? []
      const failure = replies.find(([error]) => error !== null)?.[0]
      if (failure != null) throw failure
      return new Map(
        added.map(({ key }, index) => {
          const [count, left] = [Number(replies[index * 3]?.[1]), Number(replies[index * 3 + 2]?.[1])]
          return [key, { count, millisecondsLeft: Math.max(1, left) }]
        }),
      )
    },
    async probe() {
      await redis.ping()
    },
    async close() {
      redis.disconnect()
    },
  }
}
