import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, parseConfig, readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'toptan-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SECRET = 'a'.repeat(32)

test('parseConfig has a working default for every setting in development', () => {
  const config = parseConfig({ DATA_DIR: folder, PORT: '', HOST: ' ' })
  expect(config).toEqual({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    dataDir: folder,
    logLevel: 'info',
    catalogMemoryBytes: 64 * 1024 * 1024,
    drainSeconds: 0,
    trustedProxies: [],
    metricsFrom: [],
    erpFolder: null,
    backupFolder: join(folder, 'backups'),
    publicUrls: [],
    sessionSecret: expect.stringMatching(/^.{43}$/),
  })
  expect(isAbsolute(parseConfig({ SESSION_SECRET: SECRET }).dataDir)).toBe(true)
})

test('parseConfig reads every setting', () => {
  const env = {
    NODE_ENV: 'production',
    PORT: '8080',
    HOST: '0.0.0.0',
    DATABASE_URL: 'postgres://shop:secret@pool.example.com/toptan',
    DATABASE_DIRECT_URL: 'postgres://shop:secret@db1.example.com,db2.example.com/toptan',
    DATABASE_REPLICA_URL: 'postgres://shop:secret@db2.example.com/toptan',
    DATA_DIR: folder,
    PUBLIC_URL: 'https://bayi.example.com/, https://toptan.example.com',
    SMTP_URL: 'smtp://mail.example.com:587',
    SESSION_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    ERP_FOLDER: '/var/lib/toptan-erp',
    BACKUP_DIR: '/var/backups/toptan',
    BACKUP_KEY: 'b'.repeat(32),
    FORMER_BACKUP_KEY: 'f'.repeat(32),
    STORAGE_URL: 's3://toptan/shop?region=eu-central-1',
    FORMER_STORAGE_URL: 'folder',
    TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16 2001:db8::/48',
    METRICS_FROM: '10.0.0.7',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    REDIS_URL: 'redis://redis.example.com:6379',
  }
  expect(parseConfig(env)).toEqual({
    production: true,
    port: 8080,
    host: '0.0.0.0',
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    dataDir: folder,
    publicUrl: 'https://bayi.example.com',
    publicUrls: ['https://bayi.example.com', 'https://toptan.example.com'],
    smtpUrl: env.SMTP_URL,
    storage: { bucket: 'toptan', prefix: 'shop/', region: 'eu-central-1', isPathStyle: false },
    formerStorage: 'folder',
    sessionSecret: SECRET,
    logLevel: 'warn',
    catalogMemoryBytes: 64 * 1024 * 1024,
    drainSeconds: 3,
    erpFolder: '/var/lib/toptan-erp',
    backupFolder: '/var/backups/toptan',
    backupKey: 'b'.repeat(32),
    formerBackupKey: 'f'.repeat(32),
    trustedProxies: ['10.0.0.5', '10.1.0.0/16', '2001:db8::/48'],
    metricsFrom: ['10.0.0.7'],
    tracing: { endpoint: 'http://127.0.0.1:4318', ratio: 0.1 },
    redisUrl: env.REDIS_URL,
  })
})

test.each(['proxy.example.com', '10.0.0.0/33', '10.0.0.0/0', '0.0.0.0/0', '::/0', '10.0.0', 'true', '10.0.0.1/', '*'])(
  'parseConfig does not trust the proxies %s',
  (proxies) => {
    expect(() => parseConfig({ SESSION_SECRET: SECRET, TRUSTED_PROXIES: proxies })).toThrow(
      `TRUSTED_PROXIES must be addresses or networks such as 10.0.0.5 or 10.1.0.0/16, not "${proxies}".`,
    )
  },
)

test('parseConfig accepts a database behind a socket folder', () => {
  const databaseUrl = 'postgres://toptan@/toptan?host=%2Frun%2Fpostgresql'
  expect(parseConfig({ DATABASE_URL: databaseUrl, SESSION_SECRET: SECRET }).databaseUrl).toBe(databaseUrl)
})

test('parseConfig keeps the development secret across restarts, readable by its owner only', () => {
  const first = parseConfig({ DATA_DIR: folder }).sessionSecret
  expect(parseConfig({ DATA_DIR: folder }).sessionSecret).toBe(first)
  expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['session-secret'])
})

test('parseConfig writes nothing until the secret is used', () => {
  const dataDir = join(folder, 'typo')
  const config = parseConfig({ DATA_DIR: dataDir })
  expect(existsSync(dataDir)).toBe(false)
  expect(config.sessionSecret).toBe(readFileSync(join(dataDir, 'session-secret'), 'utf8'))
})

test('parseConfig says what is wrong with the file of a key', () => {
  const file = join(folder, 'backup-key')
  const read = (path: string) => parseConfig({ SESSION_SECRET: SECRET, BACKUP_KEY_FILE: path })
  writeFileSync(file, 'only twelve!\n')
  expect(() => read(file)).toThrow(
    new ConfigError(`${file} (BACKUP_KEY_FILE) has only 12 characters; at least 32 are needed.`),
  )
  expect(() => read(`${file}s`)).toThrow(new ConfigError(`${file}s (BACKUP_KEY_FILE) cannot be read: no such file.`))
  expect(() => read(folder)).toThrow(new ConfigError(`${folder} (BACKUP_KEY_FILE) cannot be read: it is a folder.`))
  writeFileSync(file, `${SECRET}\n`)
  expect(read(file).backupKey).toBe(SECRET)
})

test.each(['https://a.example, http://b.example', 'https://a.example, b.example', ','])(
  'parseConfig does not accept the public addresses %j',
  (addresses) => {
    expect(() => parseConfig({ SESSION_SECRET: SECRET, PUBLIC_URL: addresses })).toThrow(/^PUBLIC_URL must be/)
  },
)

test.each(['erp', './erp', '/'])('parseConfig does not accept the folder for files %j', (folder) => {
  expect(() => parseConfig({ SESSION_SECRET: SECRET, ERP_FOLDER: folder })).toThrow(/^ERP_FOLDER must be/)
})

test('parseConfig reads the former secret of a rotation', () => {
  const former = 'b'.repeat(32)
  const env = { SESSION_SECRET: SECRET, FORMER_SESSION_SECRET: former }
  expect(parseConfig(env).sessionSecret).toEqual([SECRET, former])
  expect(() => parseConfig({ ...env, FORMER_SESSION_SECRET: 'short' })).toThrow(
    'FORMER_SESSION_SECRET must be at least 32 characters, not "…".',
  )
})

test('parseConfig reports a missing secret and a missing public address in production in one line each', () => {
  const start = () => parseConfig({ NODE_ENV: 'production', DATA_DIR: folder })
  expect(start).toThrow(
    new ConfigError(
      'SESSION_SECRET is missing: set it, for example to the output of "openssl rand -base64 32".\n' +
        'PUBLIC_URL is missing: set it to the address that visitors use, such as https://bayi.example.com.',
    ),
  )
})

test('readConfig has the right settings beside the sentences about wrong ones, and writes no secret for them', () => {
  const dataDir = join(folder, 'production')
  const { config, problems } = readConfig({ NODE_ENV: 'production', DATA_DIR: dataDir, PORT: '4000' })
  expect(config).toMatchObject({ production: true, dataDir, port: 4000, publicUrls: [], sessionSecret: '' })
  expect(problems.map((text) => text.split(' ')[0])).toEqual(['SESSION_SECRET', 'PUBLIC_URL'])
  expect(existsSync(dataDir)).toBe(false)
})

test('parseConfig refuses a public https address outside of production, which has demo passwords and a sandbox bank', () => {
  const env = { DATA_DIR: folder, PUBLIC_URL: 'https://bayi.example.com' }
  for (const mode of [undefined, 'development', 'staging']) {
    expect(() => parseConfig({ ...env, NODE_ENV: mode })).toThrow(
      /^PUBLIC_URL is an https address.*set NODE_ENV=production/,
    )
  }
  expect(parseConfig({ ...env, NODE_ENV: 'production', SESSION_SECRET: SECRET }).production).toBe(true)
  expect(parseConfig({ DATA_DIR: folder, PUBLIC_URL: 'http://192.168.1.5:3000' }).production).toBe(false)
})

test('parseConfig reports every invalid setting without repeating secrets', () => {
  const env = {
    PORT: '70000',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://shop:hunter2@db',
    PUBLIC_URL: 'https://bayi.example.com/shop',
    SESSION_SECRET: 'short',
  }
  const error = (() => {
    try {
      return parseConfig(env)
    } catch (thrown) {
      return thrown as Error
    }
  })()
  expect(error).toBeInstanceOf(ConfigError)
  expect((error as Error).message.split('\n')).toEqual([
    'PORT must be a number from 0 to 65535, not "70000".',
    'DATABASE_URL must be a postgres:// address, not "mysql://…".',
    'PUBLIC_URL must be http:// or https:// addresses without a path, of one kind, not "https://bayi.example.com/shop".',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    'SESSION_SECRET must be at least 32 characters, not "…".',
  ])
})

test('.env.example lists every setting', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const names = 'NODE_ENV PORT HOST DATABASE_URL DATA_DIR PUBLIC_URL SMTP_URL SESSION_SECRET LOG_LEVEL'.split(' ')
  expect(names.filter((name) => !text.includes(`#${name}=`))).toEqual([])
})
