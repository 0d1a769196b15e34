import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const diskFullErrors = new Set(['ENOSPC', 'EDQUOT'])
const dayMilliseconds = 24 * 3600 * 1000

/** Names are generated: 32 hexadecimal digits, which nobody can guess. */
export const isStoredName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)

/** Writes a file completely or not at all. Returns its new name; null if the disk is full. */
export async function storeFile(folder: string, content: Buffer): Promise<string | null> {
  const name = randomBytes(16).toString('hex')
  const path = join(folder, name)
  const draft = `${path}.part`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true })
    await rename(draft, path)
    return name
  } catch (error) {
    if (error instanceof Error && 'code' in error && diskFullErrors.has(String(error.code))) return null
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** The content of a stored file; null if it is missing. */
export async function readStored(folder: string, name: string): Promise<Buffer | null> {
  return isStoredName(name) ? readFile(join(folder, name)).catch(() => null) : null
}

export async function removeStored(folder: string, name: string): Promise<void> {
  if (isStoredName(name)) await rm(join(folder, name), { force: true })
}

/** Removes files that `findKnown` does not know, a day after they were written: crashes leave them behind. */
export async function purgeStored(
  folder: string,
  findKnown: (names: readonly string[]) => Promise<ReadonlySet<string>>,
  now = new Date(),
): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (let at = 0; at < names.length; at += 1000) {
    const part = names.slice(at, at + 1000)
    const known = await findKnown(part)
    for (const name of part.filter((each) => !known.has(each))) {
      const path = join(folder, name)
      const changedAt = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => now.getTime(),
      )
      if (changedAt < now.getTime() - dayMilliseconds) await rm(path, { force: true })
    }
  }
}
