import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#cli/root.ts'
import { invoiceZipBytesMax } from '#contract/admin/invoices.ts'
import { parseConfig } from '#server/config.ts'
import { openTestShop } from '#testing/shop.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = readdirSync(join(root, 'deploy'), { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

/** Metrics have underscores; functions and labels that the files use have none, but for these. Those of node_exporter are not ours. */
const metricsOf = (expression: string) =>
  (expression.match(/[a-z][a-z0-9]*(?:_[a-z0-9]+)+/g) ?? []).filter(
    (name) => !['histogram_quantile', 'max_over_time'].includes(name) && !name.startsWith('node_filesystem_'),
  )

/** Metrics of a shop with object storage and with a replica, which have tests of their own. */
const ofOtherShops = ['storage_present', 'database_replica_used']

test('every metric of the dashboard and of the alert rules is in /metrics', async () => {
  const shop = await openTestShop({ dataFolderId: 'a folder' })
  try {
    const served = (await shop.app.inject('/metrics')).body
    const kinds = new Map(
      [...served.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind = '']) => [name, kind]),
    )
    const isServed = (name: string) =>
      kinds.has(name) || kinds.get(name.replace(/_(?:bucket|count|sum)$/, '')) === 'histogram'
    const dashboard = JSON.parse(read('deploy/grafana/toptan.json')) as Dashboard
    const expressions = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...[...read('deploy/prometheus/alerts.yaml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr),
    ]
    expect(expressions.length).toBeGreaterThan(20)
    const named = [...new Set(expressions.flatMap(metricsOf))]
    expect(named.filter((name) => !isServed(name))).toEqual(ofOtherShops)
    const scaling = read('deploy/kubernetes/scaling.yaml')
    expect(
      [...scaling.matchAll(/^ +name: (\w+_\w+)$/gm)].map(([, name]) => name).filter((name) => !isServed(name ?? '')),
    ).toEqual([])
  } finally {
    await shop.close()
  }
})

test('every setting of the deployment files is described in .env.example', () => {
  const described = new Set([...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name))
  // Of other programs, and of compose.yaml itself.
  const others =
    /^(?:POSTGRES_\w+|S3_BUCKET|PUBLIC_HOST|CMD|ALL|SIGTERM|VOLUME|STOPSIGNAL|HEALTHCHECK|WORKDIR|NX|AF_\w+)$/
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/(?:^ +|[ ${-]|literal=)([A-Z][A-Z_]{3,})(?=[:=}])/gm)].map(
      ([, name = '']) => `${file} ${name}`,
    ),
  )
  expect(named.length).toBeGreaterThan(15)
  const unknown = named.filter((text) => {
    const name = text.split(' ')[1] ?? ''
    return !described.has(name) && !others.test(name)
  })
  expect(unknown).toEqual([])
})

test('commands, port and addresses of the deployment files are those of the shop', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } }
  const words = scripts.start.split(' ').slice(1)
  expect(read('deploy/Dockerfile')).toContain(`CMD ["node", ${words.map((word) => JSON.stringify(word)).join(', ')}]`)
  expect(read('deploy/toptan.service')).toContain(`/node_modules/.bin/node ${words.join(' ')}\n`)
  const manifests = files
    .filter((file) => /\.(?:yaml|service)$|Dockerfile|Caddyfile/.test(file))
    .map(read)
    .join('\n')
  const ports = [...manifests.matchAll(/(?:containerPort: |EXPOSE |app\d:|127\.0\.0\.1:|PORT=|port: ")(\d+)/g)]
  expect(new Set(ports.map(([, port]) => port))).toEqual(new Set(['3000']))
  const probes = [...manifests.matchAll(/(?:path: |health_uri |:3000)(\/\w+z)/g)].map(([, path]) => path)
  expect(new Set(probes)).toEqual(new Set(['/healthz', '/readyz']))
  expect(manifests).not.toMatch(/SESSION_SECRET[:=] *[\w+/]{8}/)
})

test('containers run without root, with a read-only root file system and no capabilities', () => {
  expect(read('deploy/Dockerfile')).toMatch(/^USER node$/m)
  expect(read('deploy/kubernetes/shop.yaml')).toMatch(
    /runAsNonRoot: true[\s\S]*readOnlyRootFilesystem: true[\s\S]*drop: \[ALL\]/,
  )
  expect(read('deploy/compose.yaml')).toMatch(/x-app:[\s\S]*read_only: true[\s\S]*cap_drop: \[ALL\]/)
})

test('the unit runs in a folder that it may not write, and its command has the settings of the unit', () => {
  const unit = read('deploy/toptan.service')
  expect(unit).toMatch(/^ProtectSystem=strict$/m)
  expect(unit).not.toMatch(/^ReadWritePaths=/m)
  expect(read('docs/deploy.md')).toContain('npm ci && npm run build')
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { build: string } }
  expect(read('deploy/Dockerfile')).toContain(`RUN ${scripts.build} `)
  const command = read('deploy/toptan-command')
  for (const setting of /^Environment=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? ['none'])
    expect(command).toContain(`--setenv=${setting} `)
  for (const name of ['EnvironmentFile', 'UMask'])
    expect(command).toContain(`--property=${new RegExp(`^${name}=.+$`, 'm').exec(unit)?.[0]} `)
})

test('nginx takes the largest upload', () => {
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf'))?.[1])
  expect(megabytes * 1024 * 1024).toBeGreaterThan(invoiceZipBytesMax)
})

test('the proxy of compose notices a process that stops while it still answers, and both processes share backups', () => {
  const seconds = Number(/health_interval (\d+)s/.exec(read('deploy/Caddyfile'))?.[1])
  const { drainSeconds } = parseConfig({ DATABASE_URL: 'postgres://db/toptan', SESSION_SECRET: 'x'.repeat(32) })
  expect(seconds).toBeLessThan(drainSeconds)
  const compose = read('deploy/compose.yaml')
  expect(compose).not.toContain('DRAIN_SECONDS')
  const [, folder = 'none'] = /BACKUP_DIR: (\S+)/.exec(compose) ?? []
  for (const name of ['app1', 'app2']) expect(compose).toContain(`volumes: [${name}:/data, backups:${folder}]`)
  expect(read('deploy/Dockerfile')).toContain(`chown node:node /data ${folder}\n`)
})
