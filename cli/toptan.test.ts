import { execFile } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { programPath } from '#testing/program.ts'

type Outcome = { code: number; output: string; complaint: string }

function runToptan(...args: string[]): Promise<Outcome> {
  return new Promise((done) => {
    execFile(process.execPath, [programPath('cli/toptan.ts'), ...args], (error, output, complaint) =>
      done({ code: Number(error?.code ?? 0), output, complaint }),
    )
  })
}

const commands = [
  'start',
  'build',
  'migrate',
  'demo',
  'settings',
  'rates',
  'campaign',
  'dealer',
  'user',
  'folder',
  'backup',
  'restore',
  'outbox',
  'jobs',
  'audit',
  'doctor',
  'migrate',
]

describe('--help', () => {
  test.each(commands)('%s prints its usage and does nothing', async (name) => {
    const { code, output, complaint } = await runToptan(name, '--help')
    expect(code).toBe(0)
    expect(output).toMatch(new RegExp(`^toptan ${name}`))
    expect(complaint).toBe('')
  })
})

test('an unknown option prints an error with the usage of the command', async () => {
  const { code, output, complaint } = await runToptan('campaign', 'set', 'Kış', '--foo')
  expect(code).toBe(2)
  expect(output).toBe('')
  expect(complaint).toMatch(/^Unknown option '--foo'/)
  expect(complaint).toContain('toptan campaign list')
  expect(complaint).not.toContain('node:internal')
})

test('an unknown command prints the list of commands', async () => {
  const { code, output, complaint } = await runToptan('nope')
  expect(code).toBe(2)
  expect(complaint).toContain('There is no command "nope".')
  expect(output).toContain('  migrate ')
})
