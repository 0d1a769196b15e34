import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { secretNames, setPosSecrets } from '#server/payments/payments.ts'
import { promptSecret } from '#cli/prompt-secret.ts'
import { withDatabase } from '#cli/database.ts'
import { report } from './pos-output.ts'

/**
 * `toptan pos secret`: reads keys from a prompt or a file, because the process list shows command lines to every user.
 */
export async function enterSecrets(code: string, file: string | undefined): Promise<number> {
  const given =
    file === undefined ? null : parseSecrets(file === '-' ? await text(process.stdin) : await readSecrets(file))
  if (file !== undefined && given === null) {
    console.error(`Could not read ${file} as lines of the form name=value.`)
    return 1
  }
  return withDatabase(async ({ pool }, { sessionSecret }) => {
    const names = await secretNames(pool, code)
    if (names === null) return report({ ok: false, problem: 'pos_unknown' })
    const secrets = given ?? (await promptAll(names))
    if (Object.keys(secrets).length === 0) {
      console.log('No keys entered. Nothing was changed.')
      return 0
    }
    return report(await setPosSecrets(pool, code, secrets, sessionSecret))
  })
}

/** Prompts for each key. Empty input keeps the current one. */
async function promptAll(names: readonly string[]): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {}
  if (!process.stdin.isTTY) {
    const given = parseSecrets(await text(process.stdin))
    return given ?? {}
  }
  for (const name of names) {
    const value = (await promptSecret(name)).trim()
    if (value !== '') secrets[name] = value
  }
  return secrets
}

async function readSecrets(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}

/** Parses lines of `name=value`; null if there are none, or if one has another form. */
function parseSecrets(lines: string): Record<string, string> | null {
  const pairs = lines
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
    .map((line) => /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line))
  if (pairs.length === 0 || pairs.includes(null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}
