import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ErpError } from '#server/erp/adapters/adapter.ts'
import type { FileStore, FoundFile } from '#server/erp/adapters/folder/file-store.ts'
import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import { type SftpClient, SftpStatus } from './sftp-client.ts'
import type { Attributes } from './sftp-packet.ts'
import { statusCode } from './sftp-packet.ts'

const pathOf = (folder: string, name: string) => (folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`)

/** What the server says about a file. */
export function remoteError(error: unknown): ErpError {
  if (error instanceof ErpError) return error
  const message = error instanceof Error ? error.message : String(error)
  const isSettings = error instanceof SftpStatus && error.code === statusCode.denied
  return new ErpError(isSettings ? 'settings' : 'unavailable', message.slice(0, 300))
}

const inWords = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((error: unknown) => {
    throw remoteError(error)
  })

const isMissing = (error: unknown) => error instanceof SftpStatus && error.code === statusCode.missing

/** Files on the server that `sftp` talks to. */
export function remoteStore(sftp: SftpClient): FileStore {
  const foundOf = (folder: string, name: string, { bytes, time }: Attributes): FoundFile => ({
    name,
    path: pathOf(folder, name),
    bytes,
    time: time * 1000,
  })
  const inspect = async (folder: string, name: string): Promise<FoundFile | null> => {
    const attributes = await sftp.attributes(pathOf(folder, name))
    return attributes === null || attributes.isFile === false ? null : foundOf(folder, name, attributes)
  }
  const makeFolder = async (path: string): Promise<string> => {
    const there = await sftp.attributes(path)
    if (there === null) {
      // Another process may have been faster.
      await sftp.makeFolder(path).catch(async (error: unknown) => {
        if ((await sftp.attributes(path)) === null) throw error
      })
    } else if (there.isFolder === false) throw ownError('notFolder', { path })
    return path
  }
  const rename = async (from: string, to: string): Promise<boolean> => {
    try {
      await sftp.rename(from, to)
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }
  return {
    async list(folder, fits) {
      const entries = await inWords(sftp.list(folder))
      return entries
        .filter(({ name, isFile }) => isFile === true && !/[/\\\0]/.test(name) && fits(name))
        .map((entry) => foundOf(folder, entry.name, entry))
    },
    inspect: (folder, name) => inWords(inspect(folder, name)),
    exists: (folder, name) => inWords(sftp.attributes(pathOf(folder, name)).then((there) => there !== null)),
    makeFolder: (folder, name) => inWords(makeFolder(pathOf(folder, name))),
    rename: (from, to) => inWords(rename(pathOf(from.folder, from.name), pathOf(to.folder, to.name))),
    readText: (folder, name) => inWords(readText(sftp, pathOf(folder, name))),
    writeWhole: (folder, name, content) => {
      const draft = pathOf(folder, `.${name}.tmp`)
      return inWords(sftp.write(draft, content).then(() => sftp.rename(draft, pathOf(folder, name))))
    },
    fetch: (file) => inWords(fetchFile(sftp, file)),
  }
}

/** Answers of the shop's own are far smaller. */
const maxText = 64 * 1024

async function readText(sftp: SftpClient, path: string): Promise<string | null> {
  const parts: Buffer[] = []
  let length = 0
  try {
    await sftp.read(path, (bytes) => {
      length += bytes.length
      if (length > maxText) throw new Error(`${path} is too large.`)
      parts.push(bytes)
    })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  return Buffer.concat(parts).toString('utf8')
}

async function fetchFile(sftp: SftpClient, { path, bytes: size }: FoundFile) {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-sftp-'))
  const release = () => rm(folder, { recursive: true, force: true })
  const copy = join(folder, 'copy')
  try {
    const file = await open(copy, 'w')
    try {
      let length = 0
      await sftp.read(path, async (bytes) => {
        length += bytes.length
        if (length > size) throw new Error(`${path} grows while it is read.`)
        await file.write(bytes)
      })
    } finally {
      await file.close()
    }
    return { path: copy, release }
  } catch (error) {
    await release()
    throw error
  }
}
