import { parseArgs } from 'node:util'
import { killDatabaseUnderLoad, killOwners } from '#faults/database-kill.ts'
import { killAroundErp } from '#faults/erp-kills.ts'
import { floodAsStranger } from '#faults/stranger-flood.ts'
import { fillDisk } from '#faults/full-disk.ts'
import { crashDuringOrders } from '#faults/order-crash.ts'
import { runTool } from './run-step.ts'

const soakedPayments = '2000'

/**
 * Long runs with faults. Database and server are killed repeatedly, and nothing acknowledged may be lost; payments fail
 * at random, and the books of the bank and the shop must agree in the end. Shop, connector and ERP are killed while
 * they exchange documents. A stranger may not fill the disk, and a disk that
 * is full stops changes only.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { cycles: { type: 'string', default: '50' } } })
  const cycles = Number(values.cycles)
  await killDatabaseUnderLoad({ cycles })
  await killOwners({ cycles: Math.ceil(cycles / 5) })
  await crashDuringOrders({ cycles: Math.ceil(cycles / 5) })
  await killAroundErp({ cycles: cycles * 6 })
  await floodAsStranger()
  await fillDisk('data')
  await fillDisk('log')
  const soak = ['vitest', 'run', '--project', 'server', 'server/payments/reconcile/payment-soak.test.ts']
  const { code } = await runTool(soak, { env: { SOAK_PAYMENTS: soakedPayments } })
  return code
}
