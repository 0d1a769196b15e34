import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/form/button.tsx'

/**
 * Content that is collapsed on phones, where it would push the page's content off the screen. On other devices it has
 * no effect.
 */
export function PhoneFold({
  label,
  isOpen = false,
  children,
}: {
  label: string
  isOpen?: boolean
  children: ReactNode
}) {
  const id = useId()
  const [isShown, setShown] = useState(isOpen)
  return (
    <>
      <Button
        className="sm:hidden"
        aria-expanded={isShown}
        aria-controls={id}
        icon={<SlidersHorizontal size={16} aria-hidden="true" />}
        onClick={() => setShown(!isShown)}
      >
        {label}
      </Button>
      <div id={id} className={isShown ? 'w-full sm:contents' : 'max-sm:hidden sm:contents'}>
        {children}
      </div>
    </>
  )
}
