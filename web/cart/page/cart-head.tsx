import { CircleCheck, ListPlus, LoaderCircle, Trash2 } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useActivity } from '#web/cart/cart-activity.ts'
import { AddToList } from '#web/lists/add-to-list.tsx'
import { cartFilePath } from '#contract/core/cart-paths.ts'
import { type CartItem, getCart } from '#contract/shop/cart.ts'
import { call } from '#web/app/data/call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { SendByMessage } from '#web/cart/order/send-by-message.tsx'
import { ShareLines } from '#web/cart/sharing/share-lines.tsx'
import { useCart } from '#web/cart/use-cart.ts'
import { useConfirmClear } from './use-confirm-clear.ts'

/** The heading with the number of lines. */
export function CartHead() {
  const { t } = useTranslation()
  const { lineCount } = useCart()
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 pb-3 max-sm:px-4">
      <h1 className="text-20 font-semibold">{t('cart.title')}</h1>
      <span className="text-16 text-ink-2">{t('cart.lines', { count: lineCount })}</span>
      <span className="ml-auto">
        <SavedMark />
      </span>
    </div>
  )
}

/** Actions on the whole cart. */
export function CartActions() {
  const { t } = useTranslation()
  const { items, lineCount, totals } = useCart()
  const { user } = useVisitor()
  const confirmClear = useConfirmClear()
  return (
    <div className="mt-3 flex flex-wrap justify-end gap-2 max-sm:px-4">
      <SendByMessage items={items} lineCount={lineCount} totals={totals} />
      {user !== null && (
        <ShareLines
          title={t('cart.title')}
          lines={items.map(lineOf)}
          count={lineCount}
          loadLines={async () => (await call(getCart)).map(lineOf)}
          files={(['xlsx', 'pdf'] as const).map((format) => ({ format, path: cartFilePath(format) }))}
        />
      )}
      <AddToList name={t('cart.title')} source={() => ({ kind: 'cart' })}>
        {(open, label) => (
          <Button icon={<ListPlus size={16} aria-hidden="true" />} onClick={open}>
            {label}
          </Button>
        )}
      </AddToList>
      <Button variant="danger" icon={<Trash2 size={16} aria-hidden="true" />} onClick={() => void confirmClear()}>
        {t('cart.clear.action')}
      </Button>
    </div>
  )
}

const lineOf = ({ product, productUnit, quantity }: CartItem) => ({
  code: product.code,
  name: product.name,
  quantity,
  unit: productUnit.value,
})

/** Shows that changes are saved, once there were any. */
function SavedMark() {
  const { t } = useTranslation()
  const state = useActivity(({ sending, hasSent, failures, hints }) => {
    if (sending > 0) return 'saving'
    const isAllSaved = Object.keys(failures).length + Object.keys(hints).length === 0
    return hasSent && isAllSaved ? 'saved' : 'quiet'
  })
  return (
    <output className="flex items-center gap-1.5 text-12 text-ink-2">
      {state === 'saving' && <LoaderCircle size={14} aria-hidden="true" className="animate-spin" />}
      {state === 'saved' && <CircleCheck size={14} aria-hidden="true" className="text-success" />}
      {state !== 'quiet' && t(`cart.${state}`)}
    </output>
  )
}
