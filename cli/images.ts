import { parseArgs } from 'node:util'
import { checkImages, type ImageCheck, imageFolders, loadUsedImages, warmImages } from '#server/images/images.ts'
import type { Config } from '#server/config.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { builtFiles } from '#cli/built.ts'
import { withDatabase } from './database.ts'

export const usage = `toptan images check [--all]    lists missing, broken, oversized and unused pictures
toptan images warm             generates the sizes of lists and product pages now instead of on first request

Pictures are stored in the "images" folder of the data folder; the product import refers to them by name.
--all lists every picture instead of twenty of each kind. The exit code is 1 if a product's picture cannot be shown.`

const maxListed = 20

const foldersOf = (config: Config) => imageFolders(openFileStore(config), { dataDir: config.dataDir, builtFiles })

export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  })
  const [action] = positionals
  if (values.help || positionals.length !== 1 || (action !== 'check' && action !== 'warm')) {
    console[values.help ? 'log' : 'error'](usage)
    return values.help ? 0 : 2
  }
  return action === 'check' ? check(values.all) : warm()
}

async function check(listsAll: boolean): Promise<number> {
  const found = await withDatabase(async ({ pool }, config) =>
    checkImages(foldersOf(config).folders, await loadUsedImages(pool)),
  )
  console.log(describeCheck(found, listsAll ? Number.POSITIVE_INFINITY : maxListed))
  return found.missing.length + found.broken.length + found.tooLarge.length === 0 ? 0 : 1
}

/** Describes the result, with up to `maxNames` names of each kind. */
export function describeCheck(found: ImageCheck, maxNames: number): string {
  const missing = found.missing.map(({ name, products }) => `${name} (${products} ${plural(products, 'product')})`)
  const kinds: [string, readonly string[]][] = [
    ['missing', missing],
    ['broken', found.broken],
    ['too large (over 50 million pixels or 40 MB)', found.tooLarge],
    ['not used by any product', found.unused],
  ]
  const lines = kinds.flatMap(([kind, names]) => {
    const rest = names.length > maxNames ? [`  and ${names.length - maxNames} more`] : []
    return names.length === 0
      ? []
      : [`${names.length} ${kind}:`, ...names.slice(0, maxNames).map((name) => `  ${name}`), ...rest]
  })
  return [`${found.good} ${plural(found.good, 'picture')} OK.`, ...lines].join('\n')
}

const plural = (count: number, noun: string) => (count === 1 ? noun : `${noun}s`)

async function warm(): Promise<number> {
  const startedAt = performance.now()
  const { pictures, failed } = await withDatabase(async ({ pool }, config) => {
    const used = await loadUsedImages(pool)
    const names = used.filter(({ products }) => products > 0).map(({ name }) => name)
    return warmImages(foldersOf(config), names, (done) => showProgress(done, names.length))
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${pictures} ${plural(pictures, 'picture')} ready in ${seconds} s.`)
  if (failed > 0) console.log(`${failed} cannot be shown; "toptan images check" lists them.`)
  return 0
}

function showProgress(done: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(done === total ? '\r\x1b[K' : `\r${done} of ${total}`)
}
