import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openShop } from '#e2e/support/shop.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { endAbandoned } from '#server/platform/db/embedded/embedded.ts'
import { signInBuyer } from './buyer.ts'
import { LeftOutError, type Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { timeOf } from './order-crash.ts'
import { expectKept, plentifulGoods, streamOrders } from './order-stream.ts'

const diskSize = '500m'
/** For which the disk stays full. */
const [minSeconds, maxSeconds] = [10, 30]
/** Milliseconds between reads: slower than the limit on rendered pages, which is not what this run is about. */
const readPause = 250

/**
 * Orders run while the disk of the data folder, or of the write-ahead log alone, fills up to the last byte: pages and
 * lists are answered all the time, orders answer 503 or are stored, and go on when there is space again. Needs root, to
 * mount a small disk.
 */
export async function fillDisk(disk: 'data' | 'log', { budget, log }: Run): Promise<Figures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toptan-full-'))
  await chmod(dataDir, 0o711)
  const mounted: string[] = []
  const mountAt = (folder: string) => {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=711`, 'tmpfs', folder]).status !== 0)
      return false
    mounted.push(folder)
    return true
  }
  if (!mountAt(dataDir)) {
    await rm(dataDir, { recursive: true })
    throw new LeftOutError('needs root, to mount a small disk')
  }
  if (disk === 'log') spawnSync('umount', [mounted.pop() ?? ''])
  const shop = await openShop({ env: { DATA_DIR: dataDir }, demo: 'small' })
  try {
    const logFolder = join(dataDir, 'postgres/cluster/pg_wal')
    if (disk === 'log') moveToDisk(logFolder, mountAt)
    const filler = join(disk === 'log' ? logFolder : dataDir, 'filler')
    await shop.start()
    const database = await openDatabase({ dataDir }, { role: 'command' })
    const goods = await plentifulGoods(database)
    await database.pool.execute(
      "CREATE TABLE growth WITH (fillfactor = 30) AS SELECT n, repeat('x', 100) AS text FROM generate_series(1, 10000) n",
    )
    await database.close()
    const buyer = await signInBuyer(shop.url, 'bayi@example.com', 'demo1234')
    const orders = await streamOrders(shop.url, goods)
    await orders.more(10)
    const path = `/api/catalog/product/${goods[0]?.productId}`
    const readPaths = ['/', '/api/catalog/products?q=matkap', path, '/api/catalog/cart', '/api/catalog/orders']

    const counts: Record<string, Record<string, number>> = {}
    const read = async () => {
      for (const each of readPaths) {
        const answers = (counts[each] ??= {})
        const status = await buyer.get(each).catch((error: Error) => error.name)
        answers[status] = (answers[status] ?? 0) + 1
      }
      await sleep(readPause)
    }
    await fill(filler)
    const before = orders.acknowledged.size
    const seconds = Math.min(Math.max(budget / 2000, minSeconds), maxSeconds)
    const end = performance.now() + seconds * 1000
    const readAll = async () => {
      while (performance.now() < end) await read()
    }
    const [growth] = await Promise.all([growLog(dataDir, end), readAll()])
    log(`The log grew by ${growth} MB, and ${orders.acknowledged.size - before} orders were stored.`)
    const reads = Object.values(counts).reduce((sum, answers) => sum + (answers['200'] ?? 0), 0)
    for (const [each, answers] of Object.entries(counts)) log(`${each}: ${JSON.stringify(answers)}`)

    await rm(filler)
    const healed = await timeOf(() => orders.more(10))
    await orders.end()
    const checked = await openDatabase({ dataDir }, { role: 'command' })
    await expectKept(checked, orders.acknowledged).finally(() => checked.close())
    const failed = Object.entries(counts).filter(([, answers]) =>
      Object.keys(answers).some((status) => status !== '200'),
    )
    if (failed.length > 0) throw new Error(`Reads failed while the disk was full: ${JSON.stringify(failed)}`)
    return {
      counts: { [`reads while the disk of the ${disk} was full`]: reads, orders: orders.acknowledged.size },
      longest: { [`ten orders after the disk of the ${disk} had space`]: healed },
    }
  } finally {
    await shop.end()
    await endAbandoned(dataDir)
    await shop.remove()
    for (const folder of mounted) spawnSync('umount', ['-l', folder])
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Moves the content of a folder to a small disk that is mounted there. */
function moveToDisk(folder: string, mountAt: (folder: string) => boolean): void {
  const aside = `${folder}-aside`
  spawnSync('cp', ['-a', folder, aside])
  mountAt(folder)
  spawnSync('cp', ['-a', `${aside}/.`, folder])
  spawnSync('rm', ['-r', aside])
}

/** Writes until there is no space. */
async function fill(path: string): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024)
  await using file = await open(path, 'w')
  try {
    for (;;) await file.writeFile(chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Another program changes rows in place, which needs space only for the log, as fast as it can. Returns megabytes. */
async function growLog(dataDir: string, end: number): Promise<number> {
  const database = await openDatabase({ dataDir }, { role: 'command' })
  let changes = 0
  while (performance.now() < end) {
    const change = database.pool.execute('UPDATE growth SET n = n + 1')
    const isChanged = await change.then(
      () => true,
      () => sleep(100, false),
    )
    if (isChanged) changes += 1
  }
  await database.close()
  // Measured: each change of the ten thousand rows is about a megabyte of log.
  return changes
}
