import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setDefaultCACertificates, getCACertificates } from 'node:tls'

import type { SystemUser } from '#server/platform/db/embedded/system-user.ts'
import { run } from './database-pair.ts'
import { type Program, startProgram } from './program.ts'

/** Starts PgBouncer in transaction mode in front of the server at the port. It refuses to run as root. */
export async function startPooler(
  folder: string,
  { name, port, target, user }: { name: string; port: number; target: number; user: SystemUser | undefined },
): Promise<Program> {
  const file = join(folder, `${name}.ini`)
  await writeFile(
    file,
    `[databases]
toptan = host=127.0.0.1 port=${target} user=toptan
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = 12
server_login_retry = 1
server_connect_timeout = 2
`,
    { mode: 0o644 },
  )
  return startProgram(['pgbouncer', file], port, { user })
}

/** Writes a certificate of this run for localhost, which this process trusts from now on. Returns the file of both parts. */
async function makeCertificate(folder: string): Promise<string> {
  const [key, certificate, both] = ['key', 'certificate', 'both'].map((part) => join(folder, `${part}.pem`)) as [
    string,
    string,
    string,
  ]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  run('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', certificate])
  const text = await readFile(certificate, 'utf8')
  await writeFile(both, text + (await readFile(key, 'utf8')), { mode: 0o600 })
  setDefaultCACertificates([...getCACertificates('default'), text])
  return both
}

/** Starts HAProxy with TLS in front of the shops. Requests go to each in turn. */
export async function startProxy(folder: string, port: number, shops: readonly number[]): Promise<Program> {
  const file = join(folder, 'haproxy.cfg')
  const certificate = await makeCertificate(folder)
  await writeFile(
    file,
    `global
  maxconn 1000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  option forwardfor
  option redispatch
  retries 3
  retry-on conn-failure empty-response
frontend shop
  bind 127.0.0.1:${port} ssl crt ${certificate}
  http-request set-header X-Forwarded-Proto https
  default_backend processes
backend processes
  balance roundrobin
  http-request disable-l7-retry unless METH_GET
  option httpchk GET /readyz
  timeout check 3s
  default-server check inter 500ms fall 1 rise 1
${shops.map((shop, i) => `  server shop${i} 127.0.0.1:${shop}\n`).join('')}`,
  )
  return startProgram(['haproxy', '-db', '-f', file], port, {})
}
