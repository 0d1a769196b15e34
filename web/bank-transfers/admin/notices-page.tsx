import '#web/app/page-words.ts'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { adminBankLinesPath, adminTransferNoticesPath } from '#contract/core/admin-pages.ts'
import {
  type DealersTransferNotice,
  listTransferNotices,
  rejectTransferNotice,
} from '#contract/admin/transfer-notices.ts'
import { noticeStates } from '#contract/shop/transfers.ts'
import { lira } from '#domain/money/money.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { NoteDialog } from '#web/administration/note-dialog.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/notices-page.ts'
import { NoticesTable } from './notices-table.tsx'

const place: ListPlace = { page: adminTransferNoticesPath, names: ['state', 'q'] }

const load = (api: ServerCall, { url }: PageLocation) => api(listTransferNotices, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Bank transfers that dealers have reported. */
export default function NoticesPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [rejected, setRejected] = useState<DealersTransferNotice | null>(null)
  const text = (name: string) => t(`administration.transferNotices.${name}`)
  // Waiting ones are what the page shows without a filter.
  const shown = { ...list, state: list.state === 'waiting' ? null : list.state }
  return (
    <ListFrame
      place={place}
      list={shown}
      noun="transferNotices"
      filter={
        <>
          <AreaLink
            to={adminBankLinesPath}
            className="inline-flex items-center gap-2 self-start text-13 text-brand-ink hover:underline pointer-coarse:min-h-11"
          >
            <ArrowLeft size={14} aria-hidden="true" /> {text('lines')}
          </AreaLink>
          <ListFilter place={place} list={shown} label={text('filter.label')} isShort>
            <FilterSelect name="state" label={text('filter.state')} value={shown.state}>
              {noticeStates.map((state) => (
                <option key={state} value={state === 'waiting' ? '' : state}>
                  {t(`transfers.states.${state}`)}
                </option>
              ))}
            </FilterSelect>
            <FilterText name="q" label={text('filter.q')} value={list.q} />
          </ListFilter>
        </>
      }
      head={<p className="max-w-180 text-13 text-ink-2">{text('intro')}</p>}
    >
      <NoticesTable place={place} list={shown} onReject={setRejected} />
      {rejected !== null && <RejectDialog notice={rejected} onClose={() => setRejected(null)} />}
    </ListFrame>
  )
}

function RejectDialog({ notice, onClose }: { notice: DealersTransferNotice; onClose(): void }) {
  const { t, formatMoney } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const text = (name: string, facts?: Record<string, string>) =>
    t(`administration.transferNotices.reject.${name}`, facts)
  async function reject(reason: string): Promise<void> {
    const reply = await run(rejectTransferNotice, { params: { id: String(notice.id) }, body: { reason } })
    if (reply === null) return
    notify.success(text('done'), { id: 'transfer-notice' })
    onClose()
  }
  return (
    <NoteDialog
      title={text('title')}
      text={text('text', { dealer: notice.dealer, amount: formatMoney(notice.amount, lira) })}
      label={text('reason')}
      confirm={text('confirm')}
      maxLength={500}
      isBusy={isBusy}
      failure={null}
      onConfirm={(reason) => void reject(reason)}
      onClose={onClose}
    />
  )
}
