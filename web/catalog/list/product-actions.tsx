import { lazy, Suspense } from 'react'
import type { Product, Unit } from '#contract/shop/product.ts'
import { CompareButton } from '#web/catalog/compare/compare-button.tsx'
import { useCompared } from '#web/catalog/compare/compared.ts'
import { ProductToList } from '#web/lists/product-to-list.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'

const CompareTray = lazy(async () => ({
  default: (await import('#web/catalog/compare/compare-tray.tsx')).CompareTray,
}))

type ProductActionsProps = { product: Product; unit: Unit | undefined; quantity: number; className?: string }

/** What else can be done with a listed product: compare it, and for dealers, add it to a list. */
export function ProductActions({ className, ...line }: ProductActionsProps) {
  const { user } = useVisitor()
  const hasChosen = useCompared().length > 0
  return (
    <span className={classes('flex flex-wrap', className)}>
      {user?.role === 'dealer' && <ProductToList {...line} />}
      <CompareButton product={line.product} />
      {hasChosen && (
        <Suspense fallback={null}>
          <CompareTray />
        </Suspense>
      )}
    </span>
  )
}
