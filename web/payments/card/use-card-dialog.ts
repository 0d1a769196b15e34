import { useEffect, useState } from 'react'
import { cardHash, mayFrameBanks, reloadForCard, takeCardHash } from '#web/payments/bank/frame-rules.ts'

export { cardHash }

/** Whether the page's card dialog is open. It opens automatically if the address requests it. */
export function useCardDialog(isPossible: boolean): { isOpen: boolean; open(): void; close(): void } {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (takeCardHash() && isPossible) setOpen(true)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPossible])
  return {
    isOpen,
    open: () => (mayFrameBanks() ? setOpen(true) : reloadForCard()),
    close: () => setOpen(false),
  }
}
