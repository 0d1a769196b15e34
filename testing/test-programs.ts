import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build, type Rolldown } from 'vite'
import { byPlace, keepPlaces } from '#cli/build/keep-places.ts'
import { root } from '#cli/root.ts'
import { bundledName, type Program, programsVariable } from './program.ts'

const programs: readonly Program[] = [
  'cli/toptan.ts',
  'testing/crashing-shop.ts',
  'testing/email-process.ts',
  'testing/picture-process.ts',
  'testing/second-process-caller.ts',
]
/** Loaded once, so that its compiled form is cached. */
const warmed = 'server/app.ts'
/** A module is imported for what it exports: a command loads only what it uses, which is a quarter of what it names. */
const treeshake = {
  moduleSideEffects: [{ test: /\/(contract|db|demo|domain|locales|server)\/[^?]*\.ts$/, sideEffects: false }],
}
const dayMs = 86_400_000

/**
 * Bundles the programs that tests start as processes of their own. Such a process loads in half the time that it takes
 * from a thousand source files. The same sources give the same folder, so that the compiled form of its files is
 * cached across runs: a process that is killed writes no cache.
 */
export default async function bundlePrograms(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compile')
  const files = await bundle()
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)
  const folder = join(root, 'node_modules/.cache/test-programs', hash)
  if (!(await touch(folder))) {
    await removeOld(dirname(folder))
    await write(folder, files)
    await promisify(execFile)(process.execPath, [join(folder, bundledName(warmed))])
  }
  process.env[programsVariable] = folder
}

type Files = Record<string, string>

/** The bundled files by their path in the folder. Packages are loaded from node_modules as usual. */
async function bundle(): Promise<Files> {
  const input = Object.fromEntries(
    [...programs, warmed].map((path) => [bundledName(path).replace(/\.js$/, ''), join(root, path)]),
  )
  const result = await build({
    root,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    plugins: [keepPlaces(byPlace)],
    // Packages of many files: in the bundle they load in less than half the time.
    ssr: { noExternal: ['zod', '@opentelemetry/api', 'prom-client', 'sanitize-html', 'openid-client'] },
    build: { ssr: true, write: false, minify: false, target: 'node20', rolldownOptions: { input, treeshake } },
  })
  const { output } = result as Rolldown.RolldownOutput
  return {
    ...Object.fromEntries(
      output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]),
    ),
    // Without it Node reads each file twice to find out what kind of module it is.
    'package.json': '{"type":"module"}',
  }
}

/** Marks a folder as used. False if it does not exist. */
async function touch(folder: string): Promise<boolean> {
  const now = new Date()
  return utimes(folder, now, now).then(
    () => true,
    () => false,
  )
}

/** Removes the bundles of earlier sources, but not those that another run may be using. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < Date.now() - dayMs) await rm(join(folder, name), { recursive: true })
  }
}

/** The folder appears at once, with all its files: another run may be waiting for it. */
async function write(folder: string, files: Files): Promise<void> {
  const draft = `${folder}.${process.pid}`
  for (const [name, code] of Object.entries(files)) {
    await mkdir(dirname(join(draft, name)), { recursive: true })
    await writeFile(join(draft, name), code)
  }
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
}
