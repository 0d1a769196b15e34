import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { CartPromotions } from '#contract/shop/promotions.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useCoupons } from './use-coupons.ts'

/** The coupons of the cart, and a field for another one. */
export function CouponField({ coupons }: Pick<CartPromotions, 'coupons'>) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const { isBusy, error, add, remove } = useCoupons()
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (code.trim() !== '' && (await add(code))) setCode('')
  }
  return (
    <div className="flex flex-col gap-2">
      {coupons.map((coupon) => (
        <p key={coupon.code} className="flex max-w-md items-center gap-2 text-13">
          <span className="code rounded-badge bg-fill px-1.5 py-0.5">{coupon.code}</span>
          <span className="min-w-0 flex-1 text-ink-2">
            {t(`promotions.cart.couponStates.${coupon.state}`, { name: coupon.promotion })}
          </span>
          <IconButton
            label={t('promotions.cart.removeCoupon', { code: coupon.code })}
            disabled={isBusy}
            onClick={() => void remove(coupon.code)}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        </p>
      ))}
      <form
        aria-label={t('promotions.cart.coupon')}
        onSubmit={(event) => void submit(event)}
        className="flex max-w-md items-end gap-2 print:hidden"
      >
        <div className="min-w-0 flex-1">
          <TextField
            label={t('promotions.cart.coupon')}
            name="coupon"
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </div>
        <Button type="submit" size="lg" busy={isBusy}>
          {t('promotions.cart.addCoupon')}
        </Button>
      </form>
      {error !== null && (
        <p role="alert" className="text-12 text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
