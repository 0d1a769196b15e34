import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { runStep } from './run-step.ts'
import { shortenManifest } from '#cli/build/lean-manifest.ts'
import { buildStamp, builtFiles, builtServer } from '#cli/built.ts'
import { root } from '#cli/root.ts'

const sources = [
  'web',
  'contract',
  'domain',
  'locales',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
/** Of these only code is built in. */
const serverSources = ['server', 'cli', 'db', 'demo', 'bench']

const builtVariable = 'TOPTAN_TEST_BUILT'

/**
 * Builds the pages, and keeps this build for all processes that this one starts. A source that changes during a test
 * run would otherwise be built by the next server that starts, in the middle of a test and beside running servers.
 */
export async function buildOnce(): Promise<void> {
  await buildIfNeeded()
  process.env[builtVariable] = '1'
}

/** For a folder that the shop itself may not write. */
export async function run(): Promise<number> {
  await buildIfNeeded()
  console.log('The shop is built.')
  return 0
}

/** Builds the pages unless the existing build has the same sources. */
export async function buildIfNeeded(): Promise<void> {
  if (process.env[builtVariable] !== undefined) return
  const stamp = await sourceStamp()
  const known = existsSync(builtServer) ? await readFile(buildStamp, 'utf8').catch(() => '') : ''
  if (known === stamp) return
  // With another NODE_ENV the build would contain the development files of the libraries.
  await runStep('Building the shop', ['react-router', 'build'], { NODE_ENV: 'production' })
  await shortenManifest(join(builtFiles, 'assets'))
  await packFiles(join(builtFiles, 'assets'))
  await writeFile(buildStamp, stamp)
}

/** Compresses scripts and styles once with the strongest Brotli level, which is too slow to use per response. */
async function packFiles(folder: string): Promise<void> {
  const files = (await filesOf(folder)).filter((file) => /\.(js|css|svg)$/.test(file))
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const pack = promisify(brotliCompress)
  await Promise.all(files.map(async (file) => writeFile(`${file}.br`, await pack(await readFile(file), { params }))))
}

async function sourceStamp(): Promise<string> {
  const hash = createHash('sha256')
  const files = [
    ...(await allFilesOf(sources)),
    ...(await allFilesOf(serverSources)).filter((file) => /\.(tsx?|json)$/.test(file)),
  ]
  // Every start reads thousands of small files: synchronously in 75 ms instead of 740.
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

const allFilesOf = async (places: readonly string[]): Promise<string[]> =>
  (await Promise.all(places.map((place) => filesOf(join(root, place))))).flat()

async function filesOf(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
