import { useEffect, useSyncExternalStore } from 'react'
import {
  type DeliveryChoices,
  deliveryFieldNames,
  type DeliveryFields,
  ownAddress,
  typedAddress,
} from '#contract/shop/delivery.ts'

const key = 'toptan.delivery'
const listeners = new Set<() => void>()
const nothing: DeliveryFields = {}
let stored: DeliveryFields | null = null

function read(): DeliveryFields {
  if (stored !== null) return stored
  stored = nothing
  try {
    stored = fieldsOf(JSON.parse(sessionStorage.getItem(key) ?? '{}'))
  } catch {
    // Storage may be blocked: the choice is then kept as long as the page.
  }
  return stored
}

/** The fields among the values that another version of the page may have stored. */
function fieldsOf(value: unknown): DeliveryFields {
  if (typeof value !== 'object' || value === null) return nothing
  const entries = Object.entries(value).filter(
    ([name, each]) => deliveryFieldNames.some((known) => known === name) && typeof each === 'string',
  )
  return Object.fromEntries(entries)
}

export function saveDelivery(next: DeliveryFields): void {
  stored = next
  try {
    sessionStorage.setItem(key, JSON.stringify(next))
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Where the order goes, as chosen in this window, which survives a reload. An address that is not offered any more gives way
 * to the proposed one. `choices` null: not loaded, the server proposes. `refused`: the fields of a posted form.
 */
export function useDelivery(choices: DeliveryChoices | null, refused: DeliveryFields = nothing) {
  useEffect(() => {
    if (Object.keys(refused).length > 0 && Object.keys(read()).length === 0) saveDelivery(refused)
  }, [refused])
  const fields = useSyncExternalStore(subscribe, read, () => refused)
  const to = choices === null ? fields.deliverTo : addressOf(fields.deliverTo, choices)
  const isTyped = to === typedAddress
  const sent = Object.entries({ ...fields, deliverTo: to }).filter(
    ([name, value]) => value !== undefined && value !== '' && (isTyped || !/^to[A-Z]/.test(name)),
  )
  return {
    fields,
    to: String(to ?? ''),
    /** What is sent with the order. */
    sent: Object.fromEntries(sent) as DeliveryFields,
    set: (part: DeliveryFields) => saveDelivery({ ...fields, ...part }),
  }
}

/** The chosen address if it is offered, otherwise the proposed one. */
function addressOf(wanted: DeliveryFields['deliverTo'], { addresses, chosen, own, mayType }: DeliveryChoices): string {
  const to = String(wanted ?? '')
  const isOffered =
    to === ownAddress ? own !== null : to === typedAddress ? mayType : addresses.some(({ id }) => String(id) === to)
  if (isOffered) return to
  return chosen === null ? (own === null ? '' : ownAddress) : String(chosen)
}
