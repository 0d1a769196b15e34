import { useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  approvePriceProposal,
  declinePriceProposal,
  type ListedPriceList,
  type PriceProposal,
  previewRaise,
} from '#contract/admin/price-lists.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Moment } from '#web/app/moment.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RaisePreview } from './raise-preview.tsx'

type PanelProps = { list: ListedPriceList; proposals: readonly PriceProposal[] }

/** Changes of the list that wait for a second person. Whoever requested one can only withdraw it. */
export function ProposalsPanel({ list, proposals }: PanelProps) {
  const { t } = useTranslation()
  return (
    <AdminPanel title={t('priceLists.second.title')}>
      <ul className="divide-y divide-line">
        {proposals.map((proposal) => (
          <ProposalRow key={proposal.id} list={list} proposal={proposal} />
        ))}
      </ul>
    </AdminPanel>
  )
}

/** What the change does to the list as it is now; null for the price of one unit. */
type Review = { preview: Reply<typeof previewRaise> | null }
type RowProps = { list: ListedPriceList; proposal: PriceProposal }

function useProposalText({ facts, raise }: PriceProposal): string {
  const { t, formatNumber, formatQuantity } = useTranslation()
  if (raise === null) return t('priceLists.second.price', facts)
  const percent = Number(facts['percent'])
  const parts = [
    t('priceLists.second.raise', {
      percent: `${percent > 0 ? '+' : ''}${formatNumber(percent, 2)}`,
      units: formatQuantity(Number(facts['units'])),
    }),
    facts['brand'],
    facts['category'],
  ]
  return parts.filter(Boolean).join(' · ')
}

function ProposalRow({ list, proposal }: RowProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const { isBusy, run } = useAdminCall()
  const { isBusy: isLoading, failure, send } = useSubmit()
  const [review, setReview] = useState<Review | null>(null)
  const text = useProposalText(proposal)
  const isOwn = proposal.userId === user?.id
  const mayDecide = user?.permissions.includes('prices:write') === true
  const params = { id: String(list.id), proposal: String(proposal.id) }

  const open = () =>
    send(async () => {
      const { raise } = proposal
      const preview = raise === null ? null : await call(previewRaise, { params: { id: String(list.id) }, body: raise })
      setReview({ preview })
    })
  async function decline(): Promise<void> {
    const declined = await run(declinePriceProposal, { params })
    if (declined !== null) notify.success(t('priceLists.second.declined'), { id: 'proposal' })
  }
  return (
    <li data-testid="price-proposal" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 text-13">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium [overflow-wrap:anywhere]">{text}</p>
        <p className="text-12 text-ink-2">
          {isOwn ? t('priceLists.second.own') : t('priceLists.second.by', { name: proposal.user })} ·{' '}
          <Moment date={proposal.requestedAt} />
        </p>
      </div>
      {mayDecide && (
        <div className="flex flex-wrap gap-2">
          {!isOwn && (
            <Button variant="solid" size="card" busy={isLoading} onClick={() => void open()}>
              {t('priceLists.second.review')}
            </Button>
          )}
          <Button size="card" busy={isBusy} onClick={() => void decline()}>
            {t(isOwn ? 'priceLists.second.withdraw' : 'priceLists.second.decline')}
          </Button>
        </div>
      )}
      <Failure text={failure?.message} />
      {review !== null && (
        <ReviewDialog list={list} proposal={proposal} review={review} onClose={() => setReview(null)} />
      )}
    </li>
  )
}

/** Shows what the change does to the list as it is now, and applies exactly this. */
function ReviewDialog({
  list,
  proposal,
  review: { preview },
  onClose,
}: RowProps & { review: Review; onClose(): void }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const text = useProposalText(proposal)
  const approve = () =>
    send(
      async () => {
        const params = { id: String(list.id), proposal: String(proposal.id) }
        await call(approvePriceProposal, { params, body: { stamp: preview?.stamp ?? null } })
        notify.success(t('priceLists.second.approved'), { id: 'proposal' })
        onClose()
        await revalidate()
      },
      () => revalidate(),
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="md"
      title={t('priceLists.second.reviewTitle')}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="solid" size="lg" busy={isBusy} onClick={() => void approve()}>
            {t('priceLists.second.approve')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="font-medium">{text}</p>
        <Failure text={failure?.message} />
        {preview !== null && <RaisePreview preview={preview} />}
      </div>
    </Dialog>
  )
}
