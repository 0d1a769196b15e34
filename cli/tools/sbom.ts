import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import { root } from '#cli/root.ts'

export const usage = `toptan sbom [--licenses]

Prints the packages that the program runs with, exactly as locked, as a CycloneDX document of npm. With --licenses, a
table of the packages by licence instead. The network is not needed.`

type Component = {
  name: string
  version: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { licenses: { type: 'boolean', default: false } } })
  const command = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev']
  const { stdout } = await promisify(execFile)('npm', [...command, '--package-lock-only'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (values.licenses)
    for (const line of licenseTable(JSON.parse(stdout) as { components: Component[] })) console.log(line)
  else console.log(stdout)
  return 0
}

/** One line a licence, with its packages. Packages whose lockfile entry names none are last. */
export function licenseTable({ components }: { components: readonly Component[] }): string[] {
  const byLicense = Map.groupBy(components, ({ licenses = [] }) =>
    licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression).join(' AND '),
  )
  return [...byLicense]
    .toSorted(([a], [b]) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
    .map(([license, found]) => {
      const names = [...new Set(found.map(({ name, version }) => `${name}@${version}`))]
      return `${license || 'not in the lockfile'}: ${names.join(', ')}`
    })
}
