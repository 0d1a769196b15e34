import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { browserBundle, isOfGrid, isShared, pageWordsWhileDeveloping } from '#cli/build/browser-bundle.ts'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), browserBundle(), pageWordsWhileDeveloping()],
  publicDir: 'web/public',
  optimizeDeps: { include: ['lucide-react', 'zod/mini', '@tanstack/react-virtual'] },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 300 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Seven characters tell a few hundred files apart. Every page loads the list of them, and hashes do not compress.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            // Three files for every page: libraries, what pages share, and the page itself; one more for the grid view, and one for
            // what the list needs later or never. Finer cuts cost more than they spare.
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
                { name: 'later', minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  // Built pages are rendered by React's production code whatever NODE_ENV the server runs under.
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' }, ssr: { noExternal: true } }),
}))
