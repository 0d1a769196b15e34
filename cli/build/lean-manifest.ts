import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

type Route = { id: string; path?: string; module: string; imports: string[] }
type Manifest = { routes: Record<string, Route> }

const start = 'window.__reactRouterManifest='

/** In the browser: the routes again, from what `leanManifest` writes. */
const restore = `((files,shared,routes,rest)=>({...rest,routes:Object.fromEntries(routes.map(([id,path,file,at])=>[id,{id,path:path??void 0,...shared[at],module:\`/assets/\${file[0]==='-'?id.split('/').pop()+file:file}.js\`,imports:shared[at].imports.map(at=>files[at])}]))}))`

/** Numbers texts or objects in the order of their first use. */
function createNumbers<Value>() {
  const numbers = new Map<string, number>()
  const values: Value[] = []
  const numberOf = (value: Value): number => {
    const key = JSON.stringify(value)
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, values.length)
    return values.push(value) - 1
  }
  return { values, numberOf }
}

/** `/assets/orders-page-1a2b3c4.js` of the route `orders/orders-page` is `-1a2b3c4`. */
function shortFile({ id, module }: Route): string {
  const file = module.slice('/assets/'.length, -'.js'.length)
  const name = basename(id)
  return file.startsWith(`${name}-`) ? file.slice(name.length) : file
}

/**
 * The script with all routes, which every page loads, in a shorter notation: what routes have in common and the names of
 * files are written once.
 */
export function leanManifest(code: string): string {
  const { routes, ...rest } = JSON.parse(code.slice(start.length).replace(/;\s*$/, '')) as Manifest
  const files = createNumbers<string>()
  const shared = createNumbers<object>()
  const rows = Object.values(routes).map((route) => {
    const { id, path, module: _, imports, ...fields } = route
    return [id, path ?? null, shortFile(route), shared.numberOf({ ...fields, imports: imports.map(files.numberOf) })]
  })
  const parts = [files.values, shared.values, rows, rest].map((part) => JSON.stringify(part))
  return `${start}${restore}(${parts.join()});`
}

/** Shortens the built script with all routes. */
export async function shortenManifest(assets: string): Promise<void> {
  const name = (await readdir(assets)).find((file) => /^manifest-.*\.js$/.test(file))
  if (name === undefined) throw new Error('The build has no list of routes.')
  const file = join(assets, name)
  await writeFile(file, leanManifest(await readFile(file, 'utf8')))
}
