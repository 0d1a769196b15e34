import { acceptDataFolder, readFolderIds, wrongFolder } from '#server/platform/data-folder.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { withDatabase } from './database.ts'

export const usage = `toptan folder [accept]: check the data folder that several processes share

  toptan folder          whether DATA_DIR is the data folder of this database
  toptan folder accept   make it that, after the folder was restored or moved without its file folder-id`

export async function run([action, ...rest]: string[]): Promise<number> {
  if ((action !== undefined && action !== 'accept') || rest.length > 0) {
    console.error(usage)
    return 2
  }
  return withDatabase(async ({ pool, kind }, config) => {
    const files = openFileStore(config)
    if (kind === 'embedded' && !files.isRemote) {
      console.log(`The database is in ${files.place}: there is nothing to share.`)
      return 0
    }
    if (action === 'accept') await acceptDataFolder(pool, files)
    const { inFolder, inDatabase } = await readFolderIds(pool, files)
    if (inDatabase !== null && inDatabase !== inFolder) {
      console.error(wrongFolder(files, inFolder))
      return 1
    }
    console.log(
      inDatabase === null
        ? 'No server has started on this database yet: the first one decides.'
        : `${files.place} is the ${files.isRemote ? 'storage' : 'data folder'} of this database.`,
    )
    return 0
  })
}
