import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { OfferedProduct } from '#contract/admin/campaigns.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { campaignPrice } from '#domain/pricing/price.ts'
import { Price } from '#web/app/price.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { ChosenProductsState } from './admin-chosen.ts'

type ChosenProductsProps = { chosen: ChosenProductsState; discount: string }

/** The chosen products in carousel order, with their prices before and after. */
export function ChosenProducts({ chosen, discount }: ChosenProductsProps) {
  const { t } = useTranslation()
  const head = (name: string) => t(`campaignAdmin.products.head.${name}`)
  const { products } = chosen
  if (products.length === 0) return <p className="text-ink-2">{t('campaignAdmin.products.none')}</p>
  const percent = percentOf(discount)
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-13 text-ink-2">
        {t('campaignAdmin.products.count', { count: products.length })}
      </p>
      <div className="max-h-140 overflow-auto rounded-panel border border-line">
        <Table aria-label={t('campaignAdmin.parts.products')} className="max-sm:block">
          <TableHead className="max-sm:hidden">
            <tr className="border-b border-line">
              <HeadCell className="w-14">
                <span className="sr-only">{head('image')}</span>
              </HeadCell>
              <HeadCell className="w-full">{head('product')}</HeadCell>
              <HeadCell align="right">{head('usual')}</HeadCell>
              <HeadCell align="right">{head('reduced')}</HeadCell>
              <HeadCell>
                <span className="sr-only">{head('actions')}</span>
              </HeadCell>
            </tr>
          </TableHead>
          <tbody className="max-sm:block">
            {products.map((product, at) => (
              <ChosenRow
                key={product.code}
                product={product}
                percent={percent}
                chosen={chosen}
                isFirst={at === 0}
                isLast={at === products.length - 1}
              />
            ))}
          </tbody>
        </Table>
      </div>
      <p className="text-12 text-ink-3">{t('campaignAdmin.products.listNote')}</p>
    </div>
  )
}

type ChosenRowProps = {
  product: OfferedProduct
  percent: number
  chosen: ChosenProductsState
  isFirst: boolean
  isLast: boolean
}

function ChosenRow({ product, percent, chosen, isFirst, isLast }: ChosenRowProps) {
  const { t } = useTranslation()
  const { code, name, image, price, isHidden, isParent } = product
  const text = (key: string) => t(`campaignAdmin.products.${key}`, { name })
  const from = isParent && <span className="text-12 font-normal text-ink-2">{t('catalog.from')}</span>
  return (
    <tr
      data-testid="campaign-product"
      className="border-b border-line last:border-0 max-sm:grid max-sm:grid-cols-[auto_1fr_auto] max-sm:items-center max-sm:gap-x-3 max-sm:p-2"
    >
      <Cell className="max-sm:row-span-2 max-sm:px-0">
        <ProductImage
          src={image}
          alt=""
          width={40}
          height={40}
          className="size-10 max-w-none rounded-control bg-tile"
        />
      </Cell>
      <Cell className="min-w-0 max-sm:col-span-2 max-sm:px-0">
        <span className="line-clamp-2">{name}</span>
        <span className="text-12 text-ink-2">
          <ProductCode code={code} />
        </span>{' '}
        {isHidden && <Badge tone="warning">{text('hidden')}</Badge>}
      </Cell>
      {price === null ? (
        <Cell align="right" colSpan={2} className="whitespace-nowrap text-ink-2 max-sm:px-0 max-sm:text-left">
          <Badge tone="warning">{text('noPrice')}</Badge>
        </Cell>
      ) : (
        <>
          <Cell align="right" className="whitespace-nowrap max-sm:hidden">
            <Price {...price} struck={percent > 0} />
            {from}
          </Cell>
          <Cell align="right" className="font-semibold whitespace-nowrap max-sm:px-0 max-sm:text-left">
            <Price {...campaignPrice(price, percent)} />
            {from}
          </Cell>
        </>
      )}
      <Cell className="whitespace-nowrap max-sm:px-0">
        <IconButton label={text('up')} disabled={isFirst} onClick={() => chosen.move(code, -1)}>
          <ArrowUp size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label={text('down')} disabled={isLast} onClick={() => chosen.move(code, 1)}>
          <ArrowDown size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label={text('remove')} variant="danger" onClick={() => chosen.remove(code)}>
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      </Cell>
    </tr>
  )
}

/** The typed discount; 0 while it is not valid. */
function percentOf(text: string): number {
  const typed = parseAmount(text.trim() || '0')?.toNumber() ?? 0
  return typed > 0 && typed < 100 ? typed : 0
}
