import {
  BadgePercent,
  BarChart3,
  BellRing,
  Boxes,
  Building2,
  CalendarClock,
  ClipboardList,
  CircleDollarSign,
  CircleHelp,
  Coins,
  CreditCard,
  FileText,
  FileUp,
  Gauge,
  FolderDown,
  FolderTree,
  Gift,
  Handshake,
  History,
  KeyRound,
  Landmark,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mail,
  Megaphone,
  Package,
  PackageOpen,
  Plug,
  Radio,
  Receipt,
  Ruler,
  ScanBarcode,
  ScrollText,
  Search as SearchIcon,
  SearchCheck,
  ShoppingCart,
  SlidersHorizontal,
  Store,
  Tag,
  Target,
  Truck,
  Undo2,
  UserPlus,
  Users,
  WalletCards,
  Warehouse,
  Workflow,
  Wrench,
} from 'lucide-react'
import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { adminAnnouncementsPath, adminDocumentsPath } from '#contract/core/announcement-paths.ts'
import {
  adminApiKeysPath,
  adminAttributesPath,
  adminAuditPath,
  adminBackOrdersPath,
  adminBankFindingsPath,
  adminBankLinesPath,
  adminBrandsPath,
  adminCampaignsPath,
  adminCartsPath,
  adminCategoriesPath,
  adminCurrenciesPath,
  adminDealerGroupsPath,
  adminOnlinePath,
  adminJobsPath,
  adminLimitApprovalsPath,
  adminPickingsPath,
  adminPlansPath,
  adminPriceListsPath,
  adminPriceReasonsPath,
  adminPriceRulesPath,
  adminPromotionsPath,
  adminReportsPath,
  adminRolesPath,
  adminSearchRulesPath,
  adminSearchesPath,
  adminSetupPath,
  adminTransferNoticesPath,
  adminWarehousesPath,
} from '#contract/core/admin-pages.ts'
import { adminApplicationsPath, adminTextsPath } from '#contract/core/application-paths.ts'
import { pages } from '#contract/core/pages.ts'
import { representativePath, salesTeamPath } from '#contract/core/representative-pages.ts'
import { adminIdentityProvidersPath } from '#contract/core/single-sign-on-paths.ts'
import type { StaffArea } from '#domain/people/permissions.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

type Screen = {
  path: string
  /** Another page whose place in the list this is. */
  also?: string
  /** Who may see it; without one all staff. */
  area?: StaffArea
  name: string
  icon: LucideIcon
}

/** The screens in groups; the unnamed monitoring group comes first. */
const groups: { name?: string; screens: Screen[] }[] = [
  {
    screens: [
      { path: pages.admin, name: 'administration.nav.board', icon: LayoutDashboard },
      { path: adminReportsPath, area: 'reports', name: 'administration.nav.reports', icon: BarChart3 },
      { path: adminSearchesPath, area: 'reports', name: 'administration.nav.searches', icon: SearchIcon },
      { path: adminOnlinePath, area: 'reports', name: 'administration.nav.online', icon: Radio },
      { path: adminCartsPath, area: 'reports', name: 'administration.nav.carts', icon: ShoppingCart },
    ],
  },
  {
    name: 'administration.groups.sales',
    screens: [
      { path: representativePath, area: 'field', name: 'administration.nav.ownDealers', icon: Handshake },
      { path: salesTeamPath, area: 'sales', name: 'administration.nav.salesTeam', icon: Target },
      { path: pages.adminOrders, area: 'orders', name: 'administration.nav.orders', icon: ClipboardList },
      { path: adminBackOrdersPath, area: 'orders', name: 'administration.nav.backOrders', icon: PackageOpen },
      { path: adminPickingsPath, area: 'orders', name: 'administration.nav.pickings', icon: ScanBarcode },
      { path: pages.adminShipments, area: 'orders', name: 'administration.nav.shipments', icon: Truck },
      { path: adminLimitApprovalsPath, area: 'orders', name: 'administration.nav.limitApprovals', icon: Gauge },
      { path: pages.adminReturns, area: 'orders', name: 'administration.nav.returns', icon: Undo2 },
      { path: pages.adminOffers, area: 'orders', name: 'administration.nav.offers', icon: FileText },
      { path: pages.adminInvoices, area: 'payments', name: 'administration.nav.invoices', icon: Receipt },
      {
        path: pages.adminPayments,
        also: adminBankFindingsPath,
        area: 'payments',
        name: 'administration.nav.payments',
        icon: CreditCard,
      },
      {
        path: adminBankLinesPath,
        also: adminTransferNoticesPath,
        area: 'payments',
        name: 'administration.nav.bankLines',
        icon: Landmark,
      },
    ],
  },
  {
    name: 'administration.groups.catalog',
    screens: [
      { path: pages.adminProducts, area: 'catalog', name: 'administration.nav.products', icon: Package },
      { path: adminCategoriesPath, area: 'catalog', name: 'administration.nav.categories', icon: FolderTree },
      { path: adminBrandsPath, area: 'catalog', name: 'administration.nav.brands', icon: Tag },
      { path: adminAttributesPath, area: 'catalog', name: 'administration.nav.attributes', icon: Ruler },
      { path: adminPriceListsPath, area: 'prices', name: 'administration.nav.priceLists', icon: CircleDollarSign },
      { path: adminPriceRulesPath, area: 'prices', name: 'administration.nav.priceRules', icon: BadgePercent },
      { path: adminPromotionsPath, area: 'prices', name: 'administration.nav.promotions', icon: Gift },
      { path: adminPriceReasonsPath, area: 'prices', name: 'administration.nav.priceReasons', icon: CircleHelp },
      { path: adminWarehousesPath, area: 'catalog', name: 'administration.nav.warehouses', icon: Warehouse },
      { path: adminCampaignsPath, area: 'prices', name: 'administration.nav.campaigns', icon: Megaphone },
      { path: adminSearchRulesPath, area: 'catalog', name: 'administration.nav.searchRules', icon: SearchCheck },
      { path: pages.adminImports, area: 'catalog', name: 'administration.nav.imports', icon: FileUp },
    ],
  },
  {
    name: 'administration.groups.service',
    screens: [{ path: pages.adminFaultReports, area: 'orders', name: 'administration.nav.faultReports', icon: Wrench }],
  },
  {
    name: 'administration.groups.people',
    screens: [
      { path: pages.adminDealers, area: 'people', name: 'administration.nav.dealers', icon: Building2 },
      { path: adminDealerGroupsPath, area: 'prices', name: 'administration.nav.dealerGroups', icon: Boxes },
      { path: pages.adminUsers, also: adminRolesPath, area: 'people', name: 'administration.nav.users', icon: Users },
      { path: adminApplicationsPath, area: 'people', name: 'administration.nav.applications', icon: UserPlus },
      { path: adminAnnouncementsPath, area: 'catalog', name: 'administration.nav.announcements', icon: BellRing },
      { path: adminDocumentsPath, area: 'catalog', name: 'administration.nav.documents', icon: FolderDown },
      { path: adminTextsPath, area: 'settings', name: 'administration.nav.texts', icon: ScrollText },
    ],
  },
  {
    name: 'administration.groups.system',
    screens: [
      { path: adminCurrenciesPath, area: 'prices', name: 'administration.nav.currencies', icon: Coins },
      { path: pages.adminPos, area: 'payments', name: 'administration.nav.pos', icon: WalletCards },
      { path: adminPlansPath, area: 'payments', name: 'administration.nav.plans', icon: CalendarClock },
      { path: pages.adminSettings, area: 'settings', name: 'administration.nav.settings', icon: SlidersHorizontal },
      { path: pages.adminMail, area: 'settings', name: 'administration.nav.mail', icon: Mail },
      {
        path: adminIdentityProvidersPath,
        area: 'settings',
        name: 'administration.nav.singleSignOn',
        icon: KeyRound,
      },
      {
        path: adminApiKeysPath,
        area: 'settings',
        also: pages.adminErp,
        name: 'administration.nav.integration',
        icon: Plug,
      },
      { path: adminJobsPath, area: 'settings', name: 'administration.nav.jobs', icon: Workflow },
      { path: adminAuditPath, area: 'settings', name: 'administration.nav.audit', icon: History },
      { path: adminSetupPath, area: 'settings', name: 'administration.nav.setup', icon: ListChecks },
    ],
  },
]

/** The area of an administrators' page; undefined for those of all staff. */
export function areaOfPage(pathname: string): StaffArea | undefined {
  const screens = groups.flatMap((group) => group.screens)
  const isPage = ({ path, also = path }: Screen) => [path, also].some((each) => `${pathname}/`.startsWith(`${each}/`))
  // The longest path is the page's own: that of the board begins all.
  return screens.filter(isPage).toSorted((a, b) => b.path.length - a.path.length)[0]?.area
}

const entry =
  'flex min-h-8 items-center gap-2.5 rounded-control px-2.5 text-13 font-medium hover:bg-hover max-lg:min-h-11 max-lg:text-15 lg:[@media(max-height:920px)]:min-h-7 pointer-coarse:min-h-11'

export function AdminNav({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { user } = useVisitor()
  // The board leads representatives to their dealers.
  const isSeller = user?.permissions.every((right) => right.startsWith('field:')) === true
  const shown = groups.flatMap(({ name, screens }) => {
    const seen = screens.filter(({ area }) =>
      area === undefined ? !isSeller : user?.permissions.includes(`${area}:read`),
    )
    return seen.length === 0 ? [] : [{ name, screens: seen }]
  })
  return (
    <nav aria-label={t('administration.screens')}>
      {shown.map((group) => (
        <section key={group.name ?? ''} aria-label={group.name && t(group.name)}>
          {group.name && (
            <h2 className="px-2.5 pt-3 pb-1 text-12 font-medium text-ink-2 lg:[@media(max-height:920px)]:pt-1.5 lg:[@media(max-height:920px)]:pb-0">
              {t(group.name)}
            </h2>
          )}
          <ul>
            {group.screens.map(({ path, also = path, name, icon: Icon }) => {
              const isHere =
                pathname === path ||
                [path, also].some((each) => each !== pages.admin && `${pathname}/`.startsWith(`${each}/`))
              return (
                <li key={path}>
                  <Link
                    to={path}
                    aria-current={isHere ? 'page' : undefined}
                    // The list may be higher than the window.
                    ref={isHere ? showInList : undefined}
                    {...(onChoose && { onClick: onChoose })}
                    className={classes(entry, isHere && 'bg-brand-soft text-brand-ink hover:bg-brand-soft')}
                  >
                    <Icon size={16} aria-hidden="true" className={isHere ? undefined : 'text-ink-2'} /> {t(name)}
                  </Link>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </nav>
  )
}

const showInList = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest' })

export function BackToShop() {
  const { t } = useTranslation()
  return (
    <Link to={pages.home} className={entry}>
      <Store size={16} aria-hidden="true" className="text-ink-2" /> {t('administration.toShop')}
    </Link>
  )
}
