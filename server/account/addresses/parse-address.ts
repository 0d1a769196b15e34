import type { AddressValues } from '#contract/shop/addresses.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { type AddressField, addressFieldMax, type DeliveryAddress } from '#domain/orders/delivery.ts'
import { isPhone } from '#domain/text/phone.ts'
import { provinceOf } from '#domain/text/provinces.ts'
import { createFieldCheck } from '#server/account/admin/typed-values.ts'

type Check = ReturnType<typeof createFieldCheck>
type Typed = Readonly<Record<Exclude<AddressField, 'name' | 'erpCode'>, string>>

/** Where goods go: what stored addresses and those for one order have in common. */
function checkPlace(check: Check, typed: Typed) {
  const line = (field: keyof Typed, isNeeded = true) =>
    check.text(field, typed[field].replaceAll(/\s+/g, ' '), { max: addressFieldMax[field], isNeeded })
  const place = {
    recipient: line('recipient'),
    phone: line('phone'),
    address: check.text('address', typed.address, { max: addressFieldMax.address, isNeeded: true }),
    district: line('district'),
    city: line('city'),
    postalCode: line('postalCode', false),
  }
  if (!isPhone(place.phone)) check.report('phone', 'phone')
  if (!/^(\d{5})?$/.test(place.postalCode)) check.report('postalCode', 'postalCode')
  const province = provinceOf(place.city)
  if (province === null) check.report('city', 'province')
  return { ...place, city: province ?? place.city }
}

/** The values of an address as they are stored. Refuses with a message for each invalid field. */
export function parseAddress(typed: AddressValues): { ok: true; values: AddressValues } | Refusal {
  const check = createFieldCheck()
  const values = {
    name: check.text('name', typed.name, { max: addressFieldMax.name, isNeeded: true }),
    ...checkPlace(check, typed),
    erpCode: check.text('erpCode', typed.erpCode, { max: addressFieldMax.erpCode }),
    isDefault: typed.isDefault,
    isDisabled: typed.isDisabled,
  }
  if (values.isDefault && values.isDisabled) check.report('isDefault', 'defaultDisabled')
  return check.refusal() ?? { ok: true, values }
}

/** An address that was typed for one order. Refuses with a message for each invalid field. */
export function parseOneOff(typed: Typed): { ok: true; address: DeliveryAddress } | Refusal {
  const check = createFieldCheck()
  const address = { name: '', ...checkPlace(check, typed), erpCode: '' }
  return check.refusal() ?? { ok: true, address }
}
