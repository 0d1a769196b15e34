import { type ComponentProps, lazy, Suspense, useSyncExternalStore } from 'react'

const ProductActions = lazy(async () => ({ default: (await import('./product-actions.tsx')).ProductActions }))

const subscribe = () => () => {}
const isWide = () => matchMedia('(min-width:640px)').matches

/** Further actions of a listed product; loaded after the list page, and not on phones, which do not show them. */
export function ListButton(props: ComponentProps<typeof ProductActions>) {
  return (
    useSyncExternalStore(subscribe, isWide, () => false) && (
      <Suspense fallback={null}>
        <ProductActions {...props} />
      </Suspense>
    )
  )
}
