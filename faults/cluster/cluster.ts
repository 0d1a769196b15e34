import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, openShop, type Shop } from '#e2e/support/shop.ts'
import { startTestS3 } from '#server/platform/files/test-s3.ts'
import { openTestRedis } from '#server/platform/limits/test-redis.ts'
import { addressOf, type DatabasePair, startDatabases } from './database-pair.ts'
import { requirePrograms } from './program.ts'
import { startPooler, startProxy } from './proxy.ts'

/**
 * Two shop processes behind a proxy, with two database servers behind two poolers, object storage and shared limits, on
 * this machine.
 */
export type Cluster = {
  /** The address of the proxy. */
  url: string
  dataDir: string
  databases: DatabasePair
  shops: readonly [Shop, Shop]
  stop(): Promise<void>
}

/** Seconds for which a process answers after SIGTERM; the proxy asks twice a second. */
const drainSeconds = 4

export async function startCluster(log: (line: string) => void): Promise<Cluster> {
  requirePrograms()
  const folder = await mkdtemp(join(tmpdir(), `toptan-cluster-${process.pid}-`))
  await chmod(folder, 0o711)
  // What was started last is stopped first.
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const databases = await startDatabases(folder)
    ends.push(databases.stop)
    const { primary, standby } = databases
    log(`primary at ${primary.port}, standby at ${standby.port}`)
    // Stand-ins for the services in which processes share files and limits.
    const storage = await startTestS3()
    ends.push(storage.close)
    const limits = await openTestRedis()
    ends.push(limits.stop)
    const poolers = [await freePort(), await freePort()]
    for (const [i, { port: target, place }] of [primary, standby].entries()) {
      const pooler = await startPooler(folder, { name: `pooler${i}`, port: poolers[i] ?? 0, target, user: place.user })
      ends.push(pooler.stop)
    }
    const port = await freePort()
    const url = `https://localhost:${port}`
    const hosts = (ports: readonly number[]) => ports.map((each) => `127.0.0.1:${each}`).join(',')
    const env = {
      DATABASE_URL: `postgres://toptan@${hosts(poolers)}/toptan`,
      DATABASE_DIRECT_URL: `postgres://toptan@${hosts([primary.port, standby.port])}/toptan`,
      DATABASE_REPLICA_URL: addressOf(standby.port),
      STORAGE_URL: storage.url,
      REDIS_URL: limits.url,
      DATA_DIR: join(folder, 'data'),
      SESSION_SECRET: 'a secret of the cluster that lives for one run only',
      PUBLIC_URL: url,
      DRAIN_SECONDS: String(drainSeconds),
    }
    const first = await openShop({ demo: 'small', env })
    ends.push(first.remove)
    const second = await openShop({ demo: 'none', env })
    ends.push(second.remove)
    await first.start()
    await second.start()
    const proxy = await startProxy(folder, port, [first, second].map(portOf))
    ends.push(proxy.stop)
    await answersAt(`${url}/readyz`)
    log(`two processes behind ${url}`)
    return { url, dataDir: env.DATA_DIR, databases, shops: [first, second], stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits until a health check succeeds. */
export async function answersAt(address: string): Promise<void> {
  const isReady = () =>
    fetch(address).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isReady())) await sleep(100)
}

const portOf = ({ url }: Shop) => Number(new URL(url).port)
