import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { pages } from '#contract/core/pages.ts'
import type { ProductDetail, Unit } from '#contract/shop/product.ts'
import { shortenCode } from '#domain/text/text.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { barcodeOf, shownCodeOf, specialCodeOf } from '#web/product/product-code.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'

/** How long a copied code shows its check mark, in milliseconds. */
const tickDuration = 1500

/** Code, barcode of the chosen unit, special code and equivalent codes, each with a copy button. */
export function ProductCodes({ product, unit }: { product: ProductDetail; unit: Unit | undefined }) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const barcode = settings.stockNumberType === 'Barcode' ? null : barcodeOf(product, unit)
  const codes: [string, string | null][] = [
    [t('product.code'), shownCodeOf(product, settings, unit)],
    [t('product.barcode'), barcode],
    [settings.b2b_urun_detay_ozel_kod_baslik, specialCodeOf(product, settings, 'product')],
  ]
  return (
    <dl className="flex flex-wrap gap-2">
      {codes.map(([name, code]) =>
        code ? (
          <CodeChip key={name} name={name} code={code}>
            <ProductCode code={code} />
          </CodeChip>
        ) : null,
      )}
      {product.equivalentCodes.map(({ code, url }) => (
        <CodeChip key={`=${code}`} name={t('product.equivalentCode')} code={code}>
          <EquivalentCode product={product} code={code} url={url} />
        </CodeChip>
      ))}
    </dl>
  )
}

/** Links to the product with this code, or to all that share it; plain text if there are none. */
function EquivalentCode({ product, code, url }: { product: ProductDetail; code: string; url: string | null }) {
  const path = url ?? (product.equivalents.length > 0 ? `${pages.search}?q=${encodeURIComponent(code)}` : null)
  if (path === null) return <ProductCode code={code} />
  return (
    <Link to={path} title={code} rel="nofollow" className="code py-1 font-medium text-brand-ink hover:underline">
      <span aria-hidden="true">{shortenCode(code)}</span>
      <span className="sr-only">{code}</span>
    </Link>
  )
}

/** `children`: the code as shown. */
function CodeChip({ name, code, children }: { name: string; code: string; children: ReactNode }) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code)
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), tickDuration)
    } catch {
      notify.error(t('product.copyFailed'))
    }
  }
  return (
    <div className="inline-flex h-7 items-center gap-2 rounded-control border bg-surface pl-2 text-12 max-sm:h-9">
      <dt className="text-ink-2">{name}</dt>
      <dd className="flex items-center">
        {children}
        <button
          type="button"
          onClick={() => void copy()}
          aria-label={t('product.copy', { name, code })}
          title={t('product.copyShort')}
          className="tap ml-0.5 flex size-6.5 items-center justify-center rounded-control text-ink-2 hover:text-ink max-sm:size-9"
        >
          {isCopied ? (
            <Check size={13} aria-hidden="true" className="text-success" />
          ) : (
            <Copy size={13} aria-hidden="true" />
          )}
        </button>
        <span role="status" className="sr-only">
          {isCopied ? t('product.copied') : ''}
        </span>
      </dd>
    </div>
  )
}
