import { join } from 'node:path'
import { openClient } from '#server/backup/make/snapshot.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { withScratchDatabase } from '#server/platform/db/other-database.ts'
import { urlOf } from '#server/platform/db/test-database.ts'
import { checkOut } from './checkout.ts'
import { writeFixture } from './fixture-file.ts'

/**
 * Makes the fixtures of this folder again: node testing/earlier-versions/make-fixtures.ts [<commit> …]. Each version fills a
 * database with its own small demo store, whose people and companies are invented. A new fixture is due before large features.
 */
const versions = ['64eb95ef', 'a4557196', 'fe15f457', '1889d54a']

const commits = process.argv.slice(2)
const folder = await temporaryFolder()
const embedded = await startEmbedded({ dataDir: folder.path, fast: true })
try {
  for (const version of commits.length > 0 ? commits : versions) await makeFixture(version)
} finally {
  await embedded.stop()
  await folder.remove()
}

async function makeFixture(version: string): Promise<void> {
  const checkout = await checkOut(version)
  try {
    await withScratchDatabase(embedded.connection, 'toptan_fixture', async (scratch) => {
      const env = { DATABASE_URL: urlOf(scratch), DATA_DIR: join(checkout.folder, 'data') }
      await checkout.toptan(['migrate'], env)
      await checkout.toptan(['demo', '--size', 'small'], env)
      const reader = await openClient(scratch)
      await writeFixture(reader, version, join(import.meta.dirname, `${version}.fixture.zst`)).finally(reader.close)
    })
    console.log(`${version}.fixture.zst`)
  } finally {
    await checkout.remove()
  }
}
