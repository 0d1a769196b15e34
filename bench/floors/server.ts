// Serves the floors in a separate process beside the measured shop.
import { parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { openFloors } from './floors.ts'

const database = await openDatabase(parseConfig(), { role: 'command', max: 8 })
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
