import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { Registry } from 'prom-client'
import { refuse } from '#contract/core/errors.ts'
import { statusOf } from '#contract/errors/errors.ts'
import { pages } from '#contract/core/pages.ts'
import { maskCards } from '#domain/payments/card-text.ts'
import { migrationsFolder } from '#db/migrations-folder.ts'
import { openSessionCache, scrubAccountTokens, scrubSignInCodes, serveSingleSignOn } from '#server/account/account.ts'
import { applicationsFolder, scrubApplicationTokens, serveApplicationFiles } from '#server/applications/applications.ts'
import { documentsFolder, serveDocuments } from '#server/announcements/announcements.ts'
import { openBackupMetrics } from '#server/backup/backup.ts'
import { countGuestLines, moveGuestCart } from '#server/cart/cart.ts'
import { type Config, publicUrlOf } from '#server/config.ts'
import { photosFolder, serveFaultPhotos } from '#server/fault-reports/fault-reports.ts'
import { type ErpAdapter, serveErpDifferences } from '#server/erp/erp.ts'
import { serveFileImports } from '#server/file-imports/file-imports.ts'
import { serveImportCsv } from '#server/catalog/import/import.ts'
import { scrubFeedTokens, serveFeeds } from '#server/feeds/feeds.ts'
import { imageFolders, imagesIn, serveImages } from '#server/images/images.ts'
import { receiptsFolder, serveReceipts } from '#server/bank-transfers/bank-transfers.ts'
import { invoicesFolder, serveInvoiceFiles } from '#server/invoices/invoices.ts'
import { openKeyCheck, openWebhookMetrics, scrubKeys } from '#server/integration/integration.ts'
import { openJobMetrics, openMonitoringChannel } from '#server/monitoring/monitoring.ts'
import { noteFilesFolder, serveNoteFiles } from '#server/notes/notes.ts'
import { scrubQuoteTokens, serveOfferFiles, serveQuoteFiles } from '#server/offers/offers.ts'
import { serveShipmentLabels } from '#server/shipping/shipping.ts'
import { serveCartFiles } from '#server/cart/cart.ts'
import { serveListFiles } from '#server/lists/lists.ts'
import { serveOrderFiles } from '#server/orders/orders.ts'
import { scrubLinkTokens } from '#server/payment-links/payment-links.ts'
import { type BankHttp, serveCallbacks, serveRates } from '#server/payments/payments.ts'
import { servePersonalData } from '#server/personal-data/personal-data.ts'
import { watchDataFolder } from '#server/platform/data-folder.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { countStorageRequests } from '#server/platform/files/storage-metrics.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import { pendingMigrations } from '#server/platform/db/migrate.ts'
import { registerExports, serveExports } from '#server/exports/exports.ts'
import { openReplica } from '#server/platform/db/replica.ts'
import { readFromReplica } from '#server/platform/http/replica-reads.ts'
import { serveApiDocs } from '#server/platform/http/api-docs.ts'
import { acceptBodies, bodyLimit } from '#server/platform/http/body.ts'
import { isForPrograms } from '#server/platform/http/calls.ts'
import { admitNormalPaths } from '#server/platform/http/normal-path.ts'
import { isInNetworks, networkOf } from '#server/platform/http/network.ts'
import { compression } from '#server/platform/http/compression.ts'
import type { OutsideCall } from '#server/platform/http/outside-call.ts'
import { prepareDrain } from '#server/platform/http/drain.ts'
import { type CountRequest, refuseOtherMethods } from '#server/platform/http/other-methods.ts'
import { serveOperations } from '#server/platform/http/operations.ts'
import { isStaticFile, refuseOverload } from '#server/platform/http/overload.ts'
import { maskLogLine } from '#server/platform/http/log-line.ts'
import { renderLimits } from '#server/platform/http/render-budget.ts'
import { secureHeaders } from '#server/platform/http/security.ts'
import { discardUnreadBodies } from '#server/platform/http/unread-body.ts'
import {
  answerBadAddress,
  answerBrokenRequest,
  answerFailures,
  requireDataFolder,
  requireLimits,
  sendRefusal,
  wireCalls,
} from '#server/platform/http/wire.ts'
import type { Counts } from '#server/platform/limits/counts.ts'
import { openLimits, useCounts } from '#server/platform/limits/open-limits.ts'
import { requestStore } from '#server/platform/limits/request-store.ts'
import { traceRequests } from '#server/platform/tracing/trace-requests.ts'
import { preferredLocale } from '#server/platform/http/words.ts'
import { serveSandboxBank } from '#server/sandbox-bank/sandbox-bank.ts'
import { serveSandboxErp } from '#server/sandbox-erp/sandbox-erp.ts'
import { serveSearchEngines } from '#server/seo/seo.ts'
import { stampOf } from '#server/settings/settings.ts'
import { serveStatementFiles } from '#server/statement/statement.ts'
import { registerShopCalls } from '#server/shop/calls.ts'
import { openShopExports } from '#server/shop/exports.ts'
import { openShopCaches } from '#server/shop/caches.ts'
import { type Pages, serveShopPages } from '#server/shop/pages.ts'
import { openShopPayments } from '#server/shop/payments.ts'
import { openShopSingleSignOn } from '#server/shop/single-sign-on.ts'
import { readServiceVisit, readVisit } from '#server/visitor/visitor.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The files of the shop, which its jobs use too. */
    files: FileStore
  }
}

export type AppOptions = {
  config: Config
  database: Database
  version: string
  /** Differs between programs with different code. Without it no snapshots of the catalog index are read or written. */
  program?: string
  /** The id of a data folder that other processes share (`claimDataFolder`). */
  dataFolderId?: string | undefined
  /** The bundle of the pages. Without it (in tests of calls) no pages are served. */
  pages?: Pages
  /** false: tests and benchmarks send more than a user can, and get answers on a busy machine. */
  hasRateLimits?: boolean
  /** The clock of payments and of the sandbox bank, for tests. */
  now?: () => Date
  /** Replaces the connection to banks in tests. */
  bankHttp?: BankHttp
  /** Replaces the ERPs that connections can be made to in tests. */
  erpAdapters?: readonly ErpAdapter[]
  /** Replaces calls to other services in tests. */
  outside?: OutsideCall
  /** Default: standard output. */
  logTo?: { write(line: string): void }
  /** Response times of the sandbox bank in tests. */
  bankPauses?: { slow: number; silent: number }
}

// Per network, which a whole office may share. Static files are cheap, and each page has dozens of them.
const rateLimits = {
  max: 3000,
  timeWindow: '1 minute',
  keyGenerator: (request: FastifyRequest) => networkOf(request.ip),
  allowList: isStaticFile,
}

/** Creates the whole shop, not yet listening. Closing it releases the database. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database, now = () => new Date() } = options
  const app = Fastify(serverOptions(options))
  const { isLeaving } = prepareDrain(app)
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const registry = new Registry()
  const limits = await openLimits({
    pool: database.pool,
    redisUrl: config.redisUrl,
    registry,
    warn: (error) => app.log.warn({ reason: error.message }, 'limits'),
  })
  app.addHook('onClose', () => limits.close())
  const countRequest = await prepareServer(app, { isSecure, limits: (options.hasRateLimits ?? true) ? limits : null })
  requireLimits(app, limits.isAvailable)
  const files = openFileStore(config, { observe: countStorageRequests(registry) })
  app.decorate('files', files)
  const folder = openDataFolder(app, files, options)
  const pool = openReads(app, database, { isSecure, registry })
  useCounts(pool, limits)
  // Sessions that have ended are never read from a replica.
  const sessions = openSessionCache(database.pool)
  const session = {
    secret: config.sessionSecret,
    isSecure,
    loadSession: sessions.load,
  }
  // Before any other route, so that its hook closes sockets opened at other addresses.
  await openMonitoringChannel(app, { pool, visit: session, publicUrls: config.publicUrls })

  const { caches: shop, isWarm } = await openShopCaches(app, database, {
    sessions,
    memoryBytes: config.catalogMemoryBytes,
    files,
    program: options.program,
    registry,
  })
  const { store } = shop
  const guestCarts = {
    isOn: () => store.facts().settings.guestCarts === '1',
    countLines: (token: string) => countGuestLines(pool, token),
  }
  const visit = { ...session, guestCarts }
  const payments = openShopPayments(app, { config, pool, store, now, http: options.bankHttp, registry })
  openWebhookMetrics(registry, pool)
  openBackupMetrics(registry, pool)
  openJobMetrics(registry, pool)
  app.decorate('payments', payments)
  const singleSignOn = openShopSingleSignOn({ config, pool, payments })
  const calls = registerShopCalls({
    ...shop,
    config,
    files,
    pool,
    payments,
    singleSignOn,
    version: options.version,
    outside: options.outside,
    erpAdapters: options.erpAdapters,
  })
  const exports = openShopExports(app, { pool, store, catalog: shop.catalog, files })
  registerExports(calls, exports)
  const keys = openKeyCheck(pool)
  wireCalls(app, calls, {
    secret: visit.secret,
    admitService: keys.admit,
    readContext: ({ access }, request, reply) =>
      isForPrograms({ access })
        ? readServiceVisit(request, keys.serviceOf(request), keys.userOf(request))
        : readVisit(request, reply, visit),
    stampOf: (context) => stampOf(context, store.facts()),
    // Checkout has the only form.
    formSignInPath: `${pages.login}?next=${encodeURIComponent(pages.checkout)}`,
  })
  const endpoints = calls.all.map(({ endpoint }) => endpoint)
  refuseOtherMethods(app, endpoints, countRequest)

  const isAdministrator = async (request: FastifyRequest, reply: FastifyReply) =>
    (await readVisit(request, reply, visit, false)).actor?.role === 'admin'
  await serveApiDocs(app, {
    endpoints,
    version: options.version,
    seesAll: config.production ? isAdministrator : async () => true,
    programs: { service: '/api/integration/v1/openapi.json', dealerKey: '/api/dealer/v1/openapi.json' },
  })
  serveOperations(app, {
    registry,
    storage: folder && { isRemote: files.isRemote, isPresent: folder.isPresent },
    async readiness() {
      if (isLeaving()) return 'stopping'
      if ((await pendingMigrations(pool, migrationsFolder)).length > 0) return 'database'
      return (await isWarm()) ? null : 'index'
    },
    async takesChanges() {
      const row = await pool.one<{ mode: string }>(
        "SELECT current_setting('transaction_read_only') AS mode",
        [],
        'changes_accepted',
      )
      return row?.mode !== 'on'
    },
    mayReadMetrics: isInNetworks(['127.0.0.1', '::1', ...config.metricsFrom]),
  })
  if (!config.production) {
    const { bankPauses: pauses } = options
    const shopName = () => store.facts().settings.storeName
    serveSandboxBank(app, { pool, now, shopName, ...(pauses && { pauses }) })
    // The demo's connection calls it all the time: its requests are not logged.
    await app.register(async (erp) => serveSandboxErp(erp, { pool, now, ...(pauses && { slow: pauses.slow }) }), {
      logLevel: 'warn',
    })
  }
  await serveCallbacks(app, payments)
  serveSingleSignOn(app, {
    ...singleSignOn,
    store,
    visit,
    moveGuest: (db, user, guest) => moveGuestCart(db, user, guest, store),
  })
  const images = imageFolders(files, { dataDir: config.dataDir, builtFiles: options.pages?.files ?? null })
  serveImages(app, images)
  serveExports(app, exports, visit)
  serveImportCsv(app, { pool }, visit)
  serveRates(app, payments, visit)
  serveFileImports(app, { pool }, visit)
  serveErpDifferences(app, { pool }, visit)
  serveStatementFiles(app, { pool, store, imageFolders: images.folders, visit })
  servePersonalData(app, { pool, visit })
  serveOfferFiles(app, { pool, store, visit })
  serveQuoteFiles(app, { pool, store, imagesFolder: imagesIn(files), visit })
  serveOrderFiles(app, { pool, store, visit })
  serveCartFiles(app, { pool, store, visit })
  serveListFiles(app, { pool, store, visit })
  serveShipmentLabels(app, { pool, store }, visit)
  serveReceipts(app, { pool, folder: receiptsFolder(files), visit })
  serveInvoiceFiles(app, { pool, folder: invoicesFolder(files), visit })
  serveFaultPhotos(app, { pool, folder: photosFolder(files), visit })
  serveDocuments(app, { pool, folder: documentsFolder(files), visit })
  serveNoteFiles(app, { pool, folder: noteFilesFolder(files), visit })
  serveApplicationFiles(app, { pool, folder: applicationsFolder(files), visit })
  const publicUrl = publicUrlOf(config)
  serveFeeds(app, { pool, store, publicUrl, version: options.version })
  serveSearchEngines(app, { ...shop, pool, publicUrl })
  if (options.pages !== undefined) {
    await serveShopPages(app, calls, {
      pages: options.pages,
      payments,
      visit,
      shop,
      publicUrl,
      imageFolders: images.folders,
      renderLimits: (options.hasRateLimits ?? true) ? renderLimits : undefined,
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    await countRequest(request, reply)
    return sendRefusal(reply, refuse('not_found'), preferredLocale(request.headers['accept-language']))
  })
  return app
}

/** The pool of features: requests of administrators that only read may be answered by a replica. */
function openReads(app: FastifyInstance, database: Database, how: { isSecure: boolean; registry: Registry }) {
  if (database.standby === undefined) {
    app.decorate('readCurrent', (work) => work())
    return database.pool
  }
  const { pool, ...replica } = openReplica(database.pool, database.standby, (message) => app.log.warn(message))
  app.decorate('readCurrent', replica.readCurrent)
  app.addHook('onClose', replica.close)
  readFromReplica(app, { ...how, replica, paths: administrationPaths })
  return pool
}

/** Administrators' pages and calls, with and without a language. */
const administrationPaths = /^(?:\/\w\w)?\/yonetim(?:[/?]|$)/

/** Watches a data folder that other processes share, or object storage; undefined if the files are this process's own. */
function openDataFolder(app: FastifyInstance, files: FileStore, { dataFolderId }: AppOptions) {
  const { place } = files
  if (dataFolderId === undefined) return undefined
  const folder = watchDataFolder(files, dataFolderId, (isPresent) => {
    if (isPresent) app.log.warn({ place }, 'The storage of files is back.')
    else app.log.error({ place }, 'The storage of files is missing: uploads answer 503 until it is back.')
  })
  app.addHook('onClose', async () => folder.close())
  requireDataFolder(app, folder.isPresent)
  return folder
}

/** Routes count their requests; those that no route answers are counted here, before their bodies are read. */
async function limitRequests(app: FastifyInstance, limits: Counts): Promise<CountRequest> {
  await app.register(rateLimit, { ...rateLimits, store: requestStore(limits) })
  // Each request once, however many of its hooks count.
  const count = app.rateLimit()
  const countRequest: CountRequest = async (request, reply) => void (await count.call(app, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await countRequest(request, reply)
  })
  return countRequest
}

/** Registers what applies to every request. Returns what counts a request that no route answers. */
async function prepareServer(
  app: FastifyInstance,
  { isSecure, limits }: { isSecure: boolean; limits: Counts | null },
): Promise<CountRequest> {
  traceRequests(app)
  answerFailures(app, { isUnavailable, statusOf })
  secureHeaders(app, isSecure)
  await app.register(compress, compression)
  await app.register(cookie)
  await acceptBodies(app)
  discardUnreadBodies(app)
  const countRequest = limits === null ? async () => {} : await limitRequests(app, limits)
  admitNormalPaths(app)
  if (limits !== null) await app.register(underPressure, { maxEventLoopDelay: 2000, pressureHandler: refuseOverload })
  return countRequest
}

const scrubText = (text: string) =>
  maskCards(
    scrubSignInCodes(
      scrubKeys(scrubFeedTokens(scrubAccountTokens(scrubApplicationTokens(scrubQuoteTokens(scrubLinkTokens(text)))))),
    ),
  )

function serverOptions({ config, logTo }: AppOptions) {
  return {
    logger: {
      level: config.logLevel,
      redact: ['req.headers.cookie', 'req.headers.authorization', 'req.headers["x-csrf-token"]'],
      hooks: { streamWrite: (line: string) => maskLogLine(line, scrubText) },
      ...(logTo && { stream: logTo }),
    },
    bodyLimit,
    trustProxy: ['loopback', ...config.trustedProxies],
    logController: new LogController({ disableRequestLogging: config.logLevel === 'warn' }),
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
    requestIdHeader: false as const,
    routerOptions: { maxParamLength: 500 },
    requestTimeout: 30_000,
    forceCloseConnections: 'idle' as const,
    // Requests that arrive on open connections while the server stops are answered.
    return503OnClosing: false,
  }
}
