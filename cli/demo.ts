import { parseArgs } from 'node:util'
import { writeAssets } from '#demo/images/write-assets.ts'
import { type DemoResult, type DemoSize, demoSizes, loadDemo } from '#demo/load-demo.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { withDatabase } from './database.ts'

const sizes = Object.values(demoSizes)
  .map((count) => count.toLocaleString('en'))
  .join(', ')

export const usage = `toptan demo --size small|medium|large|huge [--seed <number>] [--replace] [--pause-erp]

Fills an empty store with ${sizes} products, and with dealers and past orders.
The same seed gives the same store. --replace deletes existing products, dealers, carts and orders first.
The store is connected to the sandbox ERP. --pause-erp leaves the connection paused.

toptan demo --assets <folder>   draws the pictures that ship with the program`

const refusals = {
  in_production: 'The demo store cannot be loaded in production, because its accounts have a public password.',
  not_empty:
    'This store has data. --replace deletes all of its products, dealers, carts and orders first; ' +
    'administrators are kept.',
} as const

/** `toptan demo`: fills the store with generated products. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      size: { type: 'string', default: 'medium' },
      seed: { type: 'string' },
      replace: { type: 'boolean', default: false },
      'pause-erp': { type: 'boolean', default: false },
      assets: { type: 'string' },
    },
  })
  if (values.assets !== undefined) {
    await writeAssets(values.assets)
    return 0
  }
  const seed = values.seed === undefined ? undefined : Number(values.seed)
  if (!isSize(values.size) || (seed !== undefined && !Number.isSafeInteger(seed))) {
    console.error(usage)
    return 2
  }
  const { size, replace } = values
  const started = performance.now()
  const result = await withDatabase(
    ({ pool }, config) =>
      loadDemo(pool, {
        size,
        files: openFileStore(config),
        production: config.production,
        secret: config.sessionSecret,
        replace,
        onProgress: showProgress,
        ...(seed !== undefined && { seed }),
        ...(values['pause-erp'] && { runsErp: false }),
      }),
    { mayBeNew: true },
  )
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  return report(result, (performance.now() - started) / 1000)
}

function isSize(text: string): text is DemoSize {
  return Object.hasOwn(demoSizes, text)
}

function report(result: DemoResult, seconds: number): number {
  if (!result.ok) {
    console.error(refusals[result.code])
    return 1
  }
  const { products, variants, dealers, orders, images } = result
  console.log(
    `Loaded ${products} products with ${variants} variants, ${dealers} dealers, ${orders} orders and ${images} pictures ` +
      `in ${seconds.toFixed(1)} s.`,
  )
  console.log('Accounts: yonetici@example.com, bayi@example.com, bayi2@example.com. The password of each is demo1234.')
  return 0
}

const barWidth = 30

function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return
  const filled = Math.round((Math.min(done, total) / total) * barWidth)
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
  process.stderr.write(`\r${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')} products`)
}
