import '#web/app/page-words.ts'
import { X } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { comparisonPath } from '#contract/core/comparison-path.ts'
import { pages } from '#contract/core/pages.ts'
import { type Comparison, comparedMax, compareProducts } from '#contract/shop/catalog.ts'
import type { Product } from '#contract/shop/product.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useBackToShop } from '#web/product/back-to-shop.ts'
import { shownCodeOf } from '#web/product/product-code.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/compare-page.ts'
import { CompareBuying } from './compare-buying.tsx'
import { ComparedRow } from './compared-row.tsx'
import { setCompared } from './compared.ts'

const load = (api: ServerCall, { url }: PageLocation) =>
  api(compareProducts, { query: { u: (new URL(url).searchParams.get('u') ?? '').slice(0, 200) } })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Up to four products side by side. */
export default function ComparePage({ loaderData: comparison }: Route.ComponentProps) {
  const { t } = useTranslation()
  const back = useBackToShop()
  const { items, gone, extra } = comparison
  // What the page shows is what buttons elsewhere call chosen.
  const shown = items.map(({ id }) => id).join()
  useEffect(() => {
    if (shown !== '') setCompared(shown.split(',').map(Number))
  }, [shown])
  return (
    <div className="page-width py-4">
      <PageHead
        title={t('compare.title')}
        description={t('compare.description')}
        canonical={comparisonPath()}
        noIndex
      />
      {gone + extra > 0 && (
        <MessageStrip tone="warning" className="mb-3">
          {gone > 0 && <p>{t('compare.gone', { count: gone })}</p>}
          {extra > 0 && <p>{t('compare.full', { most: comparedMax })}</p>}
        </MessageStrip>
      )}
      {items.length === 0 ? (
        <EmptyState
          level="h1"
          title={t('compare.empty')}
          text={t('compare.emptyText', { most: comparedMax })}
          actions={
            <Link to={back} className={buttonClasses('solid', 'md')}>
              {t('compare.toProducts')}
            </Link>
          }
        />
      ) : (
        <ComparedProducts comparison={comparison} />
      )}
    </div>
  )
}

function ComparedProducts({ comparison: { items, rows } }: { comparison: Comparison }) {
  const { t } = useTranslation()
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const isSeveral = items.length > 1
  const shown = rows.filter(({ isDifferent }) => isDifferent || !onlyDifferent || !isSeveral)
  const shared = shown.filter(({ isShared }) => isShared || !isSeveral)
  const single = isSeveral ? shown.filter(({ isShared }) => !isShared) : []
  const groups = [...Map.groupBy(shared, ({ group }) => group)].toSorted(
    ([a], [b]) => Number(a === '') - Number(b === ''),
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-20 font-semibold">{t('compare.title')}</h1>
        {isSeveral && rows.length > 0 && (
          <Switch isOn={onlyDifferent} onChange={setOnlyDifferent}>
            {t('compare.onlyDifferent')}
          </Switch>
        )}
      </div>
      <ScrollRegion
        label={t('compare.title')}
        className="isolate rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
      >
        <table className="w-full border-collapse text-13">
          <thead>
            <tr className="border-b border-line">
              <th
                scope="col"
                className="sticky left-0 z-10 w-36 min-w-28 border-r border-line bg-surface px-3 text-left align-bottom text-12 font-semibold text-ink-2 sm:min-w-40"
              >
                <span className="sr-only">{t('compare.technical')}</span>
              </th>
              {items.map((product) => (
                <ProductHead key={product.id} product={product} items={items} />
              ))}
            </tr>
          </thead>
          <tbody>
            <ComparedRow name={t('compare.brand')} values={items.map(({ brand }) => brand?.name ?? null)} />
            <ComparedRow name={t('compare.model')} values={items.map(({ model }) => model?.name ?? null)} />
          </tbody>
          {groups.map(([group, lines]) => (
            <tbody key={group}>
              <GroupHead name={group || t('compare.technical')} columns={items.length} />
              {lines.map(({ name, values, isDifferent }) => (
                <ComparedRow key={name} name={name} values={values} isDifferent={isSeveral && isDifferent} />
              ))}
            </tbody>
          ))}
          {single.length > 0 && (
            <tbody>
              <GroupHead name={t('compare.single')} columns={items.length} />
              {single.map(({ name, values }) => (
                <ComparedRow key={name} name={name} values={values} />
              ))}
            </tbody>
          )}
        </table>
      </ScrollRegion>
      <Notes hasRows={rows.length > 0} isSeveral={isSeveral} hasShown={shown.length > 0} />
    </>
  )
}

function Notes({ hasRows, isSeveral, hasShown }: { hasRows: boolean; isSeveral: boolean; hasShown: boolean }) {
  const { t } = useTranslation()
  const notes = [
    ...(isSeveral ? [] : [t('compare.onlyOne')]),
    ...(hasRows ? [] : [t('compare.noData')]),
    ...(hasRows && !hasShown ? [t('compare.noDifference')] : []),
  ]
  return notes.map((note) => (
    <Fragment key={note}>
      <p className="mt-3 text-13 text-ink-2">{note}</p>
    </Fragment>
  ))
}

function GroupHead({ name, columns }: { name: string; columns: number }) {
  return (
    <tr className="border-y border-line bg-canvas">
      <th scope="rowgroup" colSpan={columns + 1} className="px-3 py-2 text-left text-12 font-semibold text-ink-2">
        <span className="sticky left-3">{name}</span>
      </th>
    </tr>
  )
}

function ProductHead({ product, items }: { product: Product; items: readonly Product[] }) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const navigate = useNavigate()
  const remove = () => {
    const others = items.map(({ id }) => id).filter((id) => id !== product.id)
    setCompared(others)
    void navigate(others.length === 0 ? pages.home : comparisonPath(others), { preventScrollReset: true })
  }
  return (
    <th
      scope="col"
      className="relative w-64 min-w-52 border-r border-line p-3 text-left align-top font-normal last:border-r-0 sm:min-w-60"
    >
      <IconButton
        label={t('compare.removeOf', { name: product.name })}
        className="absolute top-1 right-1 bg-surface/80"
        onClick={remove}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
      <Link
        to={product.url}
        tabIndex={-1}
        aria-hidden="true"
        className="flex h-36 items-center justify-center rounded-control bg-tile"
      >
        <ProductImage src={product.image} alt="" width={160} height={136} className="h-34 w-40" />
      </Link>
      <ProductCode code={shownCodeOf(product, settings)} className="mt-2 block truncate text-ink-2" />
      <Link
        to={product.url}
        title={product.name}
        className="line-clamp-3 min-h-15 rounded-badge text-14 font-medium sm:line-clamp-2 sm:min-h-10 hover:text-brand-ink"
      >
        {product.name}
      </Link>
      <CompareBuying product={product} />
    </th>
  )
}
