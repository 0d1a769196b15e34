import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * Asks for something that nobody may read over a shoulder: it does not show on the terminal. Where standard input is none, its
 * next line is taken. Never an argument: those stand in the list of processes.
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
