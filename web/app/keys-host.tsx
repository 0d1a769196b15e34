import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { isTyping } from './typing.ts'

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

let open = () => {}

/** Opens the list of keyboard shortcuts. */
export const showKeys = () => open()

/** Shortcuts of every page: `?` lists all, F2 leads to the cart and there to the code field. Mounted once in the shell. */
export function KeysHost() {
  const goTo = useNavigate()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    open = () => setOpen(true)
    function onKey(event: KeyboardEvent): void {
      if (event.key === '?' && !isTyping(event.target)) open()
      if (event.key !== 'F2' || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      const field = document.querySelector<HTMLElement>('[data-quick-code]')
      if (field === null) void goTo(pages.cart)
      else field.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [goTo])
  return <Suspense fallback={null}>{isOpen && <KeysDialog onClose={() => setOpen(false)} />}</Suspense>
}
