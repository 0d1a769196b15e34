import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * Prompts for a secret without echo on a terminal; otherwise reads the next line of standard input. Secrets are never
 * arguments, because the process list shows those.
 */
export async function promptSecret(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: isTerminal })
  if (isTerminal) process.stderr.write(`${question}: `)
  const answer = await reader.question('')
  reader.close()
  if (isTerminal) process.stderr.write('\n')
  return answer
}
