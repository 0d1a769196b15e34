import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useChoice } from './use-choices.ts'
import { usePriceView } from './use-price-view.ts'
import { useVisitor } from './use-visitor.ts'
import { invalidateVisitor } from '#web/app/data/visitor-freshness.ts'

/** Changes the visitor's currency everywhere at once; a price range in the address is converted. */
export function useCurrencyChoice(): (id: number) => Promise<void> {
  const { currencies } = useVisitor()
  const view = usePriceView()
  const choose = useChoice()
  const navigate = useNavigate()
  return useCallback(
    async (id) => {
      const address = await addressIn(currencies.find((currency) => currency.id === id)?.code ?? view.currency, view)
      const follow =
        address === null
          ? undefined
          : () => {
              invalidateVisitor()
              return navigate(address, { replace: true, preventScrollReset: true })
            }
      await choose({ key: 'defaultCurrency', value: id }, follow)
    },
    [currencies, view, choose, navigate],
  )
}

/** Few addresses have a price range, so its code is loaded on demand. */
async function addressIn(currency: string, view: ReturnType<typeof usePriceView>): Promise<string | null> {
  if (!/price(:|%3A)/i.test(location.search)) return null
  const { addressInCurrency } = await import('#web/app/price-range-currency.ts')
  return addressInCurrency(location, currency, view)
}
