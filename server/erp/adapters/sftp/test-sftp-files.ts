import { constants } from 'node:fs'
import { lstat, mkdir, open, type FileHandle, readdir, realpath, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { large, number, openFlag, PacketReader, packetOf, packetType, statusCode, text } from './sftp-packet.ts'

export type TestFaults = {
  /** Takes the connection away before or after the next rename into a folder whose path has this part. */
  loses: { part: string; when: 'before' | 'after' } | null
  /** As servers of Windows: no kinds of files in attributes, no extensions, no replacing rename. */
  isPlain: boolean
}

const nothing = Buffer.alloc(0)

/** Answers packets of SFTP with the files of a folder of this machine. Null: the connection is to be taken away. */
export function serveFiles(root: string, faults: TestFaults): (packet: Buffer) => Promise<Buffer | null> {
  const handles = new Map<string, FileHandle | string[]>()
  let handleCount = 0
  const pathOf = (path: string) => resolve(root, path)
  const status = (id: Buffer, code: number, message = '') =>
    packetOf(packetType.status, id, number(code), text(message), text(''))
  const attributesOf = async (path: string): Promise<Buffer> => {
    const { size, mode, mtimeMs } = await lstat(path)
    const seconds = number(Math.trunc(mtimeMs / 1000))
    if (faults.isPlain) return Buffer.concat([number(1 + 8), large(size), seconds, seconds])
    return Buffer.concat([number(1 + 4 + 8), large(size), number(mode), seconds, seconds])
  }
  const keep = (id: Buffer, value: FileHandle | string[]) => {
    handleCount += 1
    handles.set(String(handleCount), value)
    return packetOf(packetType.handle, id, text(String(handleCount)))
  }
  const fileOf = (packet: PacketReader) => handles.get(packet.text()) as FileHandle
  const move = async (id: Buffer, from: string, to: string) => {
    const isLost = faults.loses !== null && to.includes(faults.loses.part)
    if (isLost && faults.loses?.when === 'before') return lose()
    await rename(pathOf(from), pathOf(to))
    return isLost ? lose() : status(id, statusCode.ok)
  }
  const lose = () => {
    faults.loses = null
    return null
  }

  async function answer(type: number, id: Buffer, packet: PacketReader): Promise<Buffer | null> {
    switch (type) {
      case packetType.realPath:
        return packetOf(
          packetType.name,
          id,
          number(1),
          text(await realpath(pathOf(packet.text()))),
          text(''),
          number(0),
        )
      case packetType.lstat:
        return packetOf(packetType.attributes, id, await attributesOf(pathOf(packet.text())))
      case packetType.makeFolder:
        await mkdir(pathOf(packet.text()))
        return status(id, statusCode.ok)
      case packetType.remove:
        await rm(pathOf(packet.text()))
        return status(id, statusCode.ok)
      case packetType.rename: {
        const [from, to] = [packet.text(), packet.text()]
        if (await lstat(pathOf(to)).catch(() => null)) return status(id, statusCode.failure, 'It exists.')
        return move(id, from, to)
      }
      case packetType.extended: {
        const name = packet.text()
        if (name === 'posix-rename@openssh.com') return move(id, packet.text(), packet.text())
        await fileOf(packet).sync()
        return status(id, statusCode.ok)
      }
      case packetType.openFolder:
        return keep(id, ['.', '..', ...(await readdir(pathOf(lastFolder(packet))))])
      case packetType.readFolder:
        return names(id, packet.text())
      case packetType.open: {
        const path = pathOf(packet.text())
        const isWrite = (packet.number() & openFlag.write) !== 0
        const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC } = constants
        return keep(id, await open(path, isWrite ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY))
      }
      case packetType.read: {
        const file = fileOf(packet)
        const offset = packet.large()
        // Less than was wanted, as servers may.
        const { bytesRead, buffer } = await file.read(
          Buffer.alloc(Math.min(packet.number(), 20_000)),
          0,
          undefined,
          offset,
        )
        return bytesRead === 0
          ? status(id, statusCode.end)
          : packetOf(packetType.data, id, text(buffer.subarray(0, bytesRead)))
      }
      case packetType.write: {
        const file = fileOf(packet)
        const offset = packet.large()
        await file.write(packet.buffer(), 0, undefined, offset)
        return status(id, statusCode.ok)
      }
      case packetType.close: {
        const name = packet.text()
        const handle = handles.get(name)
        handles.delete(name)
        if (handle !== undefined && !Array.isArray(handle)) await handle.close()
        return status(id, statusCode.ok)
      }
      default:
        return status(id, statusCode.failure, `${type}?`)
    }
  }

  let folder = root
  const lastFolder = (packet: PacketReader) => (folder = packet.text())
  async function names(id: Buffer, handle: string): Promise<Buffer> {
    const list = handles.get(handle) as string[]
    const [name, ...rest] = list
    if (name === undefined) return status(id, statusCode.end)
    handles.set(handle, rest)
    const path = join(pathOf(folder), name)
    const kind = (await lstat(path)).isFile() ? '-' : 'd'
    return packetOf(
      packetType.name,
      id,
      number(1),
      text(name),
      text(`${kind}rw------- ${name}`),
      await attributesOf(path),
    )
  }

  return async (bytes) => {
    const packet = new PacketReader(bytes)
    const type = packet.byte()
    if (type === packetType.init) {
      const extensions = ['posix-rename@openssh.com', 'fsync@openssh.com'].flatMap((name) => [text(name), text('1')])
      return packetOf(packetType.version, number(3), faults.isPlain ? nothing : Buffer.concat(extensions))
    }
    const id = number(packet.number())
    try {
      return await answer(type, id, packet)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      const known = code === 'ENOENT' ? statusCode.missing : code === 'EACCES' ? statusCode.denied : statusCode.failure
      return status(id, known, message)
    }
  }
}
