import '#web/app/page-words.ts'
import { getPriceChange, type PriceChangeRow } from '#contract/admin/price-changes.ts'
import {
  adminPriceChangePath,
  adminPriceChangesPath,
  adminPriceListPath,
  priceChangeCsv,
} from '#contract/core/admin-pages.ts'
import { useState } from 'react'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { AreaLink } from '#web/administration/area-link.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-price-change-page.ts'
import { ChangeActions } from './change-actions.tsx'
import { ChangeStateBadge } from './change-state-badge.tsx'
import { ChangeStrips } from './change-strips.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { FileDialog } from './file-dialog.tsx'
import { changeText } from './percent-text.ts'
import type { PriceChangeDetail } from './price-change-detail.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { RowsSection, rowNames } from './rows-section.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { type StepKind, StepsPanel } from './steps-panel.tsx'
import { TypedDialog } from './typed-dialog.tsx'

const load = (api: ServerCall, { url, params: { id } }: PageLocation<Route.LoaderArgs>) =>
  api(getPriceChange, { params: { id }, ...queryOf(url, rowNames) })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type Opened = { step: Exclude<StepKind, 'typed'> } | { step: 'typed'; row: PriceChangeRow | null } | { step: 'publish' }

/** One price change: its steps, its rows, and what can be done with it. */
export default function AdminPriceChangePage({ loaderData: detail }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { change } = detail
  const close = () => setOpened(null)
  const place: ListPlace = { page: adminPriceChangePath(change.id), names: rowNames }
  const file: ListPlace = { page: priceChangeCsv.replace(/\.csv$/, ''), names: ['change', ...rowNames] }
  return (
    <AdminFrame title={<BackTo to={adminPriceChangesPath}>{t('priceChanges.title')}</BackTo>}>
      <PageHead
        title={change.name}
        description={t('priceChanges.description')}
        canonical={adminPriceChangePath(change.id)}
        noIndex
      />
      <div key={change.id} className="flex max-w-420 flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex flex-col gap-1.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{change.name}</h1>
              <ChangeStateBadge state={change.state} />
            </div>
            <ChangeFacts detail={detail} />
          </div>
          <ChangeActions detail={detail} onPublish={() => setOpened({ step: 'publish' })} />
        </div>
        <ChangeStrips detail={detail} place={place} />
        <StepsPanel detail={detail} onAdd={(step) => setOpened(step === 'typed' ? { step, row: null } : { step })} />
        <RowsSection detail={detail} place={place} file={file} onEdit={(row) => setOpened({ step: 'typed', row })} />
      </div>
      {opened?.step === 'raise' && <RuleDialog detail={detail} onClose={close} />}
      {opened?.step === 'copy' && <CopyDialog detail={detail} onClose={close} />}
      {opened?.step === 'file' && <FileDialog detail={detail} onClose={close} />}
      {opened?.step === 'typed' && <TypedDialog detail={detail} row={opened.row} onClose={close} />}
      {opened?.step === 'publish' && <PublishDialog detail={detail} onClose={close} />}
    </AdminFrame>
  )
}

function ChangeFacts({ detail: { change, average, highest, lowest } }: { detail: PriceChangeDetail }) {
  const { t, formatQuantity, formatNumber } = useTranslation()
  const fact = (name: string) => t(`priceChanges.facts.${name}`)
  const percent = (value: number | null) => (value === null ? '–' : changeText({ t, formatNumber }, value))
  return (
    <ListSums>
      <ListSum name={fact('list')}>
        <AreaLink to={adminPriceListPath(change.list.id)} className="tap hover:underline">
          {change.list.name}
        </AreaLink>
      </ListSum>
      <ListSum name={fact('rows')}>{formatQuantity(change.rows)}</ListSum>
      {change.rows > 0 && (
        <>
          <ListSum name={fact('average')}>{percent(average)}</ListSum>
          {highest !== null && highest > 0 && <ListSum name={fact('highest')}>{percent(highest)}</ListSum>}
          {lowest !== null && lowest < 0 && <ListSum name={fact('lowest')}>{percent(lowest)}</ListSum>}
        </>
      )}
      <ListSum name={fact('createdBy')}>{change.createdBy}</ListSum>
      {change.publishAt !== null && change.publishedAt === null && (
        <ListSum name={fact('publishAt')}>
          <Moment date={change.publishAt} />
        </ListSum>
      )}
      {change.publishedAt !== null && (
        <ListSum name={fact('publishedAt')}>
          <Moment date={change.publishedAt} />
        </ListSum>
      )}
      {change.publishedAt !== null && change.requestedBy !== null && (
        <ListSum name={fact('requestedBy')}>{change.requestedBy.name}</ListSum>
      )}
      {change.approvedBy !== null && <ListSum name={fact('approvedBy')}>{change.approvedBy}</ListSum>}
    </ListSums>
  )
}
