import { parseArgs } from 'node:util'
import { checkImages, type ImageCheck, imageFolders, loadUsedImages, warmImages } from '#server/images/images.ts'
import { builtFiles } from '#cli/tools/build.ts'
import { withDatabase } from './open.ts'

export const usage = `toptan images check [--all]    which pictures are missing, broken or too large, and which files nothing names
toptan images warm             makes the sizes of lists and product pages beforehand; without it each is made when first asked for

Pictures lie in the folder images of the data folder; products name them by their import. --all names every one, not twenty
of each kind. The exit code is 1 where a picture that is named cannot be shown.`

const namedAtMost = 20

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

async function check(isWhole: boolean): Promise<number> {
  const found = await withDatabase(async ({ pool }, { dataDir }) =>
    checkImages(imageFolders(dataDir, builtFiles).folders, await loadUsedImages(pool)),
  )
  console.log(describeCheck(found, isWhole ? Number.POSITIVE_INFINITY : namedAtMost))
  return found.missing.length + found.broken.length + found.tooLarge.length === 0 ? 0 : 1
}

/** Describes the result, with up to `atMost` names of each kind. */
export function describeCheck(found: ImageCheck, atMost: number): string {
  const missing = found.missing.map(({ name, products }) => `${name} (${products} ${plural(products, 'product')})`)
  const kinds: [string, readonly string[]][] = [
    ['missing', missing],
    ['broken', found.broken],
    ['too large (over 50 million pixels or 40 MB)', found.tooLarge],
    ['not named by any product', found.unused],
  ]
  const lines = kinds.flatMap(([kind, names]) => {
    const rest = names.length > atMost ? [`  and ${names.length - atMost} more`] : []
    return names.length === 0
      ? []
      : [`${names.length} ${kind}:`, ...names.slice(0, atMost).map((name) => `  ${name}`), ...rest]
  })
  return [`${found.good} ${plural(found.good, 'picture')} in order.`, ...lines].join('\n')
}

const plural = (count: number, noun: string) => (count === 1 ? noun : `${noun}s`)

async function warm(): Promise<number> {
  const startedAt = performance.now()
  const { pictures, failed } = await withDatabase(async ({ pool }, { dataDir }) => {
    const used = await loadUsedImages(pool)
    const names = used.filter(({ products }) => products > 0).map(({ name }) => name)
    return warmImages(imageFolders(dataDir, builtFiles), names, (done) => showProgress(done, names.length))
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${pictures} ${plural(pictures, 'picture')} ready in ${seconds} s.`)
  if (failed > 0) console.log(`${failed} cannot be shown: "toptan images check" tells which.`)
  return 0
}

function showProgress(done: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(done === total ? '\r\x1b[K' : `\r${done} of ${total}`)
}
