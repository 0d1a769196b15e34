import { type ComponentProps, lazy, Suspense } from 'react'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

const ProductToList = lazy(async () => ({ default: (await import('#web/lists/product-to-list.tsx')).ProductToList }))

/** Adds a product to a list of the dealer; loaded after the list page, for dealers only. */
export function ListButton(props: ComponentProps<typeof ProductToList>) {
  const { user } = useVisitor()
  return (
    user?.role === 'dealer' && (
      <Suspense fallback={null}>
        <ProductToList {...props} />
      </Suspense>
    )
  )
}
