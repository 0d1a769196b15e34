import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from './mail.ts'

/** Writes an email as an .eml file, atomically. Sending the same email again replaces the file. */
export async function saveMail(folder: string, mail: Mail, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = fileName(mail)
  const draft = join(folder, `.${name}.${process.pid}`)
  await writeFile(draft, message, { mode: 0o600, flush: true })
  await rename(draft, join(folder, name))
}

/** Subject, recipient and the start of the key's hash, in characters that every file system accepts. */
function fileName({ subject, to, key }: Mail): string {
  const mark = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return `${readableName(subject, 60)}-${readableName(to, 60)}-${mark}.eml`
}

function readableName(text: string, most: number): string {
  const plain = text.replaceAll('ı', 'i').normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return plain
    .replaceAll(/[^\w.@]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, most)
}
