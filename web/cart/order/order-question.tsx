import { type MouseEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { saveOrderQuestion } from '#contract/core/visitor.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { lira } from '#domain/money/money.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { invalidateVisitor } from '#web/app/data/visitor-freshness.ts'
import { Price } from '#web/app/price.tsx'
import { useKey } from '#web/app/use-key.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useCartPlan } from '#web/cart/use-cart.ts'
import { useApproval } from './approval-note.tsx'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Key } from '#web/ui/key.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'
import { notify } from '#web/ui/overlay/toast-store.ts'
import { useTranslation } from '#web/ui/translation.ts'

type Answer = (isSure: boolean) => void

/**
 * `ask` resolves with the user's answer, at once where the user chose not to be asked; `answer` is set while it waits for
 * `OrderQuestion`.
 */
export function useOrderQuestion(): { ask(): Promise<boolean>; answer: Answer | null } {
  const { asksBeforeOrder } = useVisitor()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const ask = useCallback(() => {
    if (!asksBeforeOrder) return Promise.resolve(true)
    return new Promise<boolean>((resolve) => {
      setAnswer(() => (isSure: boolean) => {
        setAnswer(null)
        resolve(isSure)
      })
    })
  }, [asksBeforeOrder])
  return { ask, answer }
}

type OrderQuestionProps = { totals: CartTotals; lineCount: number; note: string; onAnswer: Answer }

/** What would be ordered, for whom and on which terms, before it is. */
export function OrderQuestion({ totals, lineCount, note, onAnswer }: OrderQuestionProps) {
  const { t } = useTranslation()
  const id = useId()
  const cancelButton = useRef<HTMLButtonElement>(null)
  const [skipsNext, setSkipsNext] = useState(false)
  const isForApproval = useApproval(totals.totalTry) !== null
  const { user } = useVisitor()
  const orderLine = user?.isRepresentative === true ? 'representatives.discount.confirm' : 'checkout.confirm.text'
  const lineKey = isForApproval ? 'purchases.why.first' : orderLine

  function confirm(): void {
    if (skipsNext) void saveSkip()
    onAnswer(true)
  }
  /** The second click of a double click was meant for the order button. */
  const press = (run: () => void) => (event: MouseEvent) => {
    if (event.detail < 2) run()
  }
  useKey('Enter', confirm, { withCtrl: true, inDialog: true })
  return (
    <Modal
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-facts`}
      // Enter that is held down on the order button must not confirm.
      initialFocus={cancelButton}
      closesOutside={false}
      onClose={() => onAnswer(false)}
      className="inset-0 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-120 rounded-dialog border border-line"
    >
      <div className="min-h-0 flex-1 overflow-y-auto p-5">
        <h2 id={`${id}-title`} className="text-16 font-semibold">
          {isForApproval ? t('purchases.why.needed') : t('checkout.confirm.title')}
        </h2>
        <p className="mt-0.5 text-13 text-ink-2">{t(lineKey)}</p>
        <OrderFacts id={`${id}-facts`} totals={totals} lineCount={lineCount} note={note} />
        <label className="mt-4 flex min-h-6 cursor-pointer items-start gap-2.5 text-13 max-sm:min-h-11">
          <input
            type="checkbox"
            checked={skipsNext}
            onChange={(event) => setSkipsNext(event.target.checked)}
            className="mt-0.5 size-4 shrink-0 accent-brand"
          />
          <span>
            {t('checkout.confirm.skip')}
            <span className="block text-12 text-ink-2">{t('checkout.confirm.skipHint')}</span>
          </span>
        </label>
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
        <Button ref={cancelButton} size="lg" className="max-sm:flex-1" onClick={press(() => onAnswer(false))}>
          {t('ui.cancel')}
        </Button>
        <Button variant="solid" size="lg" className="max-sm:flex-1" onClick={press(confirm)}>
          {t(isForApproval ? 'purchases.why.send' : 'checkout.confirm.order')}
          <span className="hidden pointer-fine:inline" aria-hidden="true">
            <Key>Ctrl+Enter</Key>
          </span>
        </Button>
      </div>
    </Modal>
  )
}

async function saveSkip(): Promise<void> {
  try {
    await call(saveOrderQuestion, { body: { asksBeforeOrder: false } })
    invalidateVisitor()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    notify.error(error.message)
  }
}

type OrderFactsProps = Omit<OrderQuestionProps, 'onAnswer'> & { id: string }

function OrderFacts({ id, totals, lineCount, note }: OrderFactsProps) {
  const { t, formatNumber } = useTranslation()
  const { user, plans, branches, branch, seesPrices } = useVisitor()
  const plan = useCartPlan()
  const planName = plans.find(({ priceName }) => priceName === plan)?.name ?? t('cartPage.plan.none')
  const branchName = branches.find((each) => each.id === branch)?.name ?? t('cartPage.branch.none')
  const { total, totalTry, currency } = totals
  return (
    <dl id={id} className="mt-3 divide-y divide-line border-y border-line text-13">
      <Fact name={t('checkout.summary.dealer')}>
        {user?.dealerName} {user?.dealerCode && <span className="text-ink-2">({user.dealerCode})</span>}
      </Fact>
      <Fact name={t('checkout.confirm.lines')}>{formatNumber(lineCount, 0)}</Fact>
      {seesPrices && !total.isZero() && (
        <Fact name={`${t('cart.totals.total')}, ${t('cart.withTax')}`} isLarge>
          <Price value={total} currency={currency} />
        </Fact>
      )}
      {seesPrices && currency !== lira && (
        <Fact name={t('cart.totals.totalTry')}>
          <Price value={totalTry} currency={lira} />
        </Fact>
      )}
      {plans.length > 0 && <Fact name={t('cartPage.plan.title')}>{planName}</Fact>}
      {branches.length > 0 && <Fact name={t('cartPage.branch.title')}>{branchName}</Fact>}
      {note.trim() !== '' && (
        <Fact name={t('cart.summary.note')}>
          <span className="line-clamp-3 whitespace-pre-line">{note.trim()}</span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, isLarge = false, children }: { name: string; isLarge?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1.5">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className={classes('min-w-0 text-right font-medium break-words', isLarge && 'text-18 font-semibold')}>
        {children}
      </dd>
    </div>
  )
}
