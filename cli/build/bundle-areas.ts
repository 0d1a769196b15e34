import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#cli/root.ts'

type ModuleInfo = { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean }
type Modules = { getModuleInfo(id: string): ModuleInfo | null }

/** Modules that every page loads, and the page that most visits start with, as paths from the project's root. */
export const everyPage = ['web/root.tsx', 'web/entry.client.tsx']
export const firstPage = 'web/catalog/catalog-page.tsx'

/** The pages and on-demand parts that need a module at once, as paths without a query. */
function entriesOf(id: string, modules: Modules): Set<string> {
  const entries = new Set<string>()
  const visited = new Set([id])
  for (const module of visited) {
    const info = modules.getModuleInfo(module)
    if (info?.isEntry || (info?.dynamicImporters.length ?? 0) > 0) entries.add(module.replace(/\?.*$/, ''))
    for (const importer of info?.importers ?? []) visited.add(importer)
  }
  return entries
}

/**
 * Whether a module belongs to the shared file: every page or the list page loads it. The entry points and the list page stay
 * in files of their own, with the style sheet of the root. The list page waits for the code of a product with a top-level
 * `await`: in a file that this code imports, the wait would never end.
 */
export function isShared(id: string, modules: Modules): boolean {
  const path = id.replace(/\?.*$/, '')
  const separate = [...everyPage, firstPage]
  if (id.endsWith('.css') || separate.some((file) => path.endsWith(`/${file}`))) return false
  const entries = [...entriesOf(id, modules)]
  return separate.some((file) => entries.some((entry) => entry.endsWith(`/${file}`)))
}

/**
 * Where a page or an on-demand part is used. `device`: what every page loads when idle; `idle`: what the list then loads for
 * dealers; `list`: what the list opens, and products; `signIn`: the page to which guests come from the cart.
 */
type Area = 'device' | 'idle' | 'list' | 'signIn' | 'cart' | 'other' | 'administration'

/** Files of pages with their paths. */
const routes = [...readFileSync(join(root, 'web/routes.ts'), 'utf8').matchAll(/route\('([^']+)', '([^']+)'/g)].map(
  ([, path = '', file = '']) => ({ path, file: `/web/${file}` }),
)

/** Parts that every page loads when idle, with their texts. */
export const afterPage = [
  'app/data/live-client.ts',
  'app/data/watch-trouble.ts',
  'app/device/start-device.ts',
  'shell/error-content.tsx',
  'shell/trouble-strip.tsx',
]

function areaOfPage(page: string): Area | null {
  if (afterPage.some((file) => page.endsWith(`/web/${file}`))) return 'device'
  if (/\/web\/(shell\/notices|catalog\/list\/product-actions)\.tsx$/.test(page)) return 'idle'
  if ([...everyPage, firstPage].some((file) => page.endsWith(`/${file}`))) return 'list'
  if (page.endsWith('/web/account/login-page.tsx')) return 'signIn'
  if (/\/web\/cart\/(page|checkout)\/[\w-]+-page\.tsx$/.test(page)) return 'cart'
  const route = routes.find(({ file }) => page.endsWith(file))
  return route === undefined ? null : route.path.startsWith('yonetim') ? 'administration' : 'other'
}

/** The areas whose pages load a module, at once or on demand. */
function areasOf(id: string, modules: Modules): Set<Area> {
  const areas = new Set<Area>()
  const entries = entriesOf(id, modules)
  for (const entry of entries) {
    const area = areaOfPage(entry)
    if (area !== null) areas.add(area)
    else
      for (const importer of modules.getModuleInfo(entry)?.dynamicImporters ?? [])
        for (const page of entriesOf(importer, modules)) entries.add(page)
  }
  return areas
}

/**
 * Files of what several pages or parts load, but not the first page. A module belongs to the first area that uses it. A file
 * also contains the imports of its modules, which earlier areas may use too.
 */
export const laterFiles: readonly Area[] = ['device', 'idle', 'list', 'signIn', 'cart', 'other', 'administration']

const areaOfModule = new Map<string, Area | undefined>()

/** Whether a module belongs to one of these files. */
export function isOfArea(area: Area, id: string, modules: Modules): boolean {
  if (!areaOfModule.has(id)) {
    const areas = areasOf(id, modules)
    const file = laterFiles.find((area) => areas.has(area))
    areaOfModule.set(id, file)
  }
  return areaOfModule.get(id) === area
}

/** Whether a module that is not shared belongs to the file of the grid view. */
export function isOfGrid(id: string, modules: Modules): boolean {
  return [...entriesOf(id, modules)].some((entry) => entry.endsWith('/web/catalog/list/grid-view.tsx'))
}
