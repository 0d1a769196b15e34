import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#cli/root.ts'

/** Modules of Node that reach other machines, or that start programs that could. */
const reaching = ['child_process', 'cluster', 'dgram', 'dns', 'dns/promises', 'http', 'http2', 'https', 'inspector']
  .concat(['inspector/promises', 'net', 'repl', 'tls'])
  .map((name) => `node:${name}`)

/** Packages that open no connection, or only accept them; and the database, without which there is no shop. */
const quiet = `@e965/xlsx @fastify/compress @fastify/cookie @fastify/formbody @fastify/multipart @fastify/rate-limit
@fastify/static @fastify/swagger @fastify/swagger-ui @fastify/under-pressure @fastify/websocket @node-rs/argon2
@opentelemetry/api @opentelemetry/sdk-trace @orama/stemmers/turkish @react-router/dev/vite @simplewebauthn/server csv-parse
csv-parse/sync csv-stringify/sync fastify helmet nodemailer/lib/mail-composer otpauth pdfmake pg pg-boss pino prom-client
react-router read-excel-file/node sanitize-html sax sharp uqr vite write-excel-file/node zod/mini`.split(/\s+/)

/** Of `node:net`, what only looks at addresses. */
const looks = ['BlockList', 'isIP', 'isIPv4', 'isIPv6']

/**
 * All that can open a connection or start another program. `switched`: it checks the switch of outside-switch.ts. `given`: its
 * connections are made by a file that does. `own`: it connects to the shop's own services, whose addresses are settings of the
 * process.
 */
const ways: Readonly<Record<string, 'switched' | 'given' | 'own'>> = {
  'cli/doctor.ts: node:net': 'own',
  'server/account/single-sign-on/provider-connection.ts: fetch': 'given',
  'server/account/single-sign-on/provider-connection.ts: openid-client': 'given',
  'server/backup/run-due-backup.ts: node:child_process': 'own',
  'server/erp/adapters/sftp/ssh-link.ts: @microsoft/dev-tunnels-ssh': 'given',
  'server/erp/adapters/sql/mssql-link.ts: mssql': 'given',
  'server/erp/desk/http-desk.ts: fetch': 'switched',
  'server/platform/db/embedded/child.ts: node:child_process': 'own',
  'server/platform/db/embedded/postmaster-start.ts: node:net': 'own',
  'server/platform/db/embedded/postmaster.ts: node:child_process': 'own',
  'server/platform/db/embedded/system-user.ts: node:child_process': 'own',
  'server/platform/db/hosts.ts: node:net': 'own',
  'server/platform/email/mailer.ts: nodemailer': 'switched',
  'server/platform/files/inspect-bucket.ts: fetch': 'own',
  'server/platform/files/s3-connection.ts: @aws-sdk/client-s3': 'own',
  'server/platform/http/company-socket.ts: node:dns': 'switched',
  'server/platform/http/company-socket.ts: node:net': 'switched',
  'server/platform/http/drain.ts: node:net': 'own',
  'server/platform/http/outside-call.ts: node:dns': 'switched',
  'server/platform/http/outside-call.ts: node:http': 'switched',
  'server/platform/http/outside-call.ts: node:https': 'switched',
  'server/platform/http/outside-download.ts: node:dns': 'switched',
  'server/platform/http/outside-download.ts: node:http': 'switched',
  'server/platform/http/outside-download.ts: node:https': 'switched',
  'server/platform/limits/redis-store.ts: ioredis': 'own',
  'server/platform/tracing/open-tracing.ts: @opentelemetry/exporter-trace-otlp-http': 'own',
}

const files = globSync(['server/**/*.ts', 'cli/**/*.ts'], { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) => !/\.test\.ts$|\/(?:test-[\w-]+|testing\/.+)\.ts$|\.d\.ts$|^cli\/(?:tools|screenshots|build)\//.test(file),
  )

/** Modules whose values a file uses: types are gone when it runs. */
function importsOf(code: string): string[] {
  const imports = code.matchAll(/^(?:import|export) (?!type )([\w$* ]*,? ?(?:\{[^}]*\} )?)(?:from )?'([^']+)'/gm)
  const fixed = [...imports].flatMap(([, names = '', specifier = '']) =>
    isHarmless(names, specifier) ? [] : [specifier],
  )
  // Not `typeof import(…)`.
  const loaded = [...code.matchAll(/(?<!typeof )\bimport\('([^']+)'\)|\brequire\('([^']+)'\)/g)]
  return [...fixed, ...loaded.map(([, specifier, required]) => specifier ?? required ?? '')]
}

function isHarmless(names: string, specifier: string): boolean {
  const inBraces = /^\{([^}]*)\}/.exec(names.trim())?.[1]
  if (inBraces === undefined) return false
  const values = inBraces
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
  return values.every((name) => specifier === 'node:net' && looks.includes(name))
}

/** What reaches the network without an import, called or passed on; not a method of that name. */
const globals = /(?:=>?|:|\(|,|\bawait|\breturn|\bvoid|&&|\?\?|\?)\s*fetch\b(?!:|\?)|\bnew (?:WebSocket|EventSource)\b/

function waysOf(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '')
  const isQuiet = (specifier: string) =>
    /^[#.]/.test(specifier) ||
    quiet.includes(specifier) ||
    (specifier.startsWith('node:') && !reaching.includes(specifier))
  const imported = importsOf(code).filter((specifier) => !isQuiet(specifier))
  return [...new Set([...imported, ...(globals.test(code) ? ['fetch'] : [])])]
}

test('nothing else in the program opens a connection', () => {
  const found = files.flatMap((file) => waysOf(file).map((way) => `${file}: ${way}`))
  expect(found.toSorted()).toEqual(Object.keys(ways).toSorted())
})

test('every way out checks the switch', () => {
  const switched = Object.keys(ways).filter((way) => ways[way] === 'switched')
  const checks = switched.map((way) =>
    /requireOutsideCalls\(\)/.test(readFileSync(join(root, way.split(':')[0] ?? ''), 'utf8')),
  )
  expect(checks).toEqual(switched.map(() => true))
})

test('every module of Node is known', () => {
  expect(reaching.filter((name) => !builtinModules.includes(name.slice(5)))).toEqual([])
})
