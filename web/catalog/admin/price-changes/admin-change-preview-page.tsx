import '#web/app/page-words.ts'
import type { ReactNode } from 'react'
import { previewPriceChange } from '#contract/admin/price-change-publication.ts'
import { adminPriceChangePath, priceChangePreviewPath } from '#contract/core/admin-pages.ts'
import { adminDealerPath } from '#contract/core/record-paths.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { AreaLink } from '#web/administration/area-link.tsx'
import { listPath, queryOf } from '#web/administration/list-address.ts'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-change-preview-page.ts'
import { changeText } from './percent-text.ts'

const load = (api: ServerCall, { url, params: { id } }: PageLocation<Route.LoaderArgs>) =>
  api(previewPriceChange, { params: { id }, ...queryOf(url, []) })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type Preview = Reply<typeof previewPriceChange>

/** What a price change means for the dealers that use its list. */
export default function AdminChangePreviewPage({ loaderData: preview }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const { id, name, list, products, sampled, carts, offers, total } = preview
  const text = (key: string, values?: Record<string, string>) => t(`priceChanges.preview.${key}`, values)
  const counts = { products: formatQuantity(products), sampled: formatQuantity(sampled) }
  return (
    <AdminFrame title={<BackTo to={adminPriceChangePath(id)}>{name}</BackTo>}>
      <PageHead
        title={text('title')}
        description={text('description')}
        canonical={priceChangePreviewPath(id)}
        noIndex
      />
      <div className="flex max-w-420 flex-col gap-4">
        <div className="flex flex-col gap-1.5">
          <h1 className="text-18 font-semibold">{text('title')}</h1>
          <ListSums>
            <ListSum name={t('priceChanges.facts.list')}>{list}</ListSum>
            <ListSum name={text('products')}>{counts.products}</ListSum>
            <ListSum name={text('dealers')}>{formatQuantity(total)}</ListSum>
            <ListSum name={text('carts')}>{formatQuantity(carts)}</ListSum>
            <ListSum name={text('offers')}>{formatQuantity(offers)}</ListSum>
          </ListSums>
          <p className="max-w-160 text-13 text-ink-2">
            {text(sampled < products ? 'sample' : 'whole', counts)} {text('touched')}
          </p>
        </div>
        {total === 0 ? (
          <p className="rounded-panel border border-line bg-surface p-4 text-ink-2">{text('none')}</p>
        ) : (
          <>
            {preview.groups.some((group) => group.name !== null) && (
              <Section id="groups" title={text('groups')}>
                <GroupsTable preview={preview} />
              </Section>
            )}
            <Section id="dealers" title={text('items')}>
              <DealersTable preview={preview} />
            </Section>
          </>
        )}
        <Pagination
          page={preview.page}
          pages={preview.pages}
          to={(page) => listPath(priceChangePreviewPath(id), { page }, [])}
        />
      </div>
    </AdminFrame>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-16 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

function useColumn(): (name: string) => string {
  const { t } = useTranslation()
  return (name) => t(`priceChanges.preview.columns.${name}`)
}

function GroupsTable({ preview }: { preview: Preview }) {
  const { t, formatQuantity } = useTranslation()
  const column = useColumn()
  return (
    <CardTable
      label={t('priceChanges.preview.groups')}
      below="never"
      head={
        <>
          <HeadCell className="w-full pl-4">{column('group')}</HeadCell>
          <HeadCell align="right">{column('dealers')}</HeadCell>
          <EffectHeads isMean />
        </>
      }
    >
      {preview.groups.map((group) => (
        <tr key={group.name ?? ''} data-testid="group-effect" className="h-11 border-b border-line last:border-0">
          <Cell className="py-1.5 pl-4">
            {group.name ?? t('priceChanges.preview.noGroup')}
            {group.computed < group.dealers && (
              <span className="block text-12 text-ink-2">
                {t('priceChanges.preview.computed', { computed: formatQuantity(group.computed) })}
              </span>
            )}
          </Cell>
          <Cell align="right" className="tabular-nums">
            {formatQuantity(group.dealers)}
          </Cell>
          <EffectCells effect={group} preview={preview} />
        </tr>
      ))}
    </CardTable>
  )
}

function DealersTable({ preview }: { preview: Preview }) {
  const { t } = useTranslation()
  const column = useColumn()
  return (
    <CardTable
      label={t('priceChanges.preview.items')}
      below="never"
      head={
        <>
          <HeadCell className="w-full pl-4">{column('dealer')}</HeadCell>
          <HeadCell className="max-lg:hidden">{column('group')}</HeadCell>
          <HeadCell className="max-md:hidden">{column('via')}</HeadCell>
          <EffectHeads />
        </>
      }
    >
      {preview.items.map((dealer) => (
        <tr
          key={dealer.id}
          data-testid="dealer-effect"
          className="h-11 border-b border-line last:border-0 hover:bg-hover"
        >
          <Cell className="py-1.5 pl-4">
            <AreaLink to={adminDealerPath(dealer.id)} className="font-medium [overflow-wrap:anywhere] hover:underline">
              {dealer.name}
            </AreaLink>
            <span className="code block text-12 text-ink-2">{dealer.code}</span>
            <span className="block text-12 text-ink-2 md:hidden">{t(`priceChanges.preview.vias.${dealer.via}`)}</span>
          </Cell>
          <Cell className="whitespace-nowrap text-ink-2 max-lg:hidden">{dealer.group ?? '–'}</Cell>
          <Cell className="whitespace-nowrap text-ink-2 max-md:hidden">
            {t(`priceChanges.preview.vias.${dealer.via}`)}
          </Cell>
          <EffectCells effect={dealer} preview={preview} />
        </tr>
      ))}
    </CardTable>
  )
}

/** `isMean`: the rows are groups of dealers. */
function EffectHeads({ isMean = false }) {
  const column = useColumn()
  return (
    <>
      <HeadCell align="right" className="max-sm:whitespace-normal">
        {column(isMean ? 'meanChanged' : 'changed')}
      </HeadCell>
      <HeadCell align="right" className="pr-4 max-sm:whitespace-normal">
        {column(isMean ? 'meanAverage' : 'average')}
      </HeadCell>
    </>
  )
}

type EffectCellsProps = { effect: { estimated: number; average: number | null }; preview: Preview }

function EffectCells({ effect: { estimated, average }, preview: { products, sampled } }: EffectCellsProps) {
  const { t, formatQuantity, formatNumber } = useTranslation()
  const count = formatQuantity(estimated)
  return (
    <>
      <Cell align="right" className="whitespace-nowrap tabular-nums">
        {sampled < products ? t('priceChanges.preview.about', { count }) : count}
      </Cell>
      <Cell align="right" className="pr-4 whitespace-nowrap tabular-nums">
        {average === null ? '–' : changeText({ t, formatNumber }, average)}
      </Cell>
    </>
  )
}
