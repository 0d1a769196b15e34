import { spawn } from 'node:child_process'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { withScratchDatabase } from '#server/platform/db/other-database.ts'
import { type Connection, createPool, type Pool } from '#server/platform/db/pool.ts'
import { urlOf } from '#server/platform/db/test-database.ts'
import { type Checkout, checkOut } from '#testing/earlier-versions/checkout.ts'
import { signInBuyer } from './buyer.ts'
import { payIntoAccount } from './card-payment.ts'
import type { Outcome } from './cluster/step.ts'
import { startLoad, type Tally } from './cluster/load.ts'
import { expectKept, plentifulGoods } from './order-stream.ts'

type Options = { ref: string; journeys: readonly string[]; log: (line: string) => void }

/**
 * Upgrades the database of an earlier version while that version serves, then starts this version beside it. Dealers order and
 * read all the time; in the end the earlier version's own journeys run against it, on the new schema.
 */
export async function checkUpgrade({ ref, journeys, log }: Options): Promise<Outcome[]> {
  const folder = await temporaryFolder()
  const embedded = await startEmbedded({ dataDir: folder.path, fast: true })
  const checkout = await checkOut(ref)
  try {
    return await withScratchDatabase(embedded.connection, 'toptan_upgrade', async (database) => {
      const dataDir = join(folder.path, 'files')
      await mkdir(dataDir)
      await chmod(dataDir, 0o711)
      const secret = 'a secret of the upgrade check that lives for one run only'
      const env = { DATABASE_URL: urlOf(database), DATA_DIR: dataDir, SESSION_SECRET: secret, DRAIN_SECONDS: '0' }
      const earlier = await openShop({ demo: 'none', env, program: checkout.folder })
      const current = await openShop({ demo: 'none', env })
      try {
        log(`building and starting ${ref}`)
        await earlier.toptan('demo', '--size', 'small')
        await earlier.start()
        return await upgrade({ earlier, current, checkout, database, dataDir }, { ref, journeys, log })
      } finally {
        await current.remove()
        await earlier.remove()
      }
    })
  } finally {
    await checkout.remove()
    await embedded.stop()
    await folder.remove()
  }
}

type Shops = { earlier: Shop; current: Shop; checkout: Checkout; database: Connection; dataDir: string }

async function upgrade(
  { earlier, current, checkout, database, dataDir }: Shops,
  { journeys, log }: Options,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const add = (step: string, measured: string, isGood: boolean) => {
    outcomes.push({ step, measured, isGood })
    log(`${step}: ${measured}`)
  }
  const pool = createPool(database, { role: 'command', max: 2 })
  const goods = await plentifulGoods({ pool })
  const before = await startLoad(earlier.url, goods)
  try {
    await before.more(3)
    const migrating = before.count()
    const plan = await current.toptan('migrate')
    await before.more(3)
    add(
      `migrations while the earlier version serves (${plan.trim().slice(0, 200)})`,
      failures(migrating),
      migrating.failed === 0,
    )
    const { status } = await fetch(`${earlier.url}/readyz`)
    add('the earlier version is ready on the new schema', `status ${status}`, status === 200)
    const beside = before.count()
    await current.start()
    const after = await startLoad(current.url, goods)
    await after.more(3)
    await before.more(3)
    await after.stop()
    await before.stop()
    add('both versions take orders', failures(beside), beside.failed === 0)
    // One after the other: a user has one payment under way.
    const paid = [await payAt(earlier.url, pool), await payAt(current.url, pool)]
    add(
      'both versions take a card payment',
      paid.join(', '),
      paid.every((state) => state === 'captured'),
    )
    const kept = await expectKept({ pool }, new Map([...before.acknowledged, ...after.acknowledged])).catch(String)
    add('every acknowledged order is there, and no rule is broken', kept ?? 'yes', kept === undefined)
  } finally {
    await before.stop().catch(() => {})
    await pool.close()
  }
  if (journeys.length > 0) {
    const { code, output } = await runJourneys(checkout, journeys, { url: earlier.url, dataDir })
    add('journeys of the earlier version', code === 0 ? journeys.join(', ') : output, code === 0)
  }
  return outcomes
}

/** The state of a new payment. */
async function payAt(url: string, pool: Pool): Promise<string> {
  const reference = await payIntoAccount(url, await signInBuyer(url, 'bayi@example.com', 'demo1234'))
  const row = await pool.one<{ state: string }>('SELECT state FROM payments WHERE reference = $1', [reference])
  return row?.state ?? 'missing'
}

const failures = ({ sent, failed, examples }: Tally) => `${failed} of ${sent} requests failed ${examples.join(', ')}`

function runJourneys(
  { folder }: Checkout,
  files: readonly string[],
  { url, dataDir }: { url: string; dataDir: string },
) {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'e2e/vitest.config.ts', ...files], {
    cwd: folder,
    env: { ...process.env, TOPTAN_E2E_URL: url, TOPTAN_E2E_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({
        code: code ?? 1,
        output: output
          .split('\n')
          .filter((line) => /FAIL|Error/.test(line))
          .join('; '),
      }),
    )
  })
}
