import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#cli/root.ts'
import { embeddedInWeb, importProblem } from './import-rules.ts'

describe('importProblem', () => {
  test.each([
    ['domain/cart/cart.ts', '#contract/core/money.ts'],
    ['domain/cart/cart.ts', 'node:fs'],
    ['domain/cart/cart.ts', 'decimal.js'],
    ['contract/shop/cart.ts', '#server/cart/cart.ts'],
    ['contract/shop/cart.ts', '#contract/admin/orders.ts'],
    ['contract/shop/cart.ts', 'zod'],
    ['server/platform/http/wire.ts', '#server/cart/cart.ts'],
    ['server/platform/http/wire.ts', '#contract/shop/cart.ts'],
    ['server/platform/db/pool.ts', '#domain/money/money.ts'],
    ['server/cart/routes.ts', '#server/orders/orders.ts'],
    ['server/cart/routes.ts', '#server/catalog/product/read-product.ts'],
    ['server/cart/routes.ts', '#server/shop/calls.ts'],
    ['server/cart/routes.ts', '#web/root.tsx'],
    ['server/cart/routes.ts', '#testing/shop.ts'],
    ['server/cart/routes.ts', '#demo/store.ts'],
    ['web/cart/page/cart-page.tsx', '#server/cart/cart.ts'],
    ['web/cart/page/cart-page.tsx', 'node:path'],
    ['web/cart/page/cart-page.tsx', '#web/shell/header.tsx'],
    ['web/offers/offers-page.tsx', '#web/payments/pay-form.tsx'],
    ['web/product/unit-select.tsx', '#web/cart/use-cart.ts'],
    ['web/app/price.tsx', '#web/product/unit-select.tsx'],
    ['web/ui/badge.tsx', '#domain/money/money.ts'],
    ['web/ui/badge.tsx', '#web/app/price.tsx'],
    ['cli/start.ts', '../server/main.ts'],
  ])('%s must not import %s', (file, specifier) => {
    expect(importProblem(file, specifier)).not.toBeNull()
  })

  test.each([
    ['domain/cart/cart.ts', '#domain/money/money.ts'],
    ['contract/shop/cart.ts', 'zod/mini'],
    ['contract/admin/orders.ts', '#contract/shop/orders.ts'],
    ['server/platform/http/wire.ts', '#contract/core/errors.ts'],
    ['server/orders/orders.ts', '#server/cart/cart.ts'],
    ['server/cart/routes.ts', './queries.ts'],
    ['server/cart/routes.test.ts', '#testing/shop.ts'],
    ['server/shop/calls.ts', '#server/monitoring/monitoring.ts'],
    ['web/shell/header.tsx', '#web/cart/mini/mini-cart.tsx'],
    ['web/cart/page/cart-page.tsx', '#web/ui/form/button.tsx'],
    ['web/routes.ts', '@react-router/dev/routes'],
    ['cli/demo.ts', '#demo/load-demo.ts'],
  ])('%s may import %s', (file, specifier) => {
    expect(importProblem(file, specifier)).toBeNull()
  })

  test('lists only embedded modules that exist', async () => {
    const { existsSync } = await import('node:fs')
    const listed = Object.entries(embeddedInWeb).flatMap(([feature, names]) =>
      names.map((name) => `web/${feature}/${name}`),
    )
    expect(listed.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

/** Imports that the check must report: one file for each rule that documentation promises, in each form of import. */
const probes: Readonly<Record<string, string>> = {
  'server/platform/uses-a-feature.ts': `import { lockCart } from '#server/cart/cart.ts'\nexport const uses = lockCart\n`,
  'server/cart/uses-a-later-feature.ts': `export { findOrder } from '#server/orders/orders.ts'\n`,
  'server/orders/uses-an-internal-file.ts': `import type { Line } from '#server/cart/saved-lines.ts'\nexport type Uses = Line\n`,
  'web/offers/uses-internals.ts': `export const load = () => import('#web/payments/pay-form.tsx')\n`,
  'web/cart/uses-the-server.ts': `export * from '#server/cart/cart.ts'\n`,
}

describe('the lint rule project/imports', () => {
  test('reports a violation of each rule', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lint-'))
    try {
      for (const [path, text] of Object.entries(probes)) await write(join(folder, path), text)
      const config = { jsPlugins: [join(root, 'lint/plugin.ts')], rules: { 'project/imports': 'error' } }
      await write(join(folder, '.oxlintrc.json'), JSON.stringify(config))
      const { diagnostics } = JSON.parse(await lint(folder)) as { diagnostics: { code: string; filename: string }[] }
      const reported = diagnostics.filter(({ code }) => code === 'project(imports)').map(({ filename }) => filename)
      expect(reported.toSorted()).toEqual(Object.keys(probes).toSorted())
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** The report of oxlint on a folder, as JSON. Its exit code is not 0 when it finds something. */
function lint(cwd: string): Promise<string> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  return new Promise((resolve) => {
    execFile(process.execPath, [oxlint, '--format', 'json', '.'], { cwd }, (_, output) => resolve(output))
  })
}
