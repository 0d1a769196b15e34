import type { StoragePlace } from '#server/platform/files/open-file-store.ts'
import { makeFolder } from '#server/platform/files/make-folder.ts'
import { parseStorageUrl } from '#server/platform/files/storage-address.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, isAbsolute, join, resolve } from 'node:path'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MIN_SECRET_LENGTH = 32
// Only processes that share a database are replaced one after the other.
const defaultDrainSeconds = 3

type LogLevel = (typeof LOG_LEVELS)[number]

/** The settings of the process, as .env.example describes them. */
export type Config = {
  production: boolean
  port: number
  host: string
  /** Without it: the embedded PostgreSQL in `dataDir`. */
  databaseUrl?: string | undefined
  /** The same database without a pooler, if `databaseUrl` leads through one. */
  databaseDirectUrl?: string | undefined
  /** A standby of the database for reports, exports and administrators' lists, without a pooler. */
  databaseReplicaUrl?: string | undefined
  /** Where processes count limits together; without it, in the database. */
  redisUrl?: string | undefined
  /** An absolute path. */
  dataDir: string
  /** Where the files of the shop are; without it: in `dataDir`. */
  storage?: StoragePlace | undefined
  /** Where files are read that `storage` does not have yet. */
  formerStorage?: StoragePlace | undefined
  /** The first of `publicUrls`, for links, emails and search engines. */
  publicUrl?: string | undefined
  /** The origins that visitors use, without a trailing slash, e.g. `https://bayi.example.com`. */
  publicUrls: readonly string[]
  smtpUrl?: string | undefined
  /** Addresses and networks (CIDR) of proxies on other machines whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[]
  /** Addresses and networks besides this machine that may read `/metrics`. */
  metricsFrom: readonly string[]
  /** Of an OTLP collector over HTTP; without it nothing is traced. */
  tracing?: { endpoint: string; ratio: number } | undefined
  sessionSecret: Secret
  /** The folder below which connections to ERPs read and write files, an absolute path; null: nowhere. */
  erpFolder?: string | null
  /** Where backups are stored, an absolute path. */
  backupFolder: string
  /** Encrypts backups. */
  backupKey?: string | undefined
  /** Still reads the backups that it encrypted. */
  formerBackupKey?: string | undefined
  logLevel: LogLevel
  /** For which requests are answered after SIGTERM, until proxies have noticed that the process is stopping. */
  drainSeconds: number
  /** Of the products and replies that the process remembers. */
  catalogMemoryBytes: number
}

/** The origin of the shop. */
export function publicUrlOf({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}

/** The keys that read backups: of those that `backupKey` has encrypted, and of earlier ones. */
export const backupKeysOf = ({ backupKey, formerBackupKey }: Pick<Config, 'backupKey' | 'formerBackupKey'>): string[] =>
  [backupKey, formerBackupKey].filter((key) => key !== undefined)

const storageRule = 'an address such as s3://bucket/prefix?endpoint=https://s3.example.com'
const parseStoragePlace = (text: string): StoragePlace | undefined => (text === 'folder' ? text : parseStorageUrl(text))

type Environment = Readonly<Record<string, string | undefined>>

/** Where this shop's own sandbox ERP answers; undefined in production, where there is none. */
export const sandboxErpUrl = ({ production, port }: Pick<Config, 'production' | 'port'>): string | undefined =>
  production ? undefined : `http://127.0.0.1:${port}`

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
}

/** Invalid settings; the message has a line for each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Throws ConfigError. In development the first use of the secret stores a generated one in the data folder, so that
 * sessions survive a restart; until then nothing is written.
 */
export function parseConfig(env: Environment = processEnvironment()): Config {
  const { config, problems } = readConfig(env)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

/** The settings, and a sentence for each that is wrong: in its place is the default, and no secret is generated. */
export function readConfig(env: Environment = processEnvironment()): { config: Config; problems: readonly string[] } {
  const problems: string[] = []
  const text = (name: string) => env[name]?.trim() || undefined
  const read = <Value>(name: string, parse: (text: string) => Value | undefined, rule: string): Value | undefined => {
    const given = text(name)
    const value = given === undefined ? undefined : parse(given)
    if (given !== undefined && value === undefined)
      problems.push(`${name} must be ${rule}, not "${shorten(name, given)}".`)
    return value
  }
  const production = text('NODE_ENV') === 'production'
  const dataDir = resolve(text('DATA_DIR') ?? 'data')
  const settings = {
    production,
    host: text('HOST') ?? '127.0.0.1',
    port: read('PORT', parsePort, 'a number from 0 to 65535') ?? 3000,
    dataDir,
    databaseUrl: read('DATABASE_URL', parseDatabaseUrl, 'a postgres:// address'),
    databaseDirectUrl: read('DATABASE_DIRECT_URL', parseDatabaseUrl, 'a postgres:// address'),
    databaseReplicaUrl: read('DATABASE_REPLICA_URL', parseDatabaseUrl, 'a postgres:// address'),
    storage: read('STORAGE_URL', parseStorageUrl, storageRule),
    formerStorage: read('FORMER_STORAGE_URL', parseStoragePlace, `"folder" or ${storageRule}`),
    redisUrl: read('REDIS_URL', parseRedisUrl, 'a redis:// or rediss:// address'),
    publicUrls: read('PUBLIC_URL', parseOrigins, 'http:// or https:// addresses without a path, of one kind') ?? [],
    erpFolder: read('ERP_FOLDER', parseFolder, 'an absolute path') ?? null,
    smtpUrl: read('SMTP_URL', parseSmtpUrl, 'an smtp:// or smtps:// address'),
    trustedProxies:
      read('TRUSTED_PROXIES', parseProxies, 'addresses or networks such as 10.0.0.5 or 10.1.0.0/16') ?? [],
    metricsFrom: read('METRICS_FROM', parseProxies, 'addresses or networks such as 10.0.0.5 or 10.1.0.0/16') ?? [],
    backupFolder: read('BACKUP_DIR', parseFolder, 'an absolute path') ?? join(dataDir, 'backups'),
    backupKey: read('BACKUP_KEY', parseSecret, `at least ${MIN_SECRET_LENGTH} characters`),
    formerBackupKey: read('FORMER_BACKUP_KEY', parseSecret, `at least ${MIN_SECRET_LENGTH} characters`),
    drainSeconds:
      read('DRAIN_SECONDS', parseSeconds, 'a number from 0 to 60') ?? (text('DATABASE_URL') ? defaultDrainSeconds : 0),
    catalogMemoryBytes: (read('CATALOG_MEMORY_MB', parseMegabytes, 'a number from 1 to 4096') ?? 64) * 1024 * 1024,
    logLevel: read('LOG_LEVEL', parseLogLevel, `one of ${LOG_LEVELS.join(', ')}`) ?? 'info',
  }
  // server/platform/http/outside-switch.ts reads it, where calls are made.
  read('OUTSIDE_CALLS', parseSwitch, '"on" or "off"')
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT', parseHttpUrl, 'an http:// or https:// address')
  const ratio = read('OTEL_TRACES_SAMPLER_ARG', parseRatio, 'a number from 0 to 1') ?? 1
  const secret = read('SESSION_SECRET', parseSecret, `at least ${MIN_SECRET_LENGTH} characters`)
  const former = read('FORMER_SESSION_SECRET', parseSecret, `at least ${MIN_SECRET_LENGTH} characters`)
  if (production && !text('SESSION_SECRET')) {
    problems.push(`SESSION_SECRET is missing: set it, for example to the output of "openssl rand -base64 32".`)
  }
  // Tests open such shops on this machine only.
  if (!production && text('NODE_ENV') !== 'test' && settings.publicUrls.some((url) => url.startsWith('https:'))) {
    problems.push(
      'PUBLIC_URL is an https address, so visitors can reach this shop: set NODE_ENV=production. Without it, the shop has the demo administrator with a known password and a bank that approves every test card.',
    )
  }
  if (settings.databaseUrl === undefined && (settings.databaseDirectUrl ?? settings.databaseReplicaUrl) !== undefined) {
    problems.push('DATABASE_DIRECT_URL and DATABASE_REPLICA_URL complete DATABASE_URL: set DATABASE_URL too.')
  }
  if (production && !text('PUBLIC_URL')) {
    problems.push('PUBLIC_URL is missing: set it to the address that visitors use, such as https://bayi.example.com.')
  }
  const readKeyFile = (name: string) => {
    const file = text(name)
    if (file === undefined) return undefined
    try {
      const key = readFileSync(file, 'utf8').trim()
      if (key.length >= MIN_SECRET_LENGTH) return key
      problems.push(`${file} (${name}) has only ${key.length} characters; at least ${MIN_SECRET_LENGTH} are needed.`)
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      problems.push(`${file} (${name}) cannot be read: ${unreadable[code] ?? message}.`)
    }
    return undefined
  }
  settings.backupKey ??= readKeyFile('BACKUP_KEY_FILE')
  settings.formerBackupKey ??= readKeyFile('FORMER_BACKUP_KEY_FILE')
  let current = secret ?? (problems.length > 0 ? '' : undefined)
  const config = {
    ...settings,
    ...(endpoint !== undefined && { tracing: { endpoint, ratio } }),
    publicUrl: settings.publicUrls[0],
    get sessionSecret(): Secret {
      current ??= storedSecret(dataDir)
      return former === undefined ? current : [current, former]
    },
  }
  return { config, problems }
}

/** The environment, completed by the `.env` file of the current folder. */
function processEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  if (!existsSync(file)) {
    makeFolder(dataDir)
    const draft = `${file}.${randomBytes(6).toString('hex')}`
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      // Of two processes that start at once, the first one's secret is used. Linking a complete file is atomic.
      linkSync(draft, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(draft, { force: true })
    }
  }
  return readFileSync(file, 'utf8').trim()
}

function parsePort(text: string): number | undefined {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined
}

function parseSeconds(text: string): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= 60 ? Number(text) : undefined
}

function parseMegabytes(text: string): number | undefined {
  const megabytes = Number(text)
  return /^\d{1,4}$/.test(text) && megabytes >= 1 && megabytes <= 4096 ? megabytes : undefined
}

const parseSwitch = (text: string): string | undefined => (text === 'on' || text === 'off' ? text : undefined)

/** Not the folder of everything. */
function parseFolder(text: string): string | undefined {
  return isAbsolute(text) && dirname(resolve(text)) !== resolve(text) ? resolve(text) : undefined
}

function parseSecret(text: string): string | undefined {
  return text.length >= MIN_SECRET_LENGTH ? text : undefined
}

function parseLogLevel(text: string): LogLevel | undefined {
  return LOG_LEVELS.find((level) => level === text)
}

/** Cookies are secure or not for all addresses, so these have one scheme. */
function parseOrigins(text: string): string[] | undefined {
  const origins = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(parseOrigin)
  const known = origins.filter((origin) => origin !== undefined)
  const schemes = new Set(known.map((origin) => new URL(origin).protocol))
  return known.length === origins.length && schemes.size === 1 ? known : undefined
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  const isOrigin = url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search
  return isOrigin && !url.hash && !url.username ? url.origin : undefined
}

/** With a socket folder (`postgres://user@/name?host=/run/…`) there is no host, which URL does not accept. */
function parseDatabaseUrl(text: string): string | undefined {
  return /^postgres(ql)?:\/\/\S+$/.test(text) ? text : undefined
}

function parseHttpUrl(text: string): string | undefined {
  return ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '') ? text : undefined
}

function parseRatio(text: string): number | undefined {
  return /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text) ? Number(text) : undefined
}

function parseRedisUrl(text: string): string | undefined {
  return ['redis:', 'rediss:'].includes(URL.parse(text)?.protocol ?? '') ? text : undefined
}

function parseSmtpUrl(text: string): string | undefined {
  return ['smtp:', 'smtps:'].includes(URL.parse(text)?.protocol ?? '') ? text : undefined
}

/** A network of every address would let anyone choose the address under which limits count them. */
function parseProxies(text: string): string[] | undefined {
  const proxies = text.split(/[\s,]+/).filter((proxy) => proxy !== '')
  return proxies.every(isProxy) ? proxies : undefined
}

function isProxy(proxy: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(proxy) ?? []
  const bits = { 4: 32, 6: 128 }[isIP(address)]
  if (bits === undefined || address.includes('%')) return false
  return prefix === undefined || (Number(prefix) >= 8 && Number(prefix) <= bits)
}

/** Addresses may contain passwords: they and secrets are not repeated in errors. */
function shorten(name: string, text: string): string {
  if (name.endsWith('SESSION_SECRET') || name.endsWith('BACKUP_KEY')) return '…'
  return text.includes('@') ? `${text.split('//')[0]}//…` : text.slice(0, 60)
}
