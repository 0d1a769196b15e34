import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { type PublicSettings, storeSettings } from '#contract/shop/settings.ts'
import { QueryCache } from '#web/app/data/query-cache.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { dismissToast, toastStore } from '#web/ui/overlay/toast-store.ts'
import { addProduct } from './add-product.ts'
import { getActivity } from './cart-activity.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

vi.mock('#web/app/data/call.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }))
vi.mock('#web/ui/overlay/alert.tsx', () => ({ showAlert: vi.fn(() => Promise.resolve(null)) }))
vi.mock('#web/app/data/sign-in-redirect.ts', () => ({ redirectToSignIn: vi.fn() }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  for (const { key } of toastStore.get()) dismissToast(key)
})
afterEach(() => vi.useRealTimers())

const unit = { id: 2, value: 'ADET', multiplier: 1, barcode: null } as Unit
const product = { id: 7, code: 'KVR-1', units: [unit], defaultUnit: 2 } as Product
const tools = { cache: new QueryCache(), goTo: vi.fn(), settings: storeSettings.parse({}) as PublicSettings }
const add = () => addProduct(tools, { product, unit, quantity: 3 })
const state = () => getActivity().adds[product.id]
const refuseWith = (status: number, code: ErrorCode, text: string, facts = {}) =>
  vi.mocked(call).mockRejectedValueOnce(new CallError(status, { code, messages: { type: text }, facts }))

test('the button is busy while its product is being added, then shows success for 1250 ms', async () => {
  vi.mocked(call).mockResolvedValueOnce({ id: 1, product, productUnit: unit, quantity: 3 })
  const adding = add()
  expect([state(), getActivity().fetching]).toEqual(['adding', { id: 7, operation: 'add' }])
  expect(await adding).toBe(true)
  expect([state(), getActivity().fetching.operation]).toEqual(['added', null])
  vi.advanceTimersByTime(1249)
  expect(state()).toBe('added')
  vi.advanceTimersByTime(1)
  expect(state()).toBeUndefined()
  expect(vi.mocked(call).mock.calls[0]?.[1]).toEqual({
    params: { productId: '7' },
    body: { quantity: 3, productValue: 2 },
  })
})

test('shows an error as an alert with its text, sets the operation addError, and shows no success', async () => {
  refuseWith(409, 'insufficient_stock', 'Bu üründen 3 adet bulunmamaktadır!')
  expect(await add()).toBe(false)
  expect([state(), getActivity().fetching.operation]).toEqual([undefined, 'addError'])
  expect(vi.mocked(showAlert).mock.calls[0]?.[0].text).toBe('Bu üründen 3 adet bulunmamaktadır!')
})

test('a shortage shows the remaining quantity, and whether the rest is already in the cart', async () => {
  const said = async (amount: number, fits: number) => {
    refuseWith(409, 'insufficient_stock', `Bu üründen ${amount} adet bulunmamaktadır!`, { amount, fits })
    await add()
    return vi.mocked(showAlert).mock.lastCall?.[0].facts
  }
  expect(await said(3, 2)).toBe('KVR-1 · cart.alert.left')
  expect(await said(1243, 0)).toBe('KVR-1 · cart.alert.leftBesideCart')
})

test('offers base units when the remaining stock makes no whole unit', async () => {
  const box = { id: 3, value: 'PAKET', multiplier: 100, barcode: null } as Unit
  const wanted = { product: { ...product, units: [unit, box] }, unit: box, quantity: 1 }
  refuseWith(409, 'insufficient_stock', 'Bu üründen 100 adet bulunmamaktadır!', { amount: 100, fits: 0, left: 4 })
  vi.mocked(showAlert).mockResolvedValueOnce('fits')
  vi.mocked(call).mockResolvedValueOnce({ id: 1, product, productUnit: unit, quantity: 4 })
  expect(await addProduct(tools, wanted)).toBe(true)
  expect(vi.mocked(call).mock.lastCall?.[1]).toMatchObject({ body: { quantity: 4, productValue: unit.id } })

  // Without permission to see stock, nothing is offered.
  refuseWith(409, 'insufficient_stock', 'Bu üründen 100 adet bulunmamaktadır!', { amount: 100 })
  expect(await addProduct(tools, wanted)).toBe(false)
  expect(vi.mocked(showAlert).mock.lastCall?.[0]).toMatchObject({ facts: 'KVR-1', actions: [] })
})

test('401 redirects to sign-in without an alert', async () => {
  refuseWith(401, 'not_signed_in', 'Giriş yapın.')
  expect(await add()).toBe(false)
  expect(redirectToSignIn).toHaveBeenCalledWith('KVR-1')
  expect(showAlert).not.toHaveBeenCalled()
})

test('403 shows an error toast at the top center', async () => {
  const text = 'Yönetici hesabı ile bu işlemi gerçekleştiremezsiniz.'
  refuseWith(403, 'admin_not_allowed', text)
  expect(await add()).toBe(false)
  expect(toastStore.get()).toMatchObject([{ kind: 'error', text, position: 'top-center' }])
  expect(showAlert).not.toHaveBeenCalled()
})
