// Serves the floors in a separate process beside the measured shop.
import { parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'

const database = await openDatabase(parseConfig(), { role: 'command', max: 8 })
// The floors render with React's production code, as the shop does.
process.env['NODE_ENV'] = 'production'
const { openFloors } = await import('./floors.ts')
const floors = await openFloors(database.pool)

process.on('message', (message) => {
  if (message === 'statements') process.send?.({ statements: 0 })
  if (message === 'end') {
    void floors
      .close()
      .then(() => database.close())
      .then(() => process.exit(0))
  }
})
process.send?.({ ready: { url: floors.url, pid: process.pid, backendPid: 0 } })
