import type { Plugin } from 'vite'
import packageFile from '../../package.json' with { type: 'json' }

/** What the pages need of the packages is built into them: their production code, without what they do not use. */
const packagesOfPages = new Set([
  '@react-router/node',
  '@simplewebauthn/browser',
  '@tanstack/react-virtual',
  'lucide-react',
  'react',
  'react-dom',
  'react-router',
  'uplot',
  'uqr',
  'zod',
  'zxing-wasm',
])

/**
 * Builds the server (cli/serve.ts) together with the pages, so that both use one copy of what they share; and the one that the
 * bench measures, which differs in a few lines.
 */
export function serverBundle(): Plugin {
  return {
    name: 'server-bundle',
    apply: 'build',
    configEnvironment(name) {
      if (name !== 'ssr') return null
      return {
        resolve: {
          noExternal: true,
          external: Object.keys(packageFile.dependencies).filter((each) => !packagesOfPages.has(each)),
        },
        build: {
          sourcemap: true,
          rolldownOptions: {
            input: { index: 'virtual:react-router/server-build', serve: 'cli/serve.ts', bench: 'bench/server.ts' },
            output: {
              entryFileNames: '[name].js',
              // Names of fonts and pictures have to be those of the browser's files.
              hashCharacters: 'hex',
              // A source with one Turkish letter takes two bytes of memory for each of its characters. Lines stay as they are,
              // for stack traces.
              comments: false,
              minify: { compress: false, mangle: false, codegen: { asciiOnly: true, removeWhitespace: false } },
              minifyInternalExports: false,
            },
          },
        },
      }
    },
    // Pages are rendered by React's production code whatever NODE_ENV the server runs under.
    transform(code, id) {
      if (this.environment.name !== 'ssr' || !id.includes('node_modules')) return null
      return code.replaceAll('process.env.NODE_ENV', '"production"')
    },
  }
}
