import { type ChildProcess, spawn } from 'node:child_process'
import { root } from '#cli/root.ts'
import { sandboxLogo } from '#server/sandbox-erp/sandbox-erp.ts'
import { type Buyer, signInBuyer } from './buyer.ts'

/** `toptan erp run`, the program beside the ERP. */
export type Connector = { end(signal: NodeJS.Signals): Promise<void>; again(): Connector }

export function startConnector(url: string, key: string): Connector {
  const child = spawn(process.execPath, ['cli/toptan.ts', 'erp', 'run', '--every', '1'], {
    cwd: root,
    env: { ...process.env, TOPTAN_URL: url, TOPTAN_KEY: key },
    stdio: 'ignore',
  })
  return {
    async end(signal) {
      child.kill(signal)
      await exitOf(child)
    },
    again: () => startConnector(url, key),
  }
}

const exitOf = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

const resources = ['products', 'units', 'prices', 'stock', 'dealers', 'balances', 'movements', 'rates'] as const

/** Connects the shop to an ERP with a program beside it. The demo's mapping is kept. Returns the key of the program. */
export async function connectErp(url: string, erpUrl: string): Promise<string> {
  const admin = await signInBuyer(url, 'yonetici@example.com', 'demo1234')
  const demo = await okay(admin, 'GET', '/yonetim/erp-connections/1')
  const settings = { url: erpUrl, period: '1', bankAccount: '102.01.001', ...sandboxLogo }
  const form = { name: 'ERP', settings }
  const { id, key } = await okay(admin, 'POST', '/yonetim/erp-connections', { ...form, kind: 'logo', runsBeside: true })
  const path = `/yonetim/erp-connections/${String(id)}`
  await okay(admin, 'PATCH', `${path}/mapping`, { version: 1, mapping: demo['mapping'] })
  await okay(admin, 'PATCH', path, {
    ...form,
    ...{ version: 2, sends: ['order', 'cancellation', 'payment', 'refund'], sendAfterMinutes: 0, lagMinutes: 180 },
    feeds: resources.map((resource) => ({ resource, isActive: true, everyMinutes: 1, fullEveryHours: 24 })),
  })
  await okay(admin, 'POST', `${path}/state`, { isActive: true })
  return String(key)
}

async function okay(admin: Buyer, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await admin.send(method, path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
