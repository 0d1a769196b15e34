import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LucideIcon } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { root } from '#cli/root.ts'

const libraryImport = /^import \{([^}]+)\} from 'lucide-react'$/gm

/** The icons that an import statement names: `ChevronDown as Down` is the file chevron-down, imported as Down. */
function iconsOf(list: string): { file: string; local: string }[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => {
      const [icon = '', local = icon] = name.split(' as ')
      return { file: icon.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase(), local }
    })
}

/** The code with its icons imported one by one from the sprite, each of which a page loads only if it uses it. */
export function withSpriteIcons(code: string): string {
  return code.replace(libraryImport, (_, list: string) =>
    iconsOf(list)
      .map(({ file, local }) => `import ${local} from 'sprite-icon/${file}'`)
      .join('\n'),
  )
}

/** The files of all icons that the pages use, in alphabetical order. */
function usedIcons(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const imports = files.flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(libraryImport)])
  return [...new Set(imports.flatMap(([, list = '']) => iconsOf(list).map(({ file }) => file)))].sort()
}

/** A symbol with the shapes of an icon. Colors and strokes come from the class `icon` of the `<svg>` that uses it. */
async function symbolOf(file: string): Promise<string> {
  const { default: icon } = (await import(`lucide-react/icons/${file}`)) as { default: LucideIcon }
  const shapes = renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '')
  return `<symbol id="${file}" viewBox="0 0 24 24">${shapes}</symbol>`
}

async function createSprite(icons: readonly string[]): Promise<{ fileName: string; source: string }> {
  const symbols = await Promise.all(icons.map(symbolOf))
  const source = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
  const hash = createHash('sha256').update(source).digest('base64url').replace(/[-_]/g, '').slice(0, 5)
  return { fileName: `assets/icons-${hash}.svg`, source }
}

const component = join(root, 'web/ui/sprite-icon.tsx')

/**
 * Draws the library's icons from one file that the browser stores. With their shapes in each page, icons were a seventh of a
 * list (docs/decisions, 097). The development server and tests use the library.
 */
export function iconSprite(): Plugin {
  let sprite: ReturnType<typeof createSprite> | undefined
  const readSprite = async () => (sprite ??= createSprite(usedIcons(join(root, 'web'))))
  return {
    name: 'toptan:icon-sprite',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', ...(await readSprite()) })
    },
    resolveId: { filter: { id: /^sprite-icons?(\/|$)/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0sprite-icons?(\/|$)/ },
      async handler(id) {
        const [, name] = id.split('/')
        if (name !== undefined) {
          return `import { icon } from 'sprite-icons'\nexport default /* @__PURE__ */ icon(${JSON.stringify(name)})`
        }
        const address = `/${(await readSprite()).fileName}`
        return `import { spriteIcons } from ${JSON.stringify(component)}\nexport const icon = /* @__PURE__ */ spriteIcons(${JSON.stringify(address)})`
      },
    },
    transform: {
      // Also the parts into which the router divides a page, which have a query.
      filter: { id: /\/web\/[\w/-]+\.tsx?(\?.*)?$/, code: /lucide-react/ },
      handler: (code) => ({ code: withSpriteIcons(code), map: null }),
    },
  }
}
