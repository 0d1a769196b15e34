import { AnnouncementBanners } from '#web/announcements/announcement-banner.tsx'
import { useMustChooseDealer } from '#web/app/visitor/use-may-fill-cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useShownApprovals } from '#web/app/visitor/use-waiting-approvals.ts'
import { AcceptTexts } from '#web/texts/accept-texts.tsx'
import { ApprovalNotice } from './approval-notice.tsx'
import { ChooseDealerStrip } from './choose-dealer-strip.tsx'
import { OverdueNotice } from './overdue-notice.tsx'

/** Notices for the visitor, below the header of every page. */
export function Notices() {
  const waiting = useShownApprovals()
  const { account, banners, hasTextsToAccept } = useVisitor()
  const mustChooseDealer = useMustChooseDealer()
  const debts = account?.overdueDebts ?? []
  return (
    <>
      {debts.length > 0 && <OverdueNotice debts={debts} />}
      {mustChooseDealer && <ChooseDealerStrip />}
      {waiting !== null && <ApprovalNotice waiting={waiting} />}
      {hasTextsToAccept && <AcceptTexts />}
      {banners.length > 0 && <AnnouncementBanners banners={banners} />}
    </>
  )
}
