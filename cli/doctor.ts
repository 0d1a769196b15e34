import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { type Config, parseConfig } from '#server/config.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { findBrowser } from '#cli/tools/browser.ts'
import { builtPages } from '#cli/tools/build.ts'
import { readFolderIds, wrongFolder } from '#server/platform/data-folder.ts'
import { withDatabase } from './database.ts'

type Finding = { level: 'ok' | 'note' | 'problem'; text: string }

/**
 * Checks the requirements of the shop and prints what is missing and how to fix it. Returns 1 if the shop cannot run.
 */
export async function run(): Promise<number> {
  const config = parseConfig()
  const findings = [
    node(),
    await disk(config),
    await port(config),
    built(),
    ...(await databaseState()),
    ...production(config),
    browser(),
  ]
  const labels = { ok: 'ok     ', note: 'note   ', problem: 'PROBLEM' }
  for (const { level, text } of findings) console.log(`${labels[level]}  ${text}`)
  return findings.some(({ level }) => level === 'problem') ? 1 : 0
}

function node(): Finding {
  const major = Number(process.versions.node.split('.')[0])
  return major >= 24
    ? { level: 'ok', text: `Node ${process.versions.node}` }
    : { level: 'problem', text: `Node ${process.versions.node} is too old. Run "npm ci", which installs Node 24.` }
}

async function disk(config: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(existsSync(config.dataDir) ? config.dataDir : '.')
  const free = Math.round((bavail * bsize) / 1e9)
  const text = `${free} GB free in the data folder ${config.dataDir}`
  return { level: free >= 2 ? 'ok' : 'problem', text: free >= 2 ? text : `${text}. At least 2 GB are needed.` }
}

function port(config: Config): Promise<Finding> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () =>
      resolve({
        level: 'note',
        text: `Port ${config.port} is in use. Either the shop is already running, or set PORT to another port.`,
      }),
    )
    probe.listen(config.port, config.host, () =>
      probe.close(() => resolve({ level: 'ok', text: `Port ${config.port} on ${config.host} is free` })),
    )
  })
}

function built(): Finding {
  return existsSync(builtPages)
    ? { level: 'ok', text: 'The pages are built' }
    : { level: 'note', text: 'The pages are not built yet. "npm start" builds them.' }
}

async function databaseState(): Promise<Finding[]> {
  try {
    return await withDatabase(async ({ pool, kind }, { dataDir }) => {
      const folder = kind === 'external' ? [await sharedFolder(pool, dataDir)] : []
      const facts = await pool.one<{ version: string; encoding: string; products: number; folds: string }>(
        `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
                (SELECT count(*)::int FROM products) AS products, fold('ÇEKİÇ') AS folds`,
      )
      const where = kind === 'embedded' ? 'embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'
      const isRight = facts?.encoding === 'UTF8' && facts.folds === 'cekic'
      return [
        isRight
          ? { level: 'ok', text: `${where} ${facts.version}, migrated, ${facts.products} products` }
          : {
              level: 'problem',
              text: `${where}: the encoding is ${facts?.encoding}, but the shop needs a UTF8 database.`,
            },
        ...folder,
      ] satisfies Finding[]
    })
  } catch (error) {
    return [{ level: 'problem', text: `Could not connect to the database: ${(error as Error).message}` }]
  }
}

/** Several processes on one database share a data folder, which may be a mount that is missing. */
async function sharedFolder(db: Db, dataDir: string): Promise<Finding> {
  const { inFolder, inDatabase } = await readFolderIds(db, dataDir)
  return inDatabase === null || inDatabase === inFolder
    ? { level: 'ok', text: `${dataDir} is the data folder of this database` }
    : { level: 'problem', text: `${wrongFolder(dataDir, inFolder)} "toptan folder --help" says more.` }
}

function production(config: Config): Finding[] {
  if (!config.production) return [{ level: 'note', text: 'Development mode: NODE_ENV=production is not set.' }]
  return [
    config.publicUrl?.startsWith('https:')
      ? { level: 'ok', text: `Public addresses: ${config.publicUrls.join(', ')}` }
      : { level: 'note', text: 'PUBLIC_URL is not an https address, so cookies are sent without Secure.' },
  ]
}

function browser(): Finding {
  const path = findBrowser()
  return path === undefined
    ? { level: 'note', text: 'Chromium or Chrome is not installed. Only the browser journeys of "npm test" need it.' }
    : { level: 'ok', text: `Browser for the journeys of "npm test": ${path}` }
}
