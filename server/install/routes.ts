import type { FastifyInstance, FastifyReply } from 'fastify'
import { offlinePath } from '#contract/core/offline.ts'
import { locales } from '#contract/core/visitor.ts'
import type { StoreSettings } from '#contract/shop/settings.ts'
import { createIcons, type IconName, isIconName } from './icons.ts'
import { manifestOf } from './manifest.ts'
import { type DeviceScripts, findOfflineFiles, serviceWorkerScript } from './offline-files.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { offlinePage } from './offline-page.ts'

export type InstallOptions = {
  /** Folder of the built files. */
  files: string
  scripts: DeviceScripts
  /** Styles of all pages. */
  styles: string
  imageFolders: readonly FileStore[]
  settings(): StoreSettings
}

const hour = 'public, max-age=3600'
const year = 'public, max-age=31536000, immutable'

/** The worker imports its script and stores files of this site; nothing else. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves what makes the shop an app on a phone: manifest, icons, service worker and the page without a connection. None of
 * them depends on the visitor.
 */
export async function serveInstall(app: FastifyInstance, options: InstallOptions): Promise<void> {
  const { settings, scripts } = options
  const icons = createIcons(options.imageFolders)
  const found = await findOfflineFiles(options.files)
  const page = () => offlinePage(settings(), { script: scripts.offlinePage, styles: options.styles })

  app.get<{ Querystring: Record<string, unknown> }>('/manifest.webmanifest', (request, reply) => {
    const locale = locales.find((each) => each === request.query['dil']) ?? 'tr'
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', hour)
      .send(JSON.stringify(manifestOf(settings(), locale)))
  })

  const sendIcon = async (reply: FastifyReply, name: IconName, cacheControl: string) =>
    reply
      .type('image/png')
      .header('cache-control', cacheControl)
      .send(await icons(name, settings()))
  app.get<{ Params: { file: string } }>('/icons/:file', (request, reply) => {
    const name = request.params.file.replace(/\.png$/, '')
    return isIconName(name) && request.params.file.endsWith('.png') ? sendIcon(reply, name, year) : reply.callNotFound()
  })
  // Apple's devices request this address without a link.
  app.get('/apple-touch-icon.png', (_request, reply) => sendIcon(reply, '180', hour))

  app.get('/sw.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', workerPolicy)
      .send(serviceWorkerScript(scripts, found, { path: offlinePath, html: page() })),
  )
  app.get(offlinePath, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', pagePolicy)
      .send(page()),
  )
}
