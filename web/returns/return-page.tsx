import '#web/app/page-words.ts'
import { ArrowLeft, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { faultReportPath, orderPath, returnPath } from '#contract/core/record-paths.ts'
import { getReturn, type GoodsReturn, withdrawReturn } from '#contract/shop/returns.ts'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { ReportPhotos } from '#web/fault-reports/report-photos.tsx'
import { NoteThread } from '#web/notes/note-thread.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/return-page.ts'
import { Panel, ReturnFacts, ReturnHistory, ReturnLines } from './return-parts.tsx'
import { ReturnStateBadge } from './return-state-badge.tsx'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getReturn, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One return of the dealer. */
export default function ReturnPage({ loaderData: goods }: Route.ComponentProps) {
  const { t } = useTranslation()
  useFollow(goods, () => call(getReturn, { params: { returnNo: goods.returnNo } }))
  const { returnNo, orderNo, state, faultReportNo, photos } = goods
  const title = t('returns.one', { number: returnNo })
  return (
    <div className="page-width flex max-w-260! flex-col gap-4 py-5">
      <PageHead title={title} description={t('returns.description')} canonical={returnPath(returnNo)} noIndex />
      <Link
        to={pages.returns}
        className="inline-flex items-center gap-1.5 self-start text-13 text-ink-2 hover:underline pointer-coarse:min-h-11"
      >
        <ArrowLeft size={14} aria-hidden="true" /> {t('returns.back')}
      </Link>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-20 font-semibold">{title}</h1>
        <ReturnStateBadge state={state} />
        {state === 'requested' && <Withdraw goods={goods} />}
      </div>
      {(state === 'requested' || state === 'accepted') && (
        <MessageStrip tone="info">{t(`returns.next.${state}`)}</MessageStrip>
      )}
      <ReturnFacts
        facts={[
          ['order', <NumberLink key="order" to={orderPath(orderNo)} number={orderNo} />],
          ['date', <Moment key="date" date={goods.date} />],
          ['reason', t(`returns.reasons.${goods.reason}`)],
          ['creator', goods.creator],
          ['invoiceNo', goods.invoiceNo],
          [
            'faultReport',
            faultReportNo && <NumberLink key="r" to={faultReportPath(faultReportNo)} number={faultReportNo} />,
          ],
          ['description', goods.description],
        ].flatMap(([name, value]) => (typeof name === 'string' && value !== null ? [[name, value] as const] : []))}
      />
      <ReturnLines lines={goods.lines} />
      {photos.length > 0 && (
        <Panel title={t('returns.photos')}>
          <div className="p-4">
            <ReportPhotos photos={photos} />
          </div>
        </Panel>
      )}
      <NoteThread kind="return" number={returnNo} />
      <ReturnHistory events={goods.events} />
    </div>
  )
}

function NumberLink({ to, number }: { to: string; number: string }) {
  return (
    <Link to={to} className="code text-brand-ink hover:underline">
      {number}
    </Link>
  )
}

function Withdraw({ goods: { returnNo } }: { goods: GoodsReturn }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const { isBusy, failure, send } = useSubmit()
  const withdraw = () =>
    send(
      async () => {
        await call(withdrawReturn, { params: { returnNo }, body: { note: '' } })
        notify.success(t('returns.withdrawn'), { id: 'return' })
        setOpen(false)
        await revalidate()
      },
      ({ status }) => status === 409 && revalidate(),
    )
  return (
    <>
      <Button
        size="card"
        className="ml-auto"
        icon={<Undo2 size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('returns.withdraw')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('returns.withdraw')}
          saveLabel={t('returns.withdraw')}
          saveVariant="danger"
          isBusy={isBusy}
          onSend={() => void withdraw()}
          onClose={() => setOpen(false)}
        >
          <p>{t('returns.withdrawText', { number: returnNo })}</p>
          <Failure text={failure?.message} />
        </FormDialog>
      )}
    </>
  )
}
