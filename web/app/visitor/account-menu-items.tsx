import {
  ClipboardList,
  CreditCard,
  FileText,
  FolderDown,
  Hourglass,
  LayoutGrid,
  Link2,
  LogOut,
  Megaphone,
  ReceiptText,
  Rss,
  Settings,
  ShieldCheck,
  Undo2,
  Wrench,
} from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { useNavigate } from 'react-router'
import { announcementsPath, documentsPath } from '#contract/core/announcement-paths.ts'
import { backOrdersPath, pages, paymentLinksAnchor } from '#contract/core/pages.ts'
import { MenuHeading, MenuItem } from '#web/ui/overlay/menu.tsx'
import { openWarrantyInquiry } from '#web/app/open-warranty.ts'
import { signOut } from './sign-out.ts'
import { usePerson } from './use-person.ts'
import { useVisitor } from './use-visitor.ts'

/** Content of the account menu, loaded when it opens. */
export function AccountMenuItems() {
  const { t } = useTranslation()
  const { user, hasCardPayment, settings } = useVisitor()
  const hasPaymentLinks = hasCardPayment && settings.b2b_cari_odeme_baglantisi === '1'
  const person = usePerson()
  const goTo = useNavigate()
  if (person === null || user === null) return null
  return (
    <>
      <MenuHeading>
        <span className="block text-13 font-semibold">{person.name}</span>
        <span className="block text-12 text-ink-2">{user.email}</span>
        {person.note !== undefined && <span className="block max-w-60 text-12 text-ink-2">{person.note}</span>}
        {user.dealerCode && <span className="code block text-ink-2">{user.dealerCode}</span>}
      </MenuHeading>
      {user.role === 'dealer' && (
        <MenuItem icon={<ClipboardList size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.orders)}>
          {t('shell.orders')}
        </MenuItem>
      )}
      {user.role === 'dealer' && (
        <MenuItem icon={<Hourglass size={16} aria-hidden="true" />} onSelect={() => void goTo(backOrdersPath)}>
          {t('account.links.backOrders')}
        </MenuItem>
      )}
      {user.role === 'dealer' && (
        <MenuItem icon={<Undo2 size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.returns)}>
          {t('account.links.returns')}
        </MenuItem>
      )}
      {user.role === 'dealer' && (
        <MenuItem icon={<Megaphone size={16} aria-hidden="true" />} onSelect={() => void goTo(announcementsPath)}>
          {t('account.links.announcements')}
        </MenuItem>
      )}
      {user.role === 'dealer' && (
        <MenuItem icon={<FolderDown size={16} aria-hidden="true" />} onSelect={() => void goTo(documentsPath)}>
          {t('account.links.documents')}
        </MenuItem>
      )}
      {user.role === 'dealer' && (
        <MenuItem icon={<ReceiptText size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.statement)}>
          {t('shell.statement')}
        </MenuItem>
      )}
      {user.role === 'dealer' && (
        <MenuItem icon={<FileText size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.invoices)}>
          {t('shell.invoices')}
        </MenuItem>
      )}
      {user.role === 'dealer' && hasCardPayment && (
        <MenuItem icon={<CreditCard size={16} aria-hidden="true" />} onSelect={() => location.assign(pages.payment)}>
          {t('shell.payment')}
        </MenuItem>
      )}
      {user.role === 'dealer' && hasPaymentLinks && (
        <MenuItem
          icon={<Link2 size={16} aria-hidden="true" />}
          onSelect={() => location.assign(`${pages.payment}#${paymentLinksAnchor}`)}
        >
          {t('shell.paymentLink')}
        </MenuItem>
      )}
      {user.role === 'dealer' && (
        <MenuItem icon={<FileText size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.offers)}>
          {t('account.links.offers')}
        </MenuItem>
      )}
      {user.role === 'dealer' && (
        <MenuItem icon={<Wrench size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.faultReport)}>
          {t('account.links.faultReport')}
        </MenuItem>
      )}
      {user.role === 'dealer' && (
        <MenuItem icon={<Rss size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.feeds)}>
          {t('account.links.feeds')}
        </MenuItem>
      )}
      {user.role === 'admin' && (
        <MenuItem icon={<LayoutGrid size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.admin)}>
          {t('account.links.administration')}
        </MenuItem>
      )}
      <MenuItem icon={<ShieldCheck size={16} aria-hidden="true" />} onSelect={openWarrantyInquiry}>
        {t('shell.warranty')}
      </MenuItem>
      <MenuItem icon={<Settings size={16} aria-hidden="true" />} onSelect={() => void goTo(pages.account)}>
        {t('account.links.settings')}
      </MenuItem>
      <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={() => void signOut()}>
        {t('shell.signOut')}
      </MenuItem>
    </>
  )
}
