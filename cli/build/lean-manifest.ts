import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

type Route = { id: string; path?: string; module: string; clientLoaderModule?: string; imports: string[] }
type Manifest = { entry: { imports: string[] }; routes: Record<string, Route> }

const start = 'window.__reactRouterManifest='

/** In the browser: the routes again, from what `leanManifest` writes. */
const restore = `((rest,shared,rows)=>{const fileOf=(file,id)=>file?\`/assets/\${file[0]==='-'?id.split('/').pop()+file:file}.js\`:void 0;return{...rest,routes:Object.fromEntries(rows.split('\\n').map(row=>{const[id,at,file,loader,path]=row.split(' ');return[id,{id,path:path||void 0,...shared[at],module:fileOf(file,id),clientLoaderModule:fileOf(loader,id)}]}))}})`

/** `/assets/orders-page-1a2b3c4.js` of the route `orders/orders-page` is `-1a2b3c4`. */
function shortFile(id: string, module: string | undefined): string {
  const file = module?.slice('/assets/'.length, -'.js'.length) ?? ''
  const name = basename(id)
  return file.startsWith(`${name}-`) ? file.slice(name.length) : file
}

/**
 * Shortens the script that lists all routes, which every page loads: fields that routes share are written once. The files
 * that a route or the entry point imports are left out: only the server's list needs them, to preload those of the first page.
 */
export function leanManifest(code: string): string {
  const { routes, ...rest } = JSON.parse(code.slice(start.length).replace(/;\s*$/, '')) as Manifest
  rest.entry.imports = []
  const shared: string[] = []
  const rows = Object.values(routes).map((route) => {
    const { id, path = '', module, clientLoaderModule, imports: _, ...fields } = route
    const text = JSON.stringify(fields)
    if (!shared.includes(text)) shared.push(text)
    return [id, shared.indexOf(text), shortFile(id, module), shortFile(id, clientLoaderModule), path].join(' ')
  })
  return `${start}${restore}(${JSON.stringify(rest)},[${shared.join()}],${JSON.stringify(rows.join('\n'))});`
}

/** Shortens the built script with all routes. */
export async function shortenManifest(assets: string): Promise<void> {
  const name = (await readdir(assets)).find((file) => /^manifest-.*\.js$/.test(file))
  if (name === undefined) throw new Error('The build has no list of routes.')
  const file = join(assets, name)
  await writeFile(file, leanManifest(await readFile(file, 'utf8')))
}
