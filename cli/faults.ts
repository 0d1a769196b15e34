import { parseArgs } from 'node:util'
import { killDatabaseUnderLoad, killOwners } from '#faults/database-kill.ts'
import { crashDuringOrders } from '#faults/order-crash.ts'

/** Long runs with crashes: database and server are killed again and again, and nothing acknowledged may be lost. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { cycles: { type: 'string', default: '50' } } })
  const cycles = Number(values.cycles)
  await killDatabaseUnderLoad({ cycles })
  await killOwners({ cycles: Math.ceil(cycles / 5) })
  await crashDuringOrders({ cycles: Math.ceil(cycles / 5) })
  return 0
}
