import { statfsSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory on Linux. */
const memory = '/dev/shm'
const gigabyte = 1024 ** 3
const prefix = 'toptan-test-'

/** Where the folders of tests are. */
export const testFolders = [tmpdir(), memory]

/** The name of a test's folder, with the id of the process that made it. */
export const testFolderName = /^toptan-test-(\d+)-/

/**
 * Makes a data folder for a database of a test, in memory if there is room. A database consists of 1,500 files: on a disk,
 * creating and dropping one for each test file takes more of PostgreSQL's time than all queries. The next run removes what
 * a killed one leaves behind.
 */
export async function makeTestFolder(): Promise<string> {
  const isInMemory = hasRoom(memory) && process.availableMemory() > 6 * gigabyte
  const folder = await mkdtemp(join(isInMemory ? memory : tmpdir(), `${prefix}${process.pid}-`))
  // mkdtemp makes the folder private; when running as root, the database belongs to another user.
  await chmod(folder, 0o711)
  return folder
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 3 * gigabyte
  } catch {
    return false
  }
}
