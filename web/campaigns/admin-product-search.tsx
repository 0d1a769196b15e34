import { ListPlus, Plus, Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { campaignProductsMax } from '#contract/shop/campaigns.ts'
import { type AdminListedProduct, listAllProducts } from '#contract/admin/catalog.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ChosenProductsState } from './admin-chosen.ts'

/** Products shown per search page, and fetched per request when all are added. */
const shownPerPage = 8
const fetchedPerPage = 100

type Found = { q: string; items: readonly AdminListedProduct[]; total: number }

/** One page of results of the shop's search. */
async function findPage(q: string, page: number, limit: number): Promise<Found> {
  const { items, total } = await call(listAllProducts, { query: { q, page: String(page), limit: String(limit) } })
  return { q, items, total }
}

/** The shop's search; results are added one by one or all at once. */
export function SearchProducts({ chosen }: { chosen: ChosenProductsState }) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)

  async function run(step: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await step()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(t('campaignAdmin.products.failed'))
    } finally {
      setBusy(false)
    }
  }
  const search = () => q.trim() !== '' && void run(async () => setFound(await findPage(q, 1, shownPerPage)))
  /** Enter searches and does not submit the surrounding form. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    search()
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-end gap-2">
        <TextField
          label={t('campaignAdmin.products.search')}
          placeholder={t('campaignAdmin.products.searchHint')}
          type="search"
          autoComplete="off"
          maxLength={100}
          value={q}
          error={failure}
          className="min-w-0 flex-1"
          onChange={({ target }) => setQ(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          size="lg"
          busy={isBusy}
          icon={<Search size={16} aria-hidden="true" />}
          aria-label={t('campaignAdmin.products.search')}
          onClick={search}
        />
      </div>
      {found !== null && <FoundProducts found={found} chosen={chosen} isBusy={isBusy} run={run} setFound={setFound} />}
    </div>
  )
}

type FoundProductsProps = {
  found: Found
  chosen: ChosenProductsState
  isBusy: boolean
  run(step: () => Promise<void>): Promise<void>
  setFound(found: Found): void
}

function FoundProducts({ found, chosen, isBusy, run, setFound }: FoundProductsProps) {
  const { t, formatQuantity } = useTranslation()
  const { q, items, total } = found
  if (total === 0) {
    return (
      <p role="status" className="text-13 text-ink-2">
        {t('campaignAdmin.products.nothing')}
      </p>
    )
  }
  const more = () =>
    run(async () => {
      const next = await findPage(q, Math.floor(items.length / shownPerPage) + 1, shownPerPage)
      setFound({ ...next, items: [...items, ...next.items] })
    })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-13 text-ink-2">
          {t('campaignAdmin.products.found', { count: total, number: formatQuantity(total) })}
        </p>
        {total > campaignProductsMax ? (
          <p className="text-12 text-ink-2">{t('campaignAdmin.products.tooMany', { most: campaignProductsMax })}</p>
        ) : (
          <Button
            busy={isBusy}
            icon={<ListPlus size={16} aria-hidden="true" />}
            onClick={() => void run(async () => chosen.add(await findAll(q)))}
          >
            {t('campaignAdmin.products.addAll')}
          </Button>
        )}
      </div>
      <ul
        aria-label={t('campaignAdmin.products.results')}
        className="max-h-140 overflow-auto rounded-panel border border-line"
      >
        {items.map((product) => (
          <FoundProduct key={product.id} product={product} chosen={chosen} />
        ))}
      </ul>
      {items.length < total && (
        <Button busy={isBusy} className="self-start" onClick={() => void more()}>
          {t('campaignAdmin.products.more')}
        </Button>
      )}
    </>
  )
}

async function findAll(q: string): Promise<AdminListedProduct[]> {
  const all: AdminListedProduct[] = []
  for (let page = 1; page <= campaignProductsMax / fetchedPerPage; page += 1) {
    const { items, total } = await findPage(q, page, fetchedPerPage)
    all.push(...items)
    if (items.length === 0 || all.length >= total) break
  }
  return all
}

function FoundProduct({ product, chosen }: { product: AdminListedProduct; chosen: ChosenProductsState }) {
  const { t } = useTranslation()
  const { code, name, image, price } = product
  const isChosen = chosen.codes.includes(code)
  return (
    <li className="flex items-center gap-3 border-b border-line p-2 last:border-0">
      <ProductImage src={image} alt="" width={40} height={40} className="size-10 rounded-control bg-tile" />
      <div className="min-w-0 flex-1">
        <span className="line-clamp-1">{name}</span>
        <span className="text-12 text-ink-2">
          <ProductCode code={code} />
        </span>{' '}
        {price === null && <Badge tone="warning">{t('campaignAdmin.products.noPrice')}</Badge>}
      </div>
      <Button
        variant="soft"
        disabled={isChosen}
        icon={<Plus size={16} aria-hidden="true" />}
        aria-label={isChosen ? undefined : t('campaignAdmin.products.add', { name })}
        onClick={() => chosen.add([product])}
      >
        {isChosen ? t('campaignAdmin.products.added') : ''}
      </Button>
    </li>
  )
}
