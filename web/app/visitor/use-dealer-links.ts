import {
  ClipboardCheck,
  ClipboardList,
  CreditCard,
  FileText,
  FolderDown,
  Hourglass,
  Link2,
  ListChecks,
  List,
  type LucideIcon,
  Building2,
  Landmark,
  Megaphone,
  ReceiptText,
  Rss,
  Undo2,
  Users,
  WalletCards,
  Wrench,
} from 'lucide-react'
import { listsPath } from '#contract/core/list-paths.ts'
import { announcementsPath, documentsPath } from '#contract/core/announcement-paths.ts'
import { pages } from '#contract/core/pages.ts'
import { backOrdersPath, paymentLinksAnchor } from '#contract/core/record-paths.ts'
import { transfersPath } from '#contract/core/transfer-paths.ts'
import type { DealerPermission } from '#domain/people/permissions.ts'
import { usesCart } from '#domain/people/uses-cart.ts'
import { useVisitor } from './use-visitor.ts'
import { useWaitingApprovals } from './use-waiting-approvals.ts'

type DealerLink = {
  to: string
  icon: LucideIcon
  name: string
  needs?: DealerPermission
  /** Loads a new document: the security policy of those pages allows the bank's pages in frames. */
  isDocument?: boolean
  /** How many things wait there for the user. */
  count?: number
}

/** The pages of a dealer's account that the user may see, for the menu and the drawer. `name` is the key of a text. */
export function useDealerLinks(): DealerLink[] {
  const { user, hasCardPayment, settings, purchasing } = useVisitor()
  const { count: waiting } = useWaitingApprovals()
  if (user?.role !== 'dealer') return []
  const pay: DealerLink[] = hasCardPayment
    ? [{ to: pages.payment, icon: CreditCard, name: 'shell.payment', isDocument: true }]
    : []
  const links: DealerLink[] =
    hasCardPayment && settings.b2b_cari_odeme_baglantisi === '1'
      ? [{ to: `${pages.payment}#${paymentLinksAnchor}`, icon: Link2, name: 'shell.paymentLink', isDocument: true }]
      : []
  const all: DealerLink[] = [
    ...(usesCart(user.permissions) ? [{ to: pages.orderPad, icon: List, name: 'shell.orderPad' }] : []),
    { to: pages.orders, icon: ClipboardList, name: 'shell.orders' },
    ...(purchasing.isApprover || purchasing.hasLimits
      ? [{ to: pages.approvals, icon: ClipboardCheck, name: 'account.links.approvals', count: waiting }]
      : []),
    { to: listsPath, icon: ListChecks, name: 'account.links.lists' },
    { to: backOrdersPath, icon: Hourglass, name: 'account.links.backOrders' },
    { to: pages.returns, icon: Undo2, name: 'account.links.returns', needs: 'returns' },
    { to: announcementsPath, icon: Megaphone, name: 'account.links.announcements' },
    { to: documentsPath, icon: FolderDown, name: 'account.links.documents' },
    { to: pages.statement, icon: ReceiptText, name: 'shell.statement', needs: 'statement' },
    { to: pages.invoices, icon: FileText, name: 'shell.invoices', needs: 'statement' },
    ...pay,
    ...links,
    ...(hasCardPayment ? [{ to: pages.accountCards, icon: WalletCards, name: 'account.links.cards' }] : []),
    { to: transfersPath, icon: Landmark, name: 'account.links.transfers', needs: 'statement' },
    { to: pages.offers, icon: FileText, name: 'account.links.offers', needs: 'offers' },
    { to: pages.faultReport, icon: Wrench, name: 'account.links.faultReport', needs: 'returns' },
    { to: pages.feeds, icon: Rss, name: 'account.links.feeds', needs: 'keys' },
    { to: pages.accountAddresses, icon: Building2, name: 'account.links.addresses', needs: 'users' },
    { to: pages.accountUsers, icon: Users, name: 'account.links.users', needs: 'users' },
  ]
  return all.filter(({ needs }) => needs === undefined || user.permissions.includes(needs))
}
