import type { IncomingMessage, ServerResponse } from 'node:http'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { serveInstall } from '#server/install/install.ts'
import { bankOrigins, type PaymentDeps } from '#server/payments/payments.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import type { Calls, VisitOptions } from '#server/visitor/visitor.ts'
import { findWordFiles, noStyles, readStyles } from '#server/platform/http/page-styles.ts'
import { renderPages } from '#server/platform/http/pages.ts'
import type { RenderLimits } from '#server/platform/http/render-budget.ts'
import type { ShopCaches } from './caches.ts'
import { shopPageRules } from './page-rules.ts'

export type Pages = {
  loadBuild(): Promise<ServerBuild>
  /** Folder of the built files; null if `middleware` serves them. */
  files: string | null
  mode: 'production' | 'development'
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

type ShopPageOptions = {
  pages: Pages
  payments: PaymentDeps
  visit: VisitOptions
  shop: ShopCaches
  publicUrl: string
  imageFolders: readonly FileStore[]
  /** None in tests and benchmarks, which send more than a visitor can. */
  renderLimits?: RenderLimits | undefined
}

/** Serves the pages, rendered with the calls of this process, and their files. */
export async function serveShopPages(app: FastifyInstance, calls: Calls, options: ShopPageOptions): Promise<void> {
  const { pages, payments, visit, publicUrl } = options
  const { store, catalog, campaigns, searchRules } = options.shop
  if (pages.files !== null) await serveBuiltFiles(app, pages.files)
  if (pages.middleware !== undefined) {
    app.addHook('onRequest', (request, reply, done) => {
      // A worker runs under the policy of its file, and the default one allows nothing.
      reply.raw.removeHeader('content-security-policy')
      pages.middleware?.(request.raw, reply.raw, done)
    })
  }
  const stamp = () => [store.facts().stamp, catalog.version(), campaigns.stamp(), searchRules.version()].join('/')
  const cacheStamp = () => (pages.mode === 'production' && catalog.version() !== null ? stamp() : null)
  const styles = pages.mode === 'production' ? await readStyles(await pages.loadBuild(), pages.files) : noStyles
  if (pages.files !== null) {
    const { deviceScripts } = (await pages.loadBuild()).entry
      .module as unknown as typeof import('#web/entry.server.tsx')
    await serveInstall(app, {
      files: pages.files,
      scripts: deviceScripts,
      styles: styles.text,
      imageFolders: options.imageFolders,
      settings: () => store.facts().settings,
    })
  }
  renderPages(app, calls, {
    ...shopPageRules(visit, () => bankOrigins(payments)),
    loadBuild: () => pages.loadBuild(),
    mode: pages.mode,
    publicUrl,
    isUnavailable,
    styles,
    wordFiles: await findWordFiles(pages.files),
    cacheStamp,
    renderLimits: options.renderLimits,
  })
}

const decoderPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"

/** Serves the built scripts, styles, fonts and drawings. Names of assets change with their content. */
async function serveBuiltFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    decorateReply: false,
    // The build compresses scripts and styles at the highest level. Images have their own route.
    preCompressed: true,
    globIgnore: ['images/**', '**/*.br'],
    setHeaders(reply, path) {
      const isAsset = path.includes('/assets/') || path.includes('\\assets\\')
      // Pages do not allow WebAssembly: this worker alone does, by a policy of its own.
      if (isAsset && /barcode-worker-[\w-]+\.js/.test(path)) reply.header('content-security-policy', decoderPolicy)
      reply.header(
        'cache-control',
        isAsset ? 'public, max-age=31536000, immutable' : 'public, max-age=86400, stale-while-revalidate=604800',
      )
    },
  })
}
