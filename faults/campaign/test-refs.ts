import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#cli/root.ts'

/** A test file, or the tests in it with this title; `%s` and `$name` in a title stand for anything. */
export type TestRef = { file: string; title?: string }

/** The tests in the row of docs/threats.md with this number. Throws if there is no such row. */
export function testsOfThreat(number: number, text = readFileSync(join(root, 'docs/threats.md'), 'utf8')): TestRef[] {
  const row = text.split('\n').find((line) => line.startsWith(`| ${number} `))
  const refs = [...(row ?? '').matchAll(/\[([^\]]+\.test\.ts)\]\(\.\.\/\1\) › (.+?)(?=<br>| \|)/g)]
  if (refs.length === 0) throw new Error(`docs/threats.md has no tests for the check ${number}.`)
  return refs.map(([, file = '', title = '']) => ({ file, title }))
}

/** A test as the runner reports it; `names` are the titles of its describes and its own. */
export type RanTest = { file: string; names: readonly string[]; isPassed: boolean }

/** Judges the tests of a check. Throws with the titles that failed or did not run. Returns how many passed. */
export function judgeTests(refs: readonly TestRef[], ran: readonly RanTest[]): number {
  const problems: string[] = []
  const passed = new Set<RanTest>()
  for (const ref of refs) {
    const found = ran.filter((each) => each.file === ref.file && isNamed(each, ref.title))
    if (found.length === 0) problems.push(`${ref.file} › ${ref.title ?? 'every test'}: did not run`)
    for (const each of found) {
      if (each.isPassed) passed.add(each)
      else problems.push(`${each.file} › ${each.names.at(-1)}: failed`)
    }
  }
  if (problems.length > 0) throw new Error([...new Set(problems)].join('; '))
  return passed.size
}

function isNamed({ names }: RanTest, title: string | undefined): boolean {
  if (title === undefined) return true
  const parts = title.split(/%[a-z]|\$\w+/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const pattern = new RegExp(`^${parts.join('.*')}$`, 's')
  return names.some((name) => pattern.test(name))
}
