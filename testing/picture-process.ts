import { fetchDuePictures } from '#server/catalog/import/import.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { folderStore } from '#server/platform/files/folder-store.ts'
import { outsideDownload } from '#server/platform/http/outside-download.ts'

// A process that fetches the pictures that are due, so that it can be killed at a failpoint. Arguments: the database, the folder
// of images.
const [url = '', folder = ''] = process.argv.slice(2)
const imagesFolder = folderStore(folder, folder)
const pool = createPool({ connectionString: url }, { max: 4 })
const download = outsideDownload({ maxBytes: 1_000_000, allowsLoopback: true })
const warn = (error: Error) => console.error(error.message)
await fetchDuePictures(
  { pool, imagesFolder, download, warn },
  { signal: new AbortController().signal, onProgress: () => {} },
)
await pool.close()
