import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rolldown } from 'vite'
import { browserBundle, pageWordsWhileDeveloping } from '#cli/build/browser-bundle.ts'
import { isOfArea, isOfGrid, isShared, laterFiles } from '#cli/build/bundle-areas.ts'
import { iconSprite } from '#cli/build/icon-sprite.ts'
import { inlineScript } from '#cli/build/inline-script.ts'
import { keepPlaces } from '#cli/build/keep-places.ts'
import { serverBundle } from '#cli/build/server-bundle.ts'

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    browserBundle(),
    iconSprite(),
    inlineScript(),
    pageWordsWhileDeveloping(),
    serverBundle(),
    keepPlaces(),
  ],
  publicDir: 'web/public',
  optimizeDeps: { include: ['lucide-react', 'zod/mini', '@tanstack/react-virtual'] },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 300 },
  environments: {
    client: {
      build: {
        // Every page has these files already.
        modulePreload: {
          resolveDependencies: (_, files) =>
            files.filter((file) => !/\/(framework|shared|rolldown-runtime)-/.test(file)),
        },
        rolldownOptions: {
          // What the router tells developers. In our code a function of these names has to have a result.
          treeshake: { manualPureFunctions: ['warning', 'warningOnce', 'warnOnce'] },
          output: {
            // Seven digits tell the versions of a file apart. Every page loads the list of them, and hashes do not compress.
            hashCharacters: 'hex',
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: ({ facadeModuleId }) =>
              `assets/${/\/locales\/\w+\.json$/.test(facadeModuleId ?? '') ? 'words-' : ''}[name]-[hash:7].js`,
            // Three files for every page: libraries, what pages share, and the page itself; one more for the grid view, and a few
            // for what the list needs later or never. Finer cuts cost more than they spare.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                  priority: 2,
                },
                {
                  name: (id, modules) => (isShared(id, modules) ? 'shared' : null),
                  priority: 1,
                },
                { name: (id, modules) => (isOfGrid(id, modules) ? 'grid' : null) },
                ...laterFiles.map(
                  (area): Rolldown.CodeSplittingGroup => ({
                    name: (id, modules) => (isOfArea(area, id, modules) ? `later-${area}` : null),
                    minShareCount: 2,
                  }),
                ),
              ],
            },
          },
        },
      },
    },
  },
})
