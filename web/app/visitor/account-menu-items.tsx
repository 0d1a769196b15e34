import { LayoutGrid, LogOut, Settings, ShieldCheck } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { useNavigate } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { CountBadge } from '#web/ui/badge.tsx'
import { MenuHeading, MenuItem } from '#web/ui/overlay/menu-items.tsx'
import { openWarrantyInquiry } from '#web/app/open-warranty.ts'
import { signOut } from './sign-out.ts'
import { useDealerLinks } from './use-dealer-links.ts'
import { usePerson } from './use-person.ts'
import { useVisitor } from './use-visitor.ts'

/** Content of the account menu, loaded when it opens. */
export function AccountMenuItems() {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const dealerLinks = useDealerLinks()
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
      {dealerLinks.map(({ to, icon: Icon, name, isDocument, count = 0 }) => (
        <MenuItem
          key={name}
          icon={<Icon size={16} aria-hidden="true" />}
          onSelect={() => (isDocument ? location.assign(to) : void goTo(to))}
        >
          {t(name)}
          <CountBadge count={count} className="ml-auto" />
        </MenuItem>
      ))}
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
      <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={() => void signOut(user.id)}>
        {t('shell.signOut')}
      </MenuItem>
    </>
  )
}
