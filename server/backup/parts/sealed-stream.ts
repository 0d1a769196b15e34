import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'
import { BackupError } from '#server/backup/backup-error.ts'

/**
 * Encrypted parts: `TOPTSEA1`, 16 bytes of salt, then chunks of 64 kB, each with its AES-256-GCM tag of 16 bytes. Every part has
 * a key of its own, derived from the backup's key, the salt and the name of the part. The nonce is the number of the chunk and
 * whether it is the last one, so that chunks cannot be removed, moved or cut off.
 */
const magic = Buffer.from('TOPTSEA1')
const saltBytes = 16
const chunkBytes = 64 * 1024
const tagBytes = 16

export const isSealed = (start: Buffer): boolean => start.subarray(0, magic.length).equals(magic)

const keyOf = (key: string, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `toptan backup ${name}`, 32))

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0, 3)
  nonce.writeBigUInt64BE(BigInt(index), 4)
  return nonce
}

/** Collects bytes and hands on blocks of `size`; the last block has 0 to `size` bytes. */
function blocks(
  size: number,
  head: { bytes: number; read(bytes: Buffer): void },
  turn: (block: Buffer, isLast: boolean) => Buffer,
) {
  let held = Buffer.alloc(0)
  let isHeadRead = head.bytes === 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held = Buffer.concat([held, chunk])
      try {
        if (!isHeadRead && held.length >= head.bytes) {
          head.read(held.subarray(0, head.bytes))
          held = held.subarray(head.bytes)
          isHeadRead = true
        }
        // A full block may be the last one: it waits for the byte after it.
        while (isHeadRead && held.length > size) {
          this.push(turn(held.subarray(0, size), false))
          held = held.subarray(size)
        }
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        if (!isHeadRead) throw new BackupError('A part of the backup is cut off.')
        this.push(turn(held, true))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

export function sealStream(key: string, name: string): Transform {
  const salt = randomBytes(saltBytes)
  const partKey = keyOf(key, salt, name)
  let index = 0
  const stream = blocks(chunkBytes, { bytes: 0, read() {} }, (block, isLast) => {
    const cipher = createCipheriv('aes-256-gcm', partKey, nonceOf(index++, isLast))
    return Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()])
  })
  stream.push(Buffer.concat([magic, salt]))
  return stream
}

/** Fails with BackupError if the key is wrong or a byte was changed. */
export function unsealStream(key: string, name: string): Transform {
  let partKey: Buffer = Buffer.alloc(0)
  let index = 0
  const head = {
    bytes: magic.length + saltBytes,
    read(bytes: Buffer) {
      if (!isSealed(bytes)) throw new BackupError(`${name} is not encrypted, although the backup is.`)
      partKey = keyOf(key, Buffer.from(bytes.subarray(magic.length)), name)
    },
  }
  return blocks(chunkBytes + tagBytes, head, (block, isLast) => {
    if (block.length < tagBytes) throw new BackupError(`${name} is cut off.`)
    const cipher = createDecipheriv('aes-256-gcm', partKey, nonceOf(index++, isLast))
    cipher.setAuthTag(block.subarray(-tagBytes))
    try {
      return Buffer.concat([cipher.update(block.subarray(0, -tagBytes)), cipher.final()])
    } catch {
      throw new BackupError(
        `${name} cannot be decrypted: BACKUP_KEY is another one, or the file was changed. Was the key replaced? Set FORMER_BACKUP_KEY.`,
      )
    }
  })
}
