import '#web/app/page-words.ts'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminPicking, getPicking } from '#contract/admin/pickings.ts'
import { adminPickingPath, adminPickingsPath } from '#contract/core/admin-pages.ts'
import { adminOrderPath } from '#contract/core/record-paths.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { useWishes } from '#web/product/delivery-facts.tsx'
import { Moment } from '#web/app/moment.tsx'
import { PrintHead } from '#web/app/page/print-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-picking-page.ts'
import { EndPicking } from './end-picking.tsx'
import { PickingLines } from './picking-lines.tsx'
import { ScanField } from './scan-field.tsx'
import { useCounting } from './use-counting.ts'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getPicking, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One picking list: counted on a phone with a scanner, or printed with boxes to tick. */
export default function AdminPickingPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  useFollow(loaderData, () => call(getPicking, { params: { id: String(loaderData.id) } }))
  const title = t('administration.pickings.one', { number: loaderData.id })
  return (
    <DetailFrame
      title={title}
      description={t('administration.pickings.description')}
      path={adminPickingPath(loaderData.id)}
      back={{ to: adminPickingsPath, label: t('administration.pickings.title') }}
    >
      <PrintHead />
      <Picking key={loaderData.id} loaded={loaderData} title={title} />
    </DetailFrame>
  )
}

function Picking({ loaded, title }: { loaded: AdminPicking; title: string }) {
  const { t } = useTranslation()
  const counting = useCounting(loaded)
  const { picking } = counting
  const [isEnding, setEnding] = useState(false)
  const isOpen = picking.endedAt === null
  const mayCount = useMayChange() && isOpen
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-18 font-semibold">{title}</h1>
        <span className="print:hidden">
          <Badge tone={isOpen ? 'warning' : 'success'}>
            {t(`administration.pickings.${isOpen ? 'open' : 'ended'}`)}
          </Badge>
        </span>
        <div className="ml-auto flex flex-wrap gap-2 print:hidden">
          <Button size="card" icon={<Printer size={16} aria-hidden="true" />} onClick={() => print()}>
            {t('administration.pickings.print')}
          </Button>
          {mayCount && (
            <Button variant="solid" size="card" onClick={() => setEnding(true)}>
              {t('administration.pickings.end')}
            </Button>
          )}
        </div>
      </div>
      <Facts picking={picking} />
      {mayCount && <ScanField counting={counting} isPaused={isEnding} />}
      <PickingLines counting={counting} isOpen={isOpen} mayCount={mayCount} />
      {isEnding && <EndPicking picking={picking} onClose={() => setEnding(false)} onEnded={counting.show} />}
    </>
  )
}

/** Who started and ended it, and its orders. */
function Facts({ picking }: { picking: AdminPicking }) {
  const { t } = useTranslation()
  const wishesOf = useWishes()
  const deliveryText = (order: AdminPicking['orders'][number]) =>
    [order.delivery?.address?.city ?? '', ...wishesOf(order).map(({ value }) => value)]
      .filter((part) => part !== '')
      .join(', ')
  return (
    <div className="flex flex-col gap-1 text-13 text-ink-2">
      <p>
        <Moment date={picking.date} /> · {picking.creator}
        {picking.endedAt !== null && (
          <>
            {' · '}
            {t('administration.pickings.endedNote')}: <Moment date={picking.endedAt} /> · {picking.endedBy}
          </>
        )}
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {picking.orders.map((order) => (
          <li key={order.id}>
            <AreaLink to={adminOrderPath(order.id)} className="code text-brand-ink hover:underline pointer-coarse:py-2">
              {order.orderNo}
            </AreaLink>{' '}
            {order.dealer}
            {deliveryText(order) !== '' && ` (${deliveryText(order)})`}
          </li>
        ))}
      </ul>
    </div>
  )
}
