import { useContext } from 'react'
import { pages } from '#contract/core/pages.ts'
import { PageFrame } from '#web/app/page/page-frame.ts'
import { useCart } from '#web/cart/use-cart.ts'
import type { Order } from './use-order.ts'

/** Id of the form for fields and buttons outside of it. */
export const orderFormId = 'order-form'

type OrderFormProps = {
  order: Order
  /** Post the form as it is, since it alone holds the plan and branch. */
  isSentAsItIs?: boolean
  /** Idempotency key: the same key is the same order. */
  orderKey: string
  /** Additional fields to submit. */
  fields?: Record<string, string>
}

/** The form post of checkout (`checkout.cart`); with scripts the order is sent by a call instead. */
export function OrderForm({ order, isSentAsItIs = false, orderKey, fields = {} }: OrderFormProps) {
  const { csrf } = useContext(PageFrame)
  const mark = useCart().promotions?.mark
  const hidden = {
    ...fields,
    _token: csrf,
    _key: orderKey,
    _cart: order.cart,
    ...(mark !== undefined && { _promotions: mark }),
  }
  return (
    <form
      id={orderFormId}
      method="post"
      action={pages.checkoutCart}
      className="hidden"
      onSubmit={(event) => {
        if (isSentAsItIs) return
        event.preventDefault()
        void order.submit()
      }}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} readOnly />
      ))}
    </form>
  )
}
