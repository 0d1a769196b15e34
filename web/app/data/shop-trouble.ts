import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isInTrouble = false

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the shop cannot store anything at the moment: its database is away, or its disk is full. */
export const isShopInTrouble = (): boolean => isInTrouble
export const useShopTrouble = (): boolean => useSyncExternalStore(subscribe, isShopInTrouble, () => false)

export function setShopTrouble(value: boolean): void {
  isInTrouble = value
  for (const listener of listeners) listener()
}
