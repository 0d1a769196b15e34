import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { fileImportKinds } from '#contract/admin/imports/file-import-options.ts'
import {
  adminAnnouncementPath,
  adminAnnouncementsPath,
  adminDocumentPath,
  adminDocumentsPath,
} from '#contract/core/announcement-paths.ts'
import {
  adminAcceptancesPath,
  adminApplicationsPath,
  adminTextPath,
  adminTextsPath,
} from '#contract/core/application-paths.ts'
import * as adminPages from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { adminIdentityProviderPath, adminIdentityProvidersPath } from '#contract/core/single-sign-on-paths.ts'
import { reportNames } from '#domain/reports/reports.ts'
import { openBrowser, visit } from '#e2e/support/browser.ts'
import { people, statementOfDebtor } from '#e2e/support/demo-shop.ts'
import { checkPages, type PageGroup, widthChecks } from '#e2e/support/page-checks.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** The parts of the page of an ERP connection. */
const erpTabs = ['belgeler', 'reddedilen', 'farklar', 'gunluk', 'esleme', 'ayarlar']

const detailsOfAdmin = /^\/yonetim\/(?:[\w-]+\/)+\d+$/
const dailyPages: string[] = [
  ...[
    pages.admin,
    adminPages.adminSearchesPath,
    adminPages.adminOnlinePath,
    adminPages.adminCartsPath,
    pages.adminPayments,
    adminPages.adminBankFindingsPath,
  ],
  ...[pages.adminFaultReports, pages.adminOrders],
]

const groups: PageGroup[] = [
  {
    who: 'an administrator at the statement of a dealer',
    as: people.admin,
    paths: async (page) => [await statementOfDebtor(page), `${pages.adminPayments}?q=qqqxxxqqq`],
  },
  {
    who: 'an administrator in daily work',
    as: people.admin,
    paths: async () => [...dailyPages],
    details: detailsOfAdmin,
  },
  {
    who: 'an administrator at an ERP connection',
    as: people.admin,
    checks: widthChecks,
    paths: async (page) => {
      await visit(page, pages.adminErp)
      const link = page.locator(`main a[href^="${pages.adminErp}/"]`).first()
      const path = (await link.getAttribute('href')) ?? ''
      return [path, ...erpTabs.map((tab) => `${path}?sekme=${tab}`)]
    },
  },
  ...chunk(adminPaths(), 5).map(
    (paths, at): PageGroup => ({
      who: `an administrator, part ${at + 1}`,
      as: people.admin,
      // The journeys of administrators are in Turkish.
      locale: 'en',
      paths: async () => paths,
      details: /^\/yonetim\/(?:[\w-]+\/)+\d+$/,
    }),
  ),
]

test.each(groups)(
  'the pages of $who have no accessibility violation and no error, fit every width, and format numbers in their language',
  (group) => checkPages(browser, group),
)

/** The administrators' lists; file imports have one for each kind. */
function adminPaths(): string[] {
  // Those of pages.ts have no suffix, those of admin-pages.ts have one; the reports are listed one by one.
  const paths = Object.entries({ ...pages, ...adminPages }).flatMap(([name, path]) =>
    name.startsWith('admin') && typeof path === 'string' && path !== adminPages.adminReportsPath ? [path] : [],
  )
  const kinds = fileImportKinds.map((kind) => `${pages.adminFileImports}/${kind}`)
  const listed = paths.filter((path) => path !== pages.adminFileImports && !dailyPages.includes(path))
  const forms = [adminAnnouncementPath('yeni'), adminDocumentPath('yeni')]
  const texts = [adminApplicationsPath, adminTextsPath, adminTextPath('privacy_notice'), adminAcceptancesPath]
  const providers = [adminIdentityProvidersPath, adminIdentityProviderPath('yeni')]
  const more = [adminAnnouncementsPath, adminDocumentsPath, ...forms, ...texts, ...providers]
  const reports = [...reportNames.map(adminPages.reportPath), `${adminPages.reportPath('sales')}?by=product&range=year`]
  return [`${adminPages.orderSlipsPage}?siparis=1,2,3`, ...more, ...listed, ...kinds, ...reports]
}

function chunk(paths: string[], size: number): string[][] {
  return paths.length === 0 ? [] : [paths.slice(0, size), ...chunk(paths.slice(size), size)]
}
