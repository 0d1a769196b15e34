import { readFile } from 'node:fs/promises'
import { minify, type Plugin, transformWithOxc } from 'vite'

const query = '?script'

/** The shortest code of a function that a module exports as its default. */
export async function shortestCode(file: string): Promise<string> {
  const script = await transformWithOxc(await readFile(file, 'utf8'), file)
  const { code } = await minify(file, script.code)
  return code.replace(/^export default /, '').replace(/;?\s*$/, '')
}

/** `…?script` is the text of a function for the head of pages: the rest of the server's bundle is not minified. */
export function inlineScript(): Plugin {
  return {
    name: 'toptan:inline-script',
    load: {
      filter: { id: /\?script$/ },
      handler: async (id) => `export default ${JSON.stringify(await shortestCode(id.slice(0, -query.length)))}`,
    },
  }
}
