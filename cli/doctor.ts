import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { type Config, readConfig } from '#server/config.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { findBrowser } from '#cli/tools/browser.ts'
import { builtPages } from '#cli/built.ts'
import { readFolderIds, wrongFolder } from '#server/platform/data-folder.ts'
import { describeUnreadable } from '#server/shop/unreadable-values.ts'
import { checkBackupFolder, checkBackups, checkContact } from './backup-setup.ts'
import { checkAddresses } from './database-addresses.ts'
import { checkRights } from './database-rights.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { type BucketState, inspectBucket } from '#server/platform/files/inspect-bucket.ts'
import { openFileStore, openPlace, type StoragePlace } from '#server/platform/files/open-file-store.ts'
import { probeStorage } from '#server/platform/files/probe-storage.ts'
import { withDatabaseAsItIs } from './database.ts'
import { databaseMessage } from './database-message.ts'
import { describeUpgrade } from './upgrade-plan.ts'
import { checkOutsideCalls, weakAccounts, weakSettings } from './weak-setup.ts'

/** `weak`: it runs, and is not safe. */
type Finding = { level: 'ok' | 'note' | 'weak' | 'problem'; text: string }

/**
 * Checks the requirements of the shop and prints what is missing and how to fix it. Returns 1 if the shop cannot run or is not safe.
 */
export async function run(): Promise<number> {
  const { config, problems } = readConfig()
  const findings = [
    node(),
    ...problems.map((text) => ({ level: 'problem' as const, text })),
    await disk(config),
    await port(config),
    built(),
    ...checkOutsideCalls(config),
    ...(await storageState(config)),
    // A database whose address is wrong would be taken for the embedded one.
    ...(problems.some((text) => text.startsWith('DATABASE_')) ? [] : await databaseState(config)),
    ...(await production(config)),
    browser(),
  ]
  const labels = { ok: 'ok     ', note: 'note   ', weak: 'WEAK   ', problem: 'PROBLEM' }
  for (const { level, text } of findings) console.log(`${labels[level]}  ${text}`)
  return findings.some(({ level }) => level === 'problem' || level === 'weak') ? 1 : 0
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

async function databaseState(given: Config): Promise<Finding[]> {
  try {
    return await withDatabaseAsItIs(
      async (database, config) => {
        const { pool, kind, connection } = database
        const rights = kind === 'external' ? await checkRights(pool) : []
        const upgrade = await describeUpgrade(database, config)
        if (upgrade !== null) return [...rights, ...upgrade]
        const files = openFileStore(config)
        const addresses = kind === 'external' ? await checkAddresses(config, connection) : []
        const folder = kind === 'external' || files.isRemote ? [await sharedFolder(pool, files)] : []
        const facts = await pool.one<{ version: string; products: number }>(
          `SELECT current_setting('server_version') AS version, (SELECT count(*)::int FROM products) AS products`,
        )
        const where = kind === 'embedded' ? 'embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'
        return [
          { level: 'ok', text: `${where} ${facts?.version}, migrated, ${facts?.products} products` },
          ...rights,
          ...(await readableValues(pool, config)),
          ...folder,
          ...addresses.map(({ isRight, text }) => ({ level: isRight ? ('ok' as const) : ('problem' as const), text })),
          ...(config.production ? await weakAccounts(pool) : []).map(weak),
          ...(config.production ? await checkContact(pool) : []),
          ...(config.production ? await checkBackups(pool, new Date()) : []),
        ] satisfies Finding[]
      },
      { config: given, mayBeNew: true },
    )
  } catch (error) {
    return [
      {
        level: 'problem',
        text: databaseMessage(error as Error) ?? `The database cannot be used: ${(error as Error).message}`,
      },
    ]
  }
}

/** Without a right SESSION_SECRET, nothing is compared: that it is missing is said already. */
async function readableValues(db: Db, { sessionSecret }: Config): Promise<Finding[]> {
  const unreadable = sessionSecret === '' ? null : await describeUnreadable(db, sessionSecret)
  return unreadable === null ? [] : [weak(unreadable)]
}

const clockToleranceSeconds = 60

/** Object storage is reachable and writable, and its clock is right: signatures expire. */
async function storageState(config: Config): Promise<Finding[]> {
  if (config.storage === undefined) return []
  const files = openPlace(config.dataDir, config.storage)
  const { place } = files
  try {
    const { clockAhead } = await probeStorage(files)
    const seconds = Math.round(clockAhead / 1000)
    return [
      Math.abs(seconds) > clockToleranceSeconds
        ? {
            level: 'problem',
            text: `${place}: its clock differs by ${seconds} s. Set the clock of this machine by NTP.`,
          }
        : { level: 'ok', text: `${place} can be read and written` },
      ...(await bucketState(config.storage, files)),
    ]
  } catch (error) {
    return [{ level: 'problem', text: `The storage of files: ${(error as Error).message}` }]
  }
}

async function bucketState(storage: StoragePlace, files: FileStore): Promise<Finding[]> {
  return storage === 'folder' ? [] : bucketFindings(files.place, await inspectBucket(storage, files))
}

function bucketFindings(place: string, { isVersioned, isPublic }: BucketState): Finding[] {
  const versions = {
    true: { level: 'ok', text: `${place} keeps versions of its files` },
    false: { level: 'note', text: `${place}: versioning is off, so a file that is deleted by mistake is lost.` },
    null: { level: 'note', text: `${place}: versioning cannot be checked without the right s3:GetBucketVersioning.` },
  } as const
  return [
    versions[`${isVersioned}`],
    ...(isPublic === true
      ? [weak(`${place} can be read or listed without a key: remove its public access, it has private files.`)]
      : []),
    ...(isPublic === null ? [{ level: 'note' as const, text: `${place}: public access cannot be checked.` }] : []),
  ]
}

/** Several processes on one database share a data folder, which may be a mount that is missing. */
async function sharedFolder(db: Db, files: FileStore): Promise<Finding> {
  const { inFolder, inDatabase } = await readFolderIds(db, files)
  return inDatabase === null || inDatabase === inFolder
    ? { level: 'ok', text: `${files.place} is the ${files.isRemote ? 'storage' : 'data folder'} of this database` }
    : { level: 'problem', text: `${wrongFolder(files, inFolder)} "toptan folder --help" says more.` }
}

async function production(config: Config): Promise<Finding[]> {
  if (!config.production) return [{ level: 'note', text: 'Development mode: NODE_ENV=production is not set.' }]
  return [
    ...(config.publicUrls.length > 0
      ? [{ level: 'ok' as const, text: `Public addresses: ${config.publicUrls.join(', ')}` }]
      : []),
    ...weakSettings(config).map(weak),
    ...(await checkBackupFolder(config)),
  ]
}

const weak = (text: string): Finding => ({ level: 'weak', text })

function browser(): Finding {
  const path = findBrowser()
  return path === undefined
    ? { level: 'note', text: 'Chromium or Chrome is not installed. Only the browser journeys of "npm test" need it.' }
    : { level: 'ok', text: `Browser for the journeys of "npm test": ${path}` }
}
