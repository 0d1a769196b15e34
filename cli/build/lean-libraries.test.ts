import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leanRouter, unofferedParts, withoutBodies } from './lean-router.ts'
import { root } from '#cli/root.ts'

/** Sources that run in the browser. */
const browserSources = ['domain', 'contract', 'web'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
)

test('functions are emptied by name, and one that is gone is noticed', () => {
  const code = 'export function a() { return b() }\nfunction b() { function c() { return 1 } }'
  expect(withoutBodies('x.js', code, ['a', 'c'])).toBe('export function a() {}\nfunction b() { function c() {} }')
  expect(() => withoutBodies('x.js', code, ['d'])).toThrow('no function "d"')
})

test('pages use nothing of the router that was emptied', () => {
  const file = '/node_modules/react-router/dist/production/lib/router/router.js'
  const code = readFileSync(join(root, file), 'utf8')
  expect(leanRouter(file, code)?.length).toBeLessThan(code.length - 8_000)
  expect(leanRouter('/node_modules/react-router/dist/production/lib/context.js', code)).toBeNull()
  const exported = (source: string, name: string) =>
    new RegExp(`export (async )?(function|const) ${name}\\b`).test(source)
  for (const source of browserSources) {
    for (const part of unofferedParts) expect(source).not.toMatch(new RegExp(`\\b${part}\\b`))
    expect([exported(source, 'action'), exported(source, 'clientAction')]).toEqual([false, false])
    // The router has no way of its own to data.
    expect(exported(source, 'clientLoader')).toBe(exported(source, 'loader'))
  }
})
