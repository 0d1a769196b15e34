import { useContext } from 'react'
import { pages } from '#contract/core/pages.ts'
import { PageFrame } from '#web/app/page/page-frame.ts'
import type { Order } from './use-order.ts'

/** The form that fields and buttons of the page belong to, wherever they stand. */
export const orderFormId = 'order-form'

type OrderFormProps = {
  order: Order
  /** Where plan and branch stand in the form alone. */
  isSentAsItIs?: boolean
  /** The same key, the same order. */
  orderKey: string
  /** What the form sends beside the fields that belong to it. */
  fields?: Record<string, string>
}

/** The form post of checkout (`checkout.cart`); where scripts run they send the order themselves. */
export function OrderForm({ order, isSentAsItIs = false, orderKey, fields = {} }: OrderFormProps) {
  const { csrf } = useContext(PageFrame)
  const hidden = { ...fields, _token: csrf, _key: orderKey, _cart: order.cart }
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
