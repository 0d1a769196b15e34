import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '#cli/root.ts'
import { runTool } from '#cli/tools/run-step.ts'
import type { RanTest } from './test-refs.ts'

/** The part of the runner's JSON report that counts. */
type Report = {
  testResults: {
    name: string
    message: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[]
  }[]
}

const projects = ['server', 'web*', 'pure'].flatMap((name) => ['--project', name])
const journeys = ['--config', 'e2e/vitest.config.ts']

/** Runs test files of the project, journeys in a browser included. Throws with the runner's output if it has no report. */
export async function runTests(files: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<RanTest[]> {
  const isJourney = (file: string) => file.startsWith('e2e/')
  const groups = [
    { files: files.filter((file) => !isJourney(file)), options: projects },
    { files: files.filter(isJourney), options: journeys },
  ]
  const ran: RanTest[] = []
  for (const group of groups) if (group.files.length > 0) ran.push(...(await runGroup(group, env)))
  return ran
}

async function runGroup(
  { files, options }: { files: readonly string[]; options: readonly string[] },
  env: NodeJS.ProcessEnv,
): Promise<RanTest[]> {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-faults-'))
  try {
    const path = join(folder, 'report.json')
    const command = ['vitest', 'run', ...options, '--reporter', 'json', '--outputFile', path, ...files]
    const { output } = await runTool(command, { isQuiet: true, env })
    const text = await readFile(path, 'utf8').catch(() => {
      throw new Error(`The tests did not run: ${output.slice(-2_000)}`)
    })
    return readReport(JSON.parse(text) as Report)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function readReport({ testResults }: Report): RanTest[] {
  return testResults.flatMap(({ name, assertionResults, message }) => {
    const file = relative(root, name).replaceAll('\\', '/')
    // A file that cannot be loaded has no tests.
    if (assertionResults.length === 0) return [{ file, names: [message], isPassed: false }]
    return assertionResults
      .filter(({ status }) => ['passed', 'failed'].includes(status))
      .map(({ ancestorTitles, title, status }) => ({
        file,
        names: [...ancestorTitles, title],
        isPassed: status === 'passed',
      }))
  })
}
