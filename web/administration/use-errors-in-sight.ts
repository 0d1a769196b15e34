import { useEffect, useRef } from 'react'

/** Focuses the first invalid field of a form after a refused save; without one it scrolls to the refusal. */
export function useErrorsInSight(failure: string | null) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure === null) return
    const field = element.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    field?.closest('details')?.setAttribute('open', '')
    if (field) field.focus()
    else element.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' })
  }, [failure])
  return element
}
