import {
  fileImportJob,
  type FileImportJobData,
  fileImportsFolder,
  purgeFileImports,
  runFileImport,
} from '#server/file-imports/file-imports.ts'
import { join } from 'node:path'
import { type EmailKind, heldEmailKinds } from '#contract/admin/failed-emails.ts'
import {
  accountMailJob,
  purgeAccounts,
  purgeIdempotencyKeys,
  resealFactors,
  resealClientSecrets,
  sendAccountMail,
} from '#server/account/account.ts'
import { documentsFolder, purgeDocuments } from '#server/announcements/announcements.ts'
import {
  applicationMailJob,
  applicationsFolder,
  purgeApplicationAttempts,
  purgeApplicationFiles,
  purgeApplications,
  sendApplicationMail,
} from '#server/applications/applications.ts'
import { sealAudit } from '#server/audit/audit.ts'
import { followStock, purgeWatches, sendStockMail, stockMailJob } from '#server/back-orders/back-orders.ts'
import { backupMailJob, followBackups, raiseMark, runDueBackup, sendBackupMail } from '#server/backup/backup.ts'
import { purgeGuestCarts, purgeRemovedLines, purgeSharedDrafts, purgeShortages } from '#server/cart/cart.ts'
import { purgePictures, purgePriceChanges, startPublications } from '#server/catalog/catalog.ts'
import { limitMailJob, sendLimitMail } from '#server/risk/risk.ts'
import { returnMailJob, sendReturnMail } from '#server/returns/returns.ts'
import { faultMailJob, photosFolder, purgeFaultPhotos, sendFaultMail } from '#server/fault-reports/fault-reports.ts'
import { imagesIn } from '#server/images/images.ts'
import {
  purgeReceipts,
  receiptsFolder,
  sendTransferMail,
  followAwaited,
  transferMailJob,
} from '#server/bank-transfers/bank-transfers.ts'
import { invoiceMailJob, invoicesFolder, purgeInvoiceFiles, sendInvoiceMail } from '#server/invoices/invoices.ts'
import { emailJob, purgeFailedEmails } from '#server/monitoring/monitoring.ts'
import { enqueueNoteMails, noteFilesFolder, noteMailJob, purgeNoteFiles, sendNoteMail } from '#server/notes/notes.ts'
import {
  enqueueQuoteReminders,
  maskOffersJob,
  maskOfferTexts,
  offerMailJob,
  quoteMailJob,
  roundMailJob,
  sendOfferMail,
  sendQuoteMail,
  sendRoundMail,
} from '#server/offers/offers.ts'
import { maskOrderNotes, maskOrdersJob, orderMailJob, sendOrderMail } from '#server/orders/orders.ts'
import {
  endLostRuns,
  importJob,
  type ImportJobData,
  importsFolder,
  purgeImports,
  purgePictureAddresses,
  purgeSourceRuns,
  resealSourcePasswords,
  runImport,
  runSource,
  sendSourceMail,
  type SourceJobData,
  sourceJob,
  sourceMailJob,
  startDueSources,
  startWaitingPreview,
} from '#server/catalog/import/import.ts'
import {
  purgeDeliveries,
  purgeEvents,
  purgeRequests,
  resealWebhookSecrets,
  enqueueWebhookAlerts,
  sendWebhookMail,
  webhookMailJob,
} from '#server/integration/integration.ts'
import { erpMailJob, purgeErpRuns, resealErpSecrets, sendErpMail } from '#server/erp/erp.ts'
import { resealFeedTokens } from '#server/feeds/feeds.ts'
import { computeBoughtTogether, enqueueListMails, listMailJob, purgeLists, sendListMail } from '#server/lists/lists.ts'
import { linkEmailJob, sendLinkEmail } from '#server/payment-links/payment-links.ts'
import {
  bankAlertMailJob,
  findingMailJob,
  followBanks,
  purgeBankCalls,
  sendBankAlertMail,
  cardRemovalJob,
  cardSearchJob,
  findStoredCard,
  forgetCards,
  purgeConsents,
  removeAtProvider,
  requeueRemovals,
  resealCards,
  type PaymentDeps,
  reconcile,
  resealKeys,
  sendFindingMail,
} from '#server/payments/payments.ts'
import { purgeDownloads } from '#server/personal-data/personal-data.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { purgeWorkFolder } from '#server/platform/files/work-files.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { createMailer } from '#server/platform/email/mailer.ts'
import {
  exportJob,
  type ExportRequest,
  exportsFolder,
  type ExportSource,
  makeExport,
  purgeExports,
} from '#server/exports/exports.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { followPurchases, purchaseMailJob, sendPurchaseMail } from '#server/purchasing/purchasing.ts'
import { enqueueReportMails, reportMailJob, sendReportMail } from '#server/reports/reports.ts'
import { areOutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import { outsideDownload } from '#server/platform/http/outside-download.ts'
import { purgeJobRuns } from '#server/platform/jobs/job-runs.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { purgeSearches } from '#server/search-log/search-log.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'
import { receiptMailJob, sendReceipt } from '#server/statement/statement.ts'
import { type Config, publicUrlOf } from '#server/config.ts'
import { startOutsideLoops } from './outside-loops.ts'
import { describeUnreadable } from './unreadable-values.ts'

type ShopJobsDeps = {
  config: Config
  database: Database
  files: FileStore
  payments: PaymentDeps
  exportSources?: readonly ExportSource[]
  /** Runs the work of an export, which only reads. */
  readCurrent?: (work: () => Promise<void>) => Promise<void>
  /** A test counts the loops that start. */
  startLoops?: typeof startOutsideLoops
}
export type ShopJobs = { close(): Promise<void> }

/** Bytes of a file that a source may have, unpacked or not. */
const sourceBytesMax = 500 * 1024 * 1024

/**
 * Starts the job queue with its workers and schedules: one process removes old data every hour and compares the banks'
 * records with the shop's every day; every process asks banks about payments whose outcome is unknown.
 */
export async function startShopJobs(
  {
    config,
    database,
    files,
    payments,
    exportSources = [],
    readCurrent = (work) => work(),
    startLoops = startOutsideLoops,
  }: ShopJobsDeps,
  warn: (error: Error) => void,
): Promise<ShopJobs> {
  const { pool } = database
  const publicUrl = publicUrlOf(config)
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    folder: join(config.dataDir, 'mail'),
    host: new URL(publicUrl).hostname,
    warn,
  })
  await resealKeys(pool, config.sessionSecret)
  await resealCards(pool, config.sessionSecret)
  await resealFactors(pool, config.sessionSecret)
  await resealSourcePasswords(pool, config.sessionSecret)
  await resealWebhookSecrets(pool, config.sessionSecret)
  await resealErpSecrets(pool, config.sessionSecret)
  await resealFeedTokens(pool, config.sessionSecret)
  await resealClientSecrets(pool, config.sessionSecret)
  const unreadable = await describeUnreadable(pool, config.sessionSecret)
  if (unreadable !== null) warn(new Error(unreadable))
  const jobs = await startJobs(database, warn)
  const outside = outsideJobs(jobs)
  // Without a mail server, emails are files.
  const mails = config.smtpUrl === undefined ? jobs : outside
  const email = (name: EmailKind, send: Parameters<typeof emailJob>[2]) =>
    mails.workInParallel(name, emailJob({ pool, mailer }, name, send), {
      isHeldAfterRestore: heldEmailKinds.includes(name),
    })
  await email(orderMailJob, (watched, data, key) => sendOrderMail({ pool, mailer: watched, publicUrl }, data, key))
  const imagesFolder = imagesIn(files)
  await email(offerMailJob, (watched, data, key) =>
    sendOfferMail({ pool, mailer: watched, imagesFolder, publicUrl }, data, key),
  )
  await email(receiptMailJob, (watched, data, key) => sendReceipt({ pool, mailer: watched, publicUrl }, data, key))
  const secret = config.sessionSecret
  await email(linkEmailJob, (watched, data, key) =>
    sendLinkEmail({ pool, mailer: watched, publicUrl, secret }, data, key),
  )
  await email(roundMailJob, (watched, data, key) => sendRoundMail({ pool, mailer: watched, publicUrl }, data, key))
  await email(quoteMailJob, (watched, data, key) =>
    sendQuoteMail({ pool, mailer: watched, publicUrl, secret }, data, key),
  )
  await jobs.schedule('quote-reminders', '10 9-19 * * *', async () => {
    await enqueueQuoteReminders(pool, new Date())
  })
  await email(accountMailJob, (watched, data, key) =>
    sendAccountMail({ pool, mailer: watched, publicUrl, secret }, data, key),
  )
  await email(applicationMailJob, (watched, data, key) =>
    sendApplicationMail({ pool, mailer: watched, publicUrl, secret }, data, key),
  )
  await email(purchaseMailJob, (watched, data, key) =>
    sendPurchaseMail({ pool, mailer: watched, publicUrl }, data, key),
  )
  await jobs.schedule('purchases', '* * * * *', () => followPurchases(pool, new Date()))
  await email(faultMailJob, (watched, data, key) => sendFaultMail({ pool, mailer: watched, publicUrl }, data, key))
  await email(limitMailJob, (watched, data, key) => sendLimitMail({ pool, mailer: watched, publicUrl }, data, key))
  await email(returnMailJob, (watched, data, key) => sendReturnMail({ pool, mailer: watched, publicUrl }, data, key))
  await email(invoiceMailJob, (watched, data, key) => sendInvoiceMail({ pool, mailer: watched, publicUrl }, data, key))
  await email(transferMailJob, (watched, data, key) =>
    sendTransferMail({ pool, mailer: watched, publicUrl }, data, key),
  )
  await jobs.work(maskOrdersJob, () => maskOrderNotes(pool))
  await jobs.work(maskOffersJob, () => maskOfferTexts(pool))
  await email(findingMailJob, (watched, data, key) => sendFindingMail({ pool, mailer: watched, publicUrl }, data, key))
  await email(bankAlertMailJob, (watched, data, key) =>
    sendBankAlertMail({ pool, mailer: watched, publicUrl }, data, key),
  )
  await email(erpMailJob, (watched, data, key) => sendErpMail({ pool, mailer: watched, publicUrl }, data, key))
  await email(webhookMailJob, (watched, data, key) => sendWebhookMail({ pool, mailer: watched, publicUrl }, data, key))
  await email(stockMailJob, (watched, data, key) => sendStockMail({ pool, mailer: watched, publicUrl }, data, key))
  await email(listMailJob, (watched, data, key) => sendListMail({ pool, mailer: watched, publicUrl }, data, key))
  // Each follower once a day, in the morning; later if the shop was off.
  await jobs.schedule('list-mails', '20 7-20 * * *', async () => void (await enqueueListMails(payments, new Date())))
  await jobs.schedule('bought-together', '35 3 * * *', () => computeBoughtTogether(pool))
  await email(noteMailJob, (watched, data, key) => sendNoteMail({ pool, mailer: watched, publicUrl }, data, key))
  await email(reportMailJob, (watched, data, key) => sendReportMail({ pool, mailer: watched, publicUrl }, data, key))
  // From Monday morning on; also on a later day if the shop was off.
  await jobs.schedule('report-mails', '5 7-23 * * *', () => enqueueReportMails(pool, dayInTurkey(new Date())))
  await jobs.schedule('note-mails', '* * * * *', async () => void (await enqueueNoteMails(pool)))
  await jobs.schedule('note-files', '29 * * * *', () => purgeNoteFiles(pool, noteFilesFolder(files)))
  await jobs.schedule('documents', '34 * * * *', () => purgeDocuments(pool, documentsFolder(files)))
  await jobs.schedule('application-files', '24 * * * *', () => purgeApplicationFiles(pool, applicationsFolder(files)))
  await jobs.schedule('stock-arrivals', '* * * * *', () => followStock(pool))
  await outside.schedule('webhook-alerts', '* * * * *', () => enqueueWebhookAlerts(pool))
  await outside.schedule('bank-alerts', '* * * * *', () => followBanks(payments))
  await outside.work(cardRemovalJob, (data) => removeAtProvider(payments, data as { id: number }))
  await outside.work(cardSearchJob, (data) => findStoredCard(payments, data as { paymentId: number }))
  await outside.schedule('card-removals', '44 * * * *', () => requeueRemovals(pool, new Date()))
  await jobs.schedule('bank-calls', '14 * * * *', () => purgeBankCalls(pool, new Date()))
  await jobs.schedule('database-mark', '* * * * *', () => raiseMark(pool, files, warn))
  await jobs.schedule('audit-seals', '* * * * *', async () => void (await sealAudit(pool)))
  await email(backupMailJob, (watched, data, key) => sendBackupMail({ pool, mailer: watched, publicUrl }, data, key))
  // Every hour: a backup is tried again, and made later if the shop was off. It is not awaited: it may take long.
  await jobs.schedule('backups', '6 * * * *', async () => {
    await followBackups(pool, new Date())
    void runDueBackup(pool, config, warn).catch(warn)
  })
  await jobs.schedule('purge', '17 * * * *', () => purgeExpiredData(pool))
  await jobs.schedule('fault-photos', '27 * * * *', () => purgeFaultPhotos(pool, photosFolder(files)))
  await jobs.schedule('awaited-transfers', '36 * * * *', () => followAwaited(pool, new Date()))
  await jobs.schedule('transfer-receipts', '31 * * * *', () => purgeReceipts(pool, receiptsFolder(files)))
  await jobs.schedule('invoice-files', '32 * * * *', () => purgeInvoiceFiles(pool, invoicesFolder(files)))
  await jobs.schedule('product-pictures', '47 * * * *', () => purgePictures(imagesFolder))
  const folder = exportsFolder(files)
  await jobs.work(exportJob, (data) =>
    readCurrent(() => makeExport({ sources: exportSources, folder, warn }, data as ExportRequest)),
  )
  const imports = { pool, folder: importsFolder(files), warn }
  await jobs.work(importJob, async (data) => {
    await runImport(imports, data as ImportJobData)
    await startWaitingPreview(pool)
  })
  // After an import of the command line, or of a process that died.
  await jobs.schedule('waiting-imports', '* * * * *', () => startWaitingPreview(pool))
  const fileImports = { pool, folder: fileImportsFolder(files), imagesFolder, warn }
  await jobs.work(fileImportJob, (data) => runFileImport(fileImports, data as FileImportJobData))
  await jobs.schedule('file-imports', '52 * * * *', () => purgeFileImports(pool, fileImports.folder))
  await jobs.schedule('imports', '47 * * * *', async () => {
    await purgeImports(pool, imports.folder)
    await endLostRuns(pool)
    await purgeSourceRuns(pool)
    await purgePictureAddresses(pool)
  })
  const sources = {
    ...imports,
    secret,
    download: outsideDownload({ maxBytes: sourceBytesMax, allowsLoopback: !config.production }),
  }
  await outside.work(sourceJob, (data) => runSource(sources, data as SourceJobData))
  await outside.schedule('import-sources', '* * * * *', () => startDueSources(pool))
  await email(sourceMailJob, (watched, data, key) => sendSourceMail({ pool, mailer: watched, publicUrl }, data, key))
  await jobs.schedule('work-files', '42 * * * *', () => purgeWorkFolder(files.workFolder))
  await jobs.schedule('exports', '37 * * * *', () => purgeExports(folder))
  // Every hour from early morning on: banks that have not answered are inquired again.
  await outside.schedule('payment-reconciliation', '40 4-23 * * *', () => reconcile(payments))
  const publications = startPublications(pool, warn)
  const loops = areOutsideCallsOff() ? [] : startLoops({ config, pool, payments, imagesFolder }, warn)
  return {
    async close() {
      for (const loop of loops) await loop.close()
      await publications.close()
      await jobs.close()
      mailer.close()
    },
  }
}

/** Jobs that call other services. On a copy that makes no outside calls they stay where they are, and their schedules do nothing. */
function outsideJobs(jobs: Jobs): Jobs {
  if (!areOutsideCallsOff()) return jobs
  const rest = async () => {}
  return { ...jobs, work: rest, workInParallel: rest, schedule: (name, cron) => jobs.schedule(name, cron, rest) }
}

/** Removes data that has exceeded its retention time. */
export async function purgeExpiredData(pool: Pool): Promise<void> {
  await purgeAccounts(pool)
  await purgeIdempotencyKeys(pool)
  const { searchLogDays, guestCartDays, applicationDays } = settingsOf((await loadStoreRow(pool)).settings, () => {})
  await purgeSearches(pool, searchLogDays)
  await purgeGuestCarts(pool, guestCartDays)
  await purgeApplications(pool, applicationDays)
  await purgeApplicationAttempts(pool)
  await purgeRemovedLines(pool)
  await purgeSharedDrafts(pool)
  await purgeShortages(pool)
  await purgePriceChanges(pool)
  await purgeWatches(pool)
  await purgeLists(pool)
  await purgeEvents(pool)
  await purgeDeliveries(pool)
  await purgeRequests(pool)
  await purgeErpRuns(pool)
  await purgeFailedEmails(pool)
  await purgeJobRuns(pool)
  await purgeDownloads(pool)
  await forgetCards(pool, new Date())
  await purgeConsents(pool, new Date())
}
