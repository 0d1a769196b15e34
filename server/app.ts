import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { ServerBuild } from 'react-router'
import { refuse } from '#contract/errors.ts'
import { migrationsFolder } from '#db/migrations-folder.ts'
import {
  loadSession,
  registerAccount,
  registerAccountSettings,
  registerDealers,
  registerPasswordLinks,
  registerUsers,
  scrubAccountTokens,
} from '#server/account/account.ts'
import { registerAudit } from '#server/audit/audit.ts'
import { type Campaigns, openCampaigns, registerCampaignAdministration } from '#server/campaigns/campaigns.ts'
import { countGuestLines, moveGuestCart, registerCart } from '#server/cart/cart.ts'
import {
  type Catalog,
  offeredProducts,
  openCatalog,
  registerCatalog,
  registerCatalogAdministration,
  registerProductForm,
} from '#server/catalog/catalog.ts'
import { registerCheckout } from '#server/checkout/checkout.ts'
import { type Config, publicUrlOf } from '#server/config.ts'
import { registerCurrencyAdministration } from '#server/exchange-rates/exchange-rates.ts'
import { photosFolder, registerFaultReports, serveFaultPhotos } from '#server/fault-reports/fault-reports.ts'
import { importsFolder, registerImports, serveImportCsv } from '#server/imports/imports.ts'
import { imageFolders, serveImages } from '#server/images/images.ts'
import { openMonitoringChannel, registerMonitoring } from '#server/monitoring/monitoring.ts'
import { registerOfferAdministration, registerOffers, serveOfferFiles } from '#server/offers/offers.ts'
import { registerOrderAdministration, registerOrders } from '#server/orders/orders.ts'
import { isOpenLink, registerPaymentLinks, scrubLinkTokens } from '#server/payment-links/payment-links.ts'
import {
  type BankHttp,
  bankOrigins,
  openCardPayment,
  type PaymentDeps,
  registerPayments,
  serveCallbacks,
} from '#server/payments/payments.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import { listen } from '#server/platform/db/listen.ts'
import { pendingMigrations } from '#server/platform/db/migrate.ts'
import { registerExports, serveExports } from '#server/platform/exports/serve-exports.ts'
import { serveApiDocs } from '#server/platform/http/api-docs.ts'
import { acceptBodies, bodyLimit } from '#server/platform/http/body.ts'
import { Calls } from '#server/platform/http/handle.ts'
import { type OutsideCall, outsideCall } from '#server/platform/http/outside-call.ts'
import { serveOperations } from '#server/platform/http/operations.ts'
import { readStyles } from '#server/platform/http/page-styles.ts'
import { renderPages } from '#server/platform/http/pages.ts'
import { scrubCards } from '#server/platform/http/scrub.ts'
import { secureHeaders } from '#server/platform/http/security.ts'
import {
  answerBadAddress,
  answerBrokenRequest,
  answerFailures,
  sendRefusal,
  wireCalls,
} from '#server/platform/http/wire.ts'
import { preferredLocale } from '#server/platform/http/words.ts'
import { openDealerAccounts, openRisk } from '#server/risk/risk.ts'
import { serveSandboxBank } from '#server/sandbox-bank/sandbox-bank.ts'
import { serveSearchEngines } from '#server/seo/seo.ts'
import { openSearchLog, type SearchLog } from '#server/search-log/search-log.ts'
import {
  createStore,
  registerPlanAdministration,
  registerSettings,
  registerSettingsAdministration,
  stampOf,
  type Store,
} from '#server/settings/settings.ts'
import { registerWarehouseAdministration } from '#server/stock/stock.ts'
import { registerStatement, serveStatementFiles } from '#server/statement/statement.ts'
import { registerWarranty } from '#server/warranty/warranty.ts'
import { openShopExports } from './shop-exports.ts'
import { openShopPayments } from './shop-payments.ts'

export type AppOptions = {
  config: Config
  database: Database
  version: string
  /** The pages' bundle; without it (in tests of calls) no page is served. */
  pages?: Pages
  /** Tests and measurements send more than a person can. */
  hasRateLimits?: boolean
  /** Tests move the clock of payments and of the sandbox bank. */
  now?: () => Date
  /** Tests reach the sandbox bank without a socket. */
  bankHttp?: BankHttp
  /** Tests stand in for services outside. */
  outside?: OutsideCall
  /** Where the log goes instead of to the standard output. */
  logTo?: { write(line: string): void }
  /** Tests do not wait for the sandbox bank. */
  bankPauses?: { slow: number; silent: number }
}

export type Pages = {
  loadBuild(): Promise<ServerBuild>
  /** Folder of the built files; null where `middleware` gives them. */
  files: string | null
  mode: 'production' | 'development'
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

// Per address: a whole office may stand behind one. Files are cheap, and a page has dozens of them.
const rateLimits = {
  max: 3000,
  timeWindow: '1 minute',
  allowList: (request: FastifyRequest) => /^\/(assets|images|drawings)\//.test(request.url),
}

// The strongest levels cost more time than the line saves.
const compression = {
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 5 },
}

/** The shop as a function: everything but the listening. Close it to let go of the database. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database } = options
  const app = Fastify(serverOptions(options))
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  answerFailures(app, isUnavailable)
  await secureHeaders(app, isSecure)
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    ...compression,
  })
  await app.register(cookie)
  await acceptBodies(app)
  if (options.hasRateLimits ?? true) await app.register(rateLimit, rateLimits)
  await app.register(underPressure, { maxEventLoopDelay: 2000, retryAfter: 2 })
  const session = {
    secret: config.sessionSecret,
    isSecure,
    loadSession: (value: string) => loadSession(database.pool, value),
  }
  // Before any other route: what asks for a socket elsewhere is then let go of.
  await openMonitoringChannel(app, {
    ...{ pool: database.pool, visit: session, publicUrl: config.publicUrl ?? null },
  })

  const shop = await openShop(app, options)
  const { store, catalog, campaigns } = shop
  const guestCarts = {
    isOn: () => store.facts().settings.guestCarts === '1',
    countLines: (token: string) => countGuestLines(database.pool, token),
  }
  const visit = { ...session, guestCarts }
  const { now = () => new Date() } = options
  const payments = openShopPayments(app, { config, pool: database.pool, store, now, http: options.bankHttp })
  app.decorate('payments', payments)
  const calls = registerFeatures({ options, payments, ...shop })
  const exports = openShopExports(app, { pool: database.pool, store, catalog, dataDir: config.dataDir })
  registerExports(calls, exports)
  wireCalls(app, calls, { ...visit, stampOf: (context) => stampOf(context, store.facts()) })
  await serveApiDocs(app, calls, options.version)
  serveOperations(app, {
    isReady: async () => (await pendingMigrations(database.pool, migrationsFolder)).length === 0,
    mayReadMetrics: (address) => address === '127.0.0.1' || address === '::1',
  })
  await serveImages(app, imageFolders(config.dataDir, options.pages?.files ?? null))
  if (!config.production) {
    const { bankPauses: pauses } = options
    const shopName = () => store.facts().settings.storeName
    serveSandboxBank(app, { pool: database.pool, now, shopName, ...(pauses && { pauses }) })
  }
  await serveCallbacks(app, payments)
  const publicUrl = publicUrlOf(config)
  serveStatementFiles(app, { pool: database.pool, store, visit })
  serveFaultPhotos(app, { pool: database.pool, folder: photosFolder(config.dataDir), visit })
  serveExports(app, exports, visit)
  serveImportCsv(app, { pool: database.pool }, visit)
  serveOfferFiles(app, { pool: database.pool, store, visit })
  serveSearchEngines(app, { pool: database.pool, store, catalog, campaigns, publicUrl })
  if (options.pages !== undefined) {
    const { pages } = options
    if (pages.files !== null) await serveFiles(app, pages.files)
    if (pages.middleware !== undefined) {
      app.addHook('onRequest', (request, reply, done) => pages.middleware?.(request.raw, reply.raw, done))
    }
    const stamp = () => [store.facts().version, catalog.version(), campaigns.stamp()].join('/')
    const cacheStamp = () => (pages.mode === 'production' && catalog.version() !== null ? stamp() : null)
    const styles = pages.mode === 'production' ? await readStyles(await pages.loadBuild(), pages.files) : ''
    const policy = { bankOrigins: () => bankOrigins(payments) }
    renderPages(app, calls, { ...visit, ...pages, ...policy, publicUrl, isUnavailable, styles, cacheStamp })
  }
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(reply, refuse('not_found'), preferredLocale(request.headers['accept-language'])),
  )
  return app
}

function serverOptions({ config, logTo }: AppOptions) {
  return {
    logger: {
      level: config.logLevel,
      redact: ['req.headers.cookie', 'req.headers.authorization', 'req.headers["x-csrf-token"]'],
      hooks: { streamWrite: (line: string) => scrubCards(scrubAccountTokens(scrubLinkTokens(line))) },
      ...(logTo && { stream: logTo }),
    },
    bodyLimit,
    trustProxy: 'loopback',
    logController: new LogController({ disableRequestLogging: config.logLevel === 'warn' }),
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
    requestIdHeader: false as const,
    routerOptions: { maxParamLength: 500 },
    requestTimeout: 30_000,
    forceCloseConnections: 'idle' as const,
  }
}

type Shop = { store: Store; catalog: Catalog; campaigns: Campaigns; searchLog: SearchLog }

/** What the process keeps of the shop in its memory, fed by the database's notifications and by re-reading. */
async function openShop(app: FastifyInstance, { database }: AppOptions): Promise<Shop> {
  const heard = new Map<string, () => void>()
  const warn = (message: string) => app.log.warn(message)
  const hear = (channel: string, onNotice: () => void) => void heard.set(channel, onNotice)
  const store = await createStore(database.pool, { listen: hear, warn })
  const catalog = openCatalog(database.pool, { listen: hear, warn })
  const campaigns = await openCampaigns(database.pool, { warn })
  const searchLog = openSearchLog(database.pool, { warn })
  const listener = listen(
    database.connection,
    [...heard.keys()],
    (channel) => heard.get(channel)?.(),
    () => heard.forEach((onNotice) => onNotice()),
  )
  app.addHook('onClose', async () => {
    await Promise.all([listener, store, catalog, campaigns, searchLog].map((part) => part.close()))
  })
  return { store, catalog, campaigns, searchLog }
}

type FeatureOptions = { options: AppOptions; payments: PaymentDeps } & Shop

function registerFeatures({ options, payments, ...shop }: FeatureOptions): Calls {
  const calls = new Calls()
  const deps = { ...shop, pool: options.database.pool, secret: options.config.sessionSecret }
  const { hasSandbox, now, publicUrl } = payments
  const cardPayment = openCardPayment({ ...deps, hasSandbox })
  registerAudit(calls, deps)
  const imagesFolder = imageFolders(options.config.dataDir, null).folders[0]
  registerSettingsAdministration(calls, { ...deps, imagesFolder })
  registerPlanAdministration(calls, deps)
  registerCurrencyAdministration(calls, deps)
  registerSettings(calls, { ...deps, risk: openRisk(deps), cardPayment })
  registerAccount(calls, {
    ...deps,
    moveGuest: (db, user, guest) => moveGuestCart(db, user, guest, shop.store),
  })
  registerPasswordLinks(calls, deps)
  registerUsers(calls, deps)
  registerDealers(calls, { ...deps, accounts: openDealerAccounts(shop.store) })
  registerAccountSettings(calls, { ...deps, imagesFolder })
  registerWarehouseAdministration(calls, deps)
  registerStatement(calls, deps)
  registerCampaignAdministration(calls, { ...deps, presentProducts: offeredProducts })
  registerCatalog(calls, deps)
  registerCatalogAdministration(calls, deps)
  registerProductForm(calls, { ...deps, imagesFolder })
  registerImports(calls, { ...deps, folder: importsFolder(options.config.dataDir) })
  registerCart(calls, deps)
  registerOrders(calls, deps)
  registerOrderAdministration(calls, deps)
  registerCheckout(calls, deps)
  registerPayments(calls, { ...payments, isOpenLink: (token) => isOpenLink(deps.pool, token, now()) })
  registerPaymentLinks(calls, { ...deps, cardPayment, publicUrl, now })
  registerOffers(calls, deps)
  registerOfferAdministration(calls, deps)
  registerFaultReports(calls, { ...deps, folder: photosFolder(options.config.dataDir) })
  registerWarranty(calls, { ...deps, now, outside: options.outside ?? outsideCall() })
  registerMonitoring(calls, deps)
  return calls
}

/** The built scripts, styles, fonts and drawings; names of assets change with their content. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    decorateReply: false,
    // Scripts and styles lie packed beside themselves, as small as it gets; pictures have their own way.
    preCompressed: true,
    globIgnore: ['images/**', '**/*.br'],
    setHeaders(reply, path) {
      const isAsset = path.includes('/assets/') || path.includes('\\assets\\')
      reply.header(
        'cache-control',
        isAsset ? 'public, max-age=31536000, immutable' : 'public, max-age=86400, stale-while-revalidate=604800',
      )
    },
  })
}
