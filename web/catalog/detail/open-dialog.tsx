import { lazy, Suspense, useState } from 'react'
import type { Product, Unit } from '#contract/shop/product.ts'

const ProductDialog = lazy(async () => ({ default: (await import('./product-dialogs.tsx')).ProductDialog }))

type Kind = 'stock' | 'price'

/**
 * Opens a product's dialogs; their code is loaded with the first one. Render `dialog` next to the opener. The price is
 * explained for `quantity` units.
 */
export function useProductDialog(
  product: Product,
  unit?: Unit,
  quantity = 1,
): { show(kind: Kind): void; dialog: React.ReactNode } {
  const [kind, setKind] = useState<Kind | null>(null)
  return {
    show: setKind,
    dialog:
      kind === null ? null : (
        <Suspense fallback={null}>
          <ProductDialog product={product} unit={unit} quantity={quantity} kind={kind} onClose={() => setKind(null)} />
        </Suspense>
      ),
  }
}
