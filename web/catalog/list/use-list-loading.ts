import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { isListPath } from './use-list-address.ts'

/** A response within this time (milliseconds) replaces the list directly, without flickering placeholders. */
const placeholderDelay = 120

/** Whether another list has been loading long enough to show placeholders. */
export function useListLoading(): boolean {
  const navigation = useNavigation()
  const isLoading = navigation.state === 'loading' && isListPath(navigation.location.pathname)
  const target = isLoading ? navigation.location.key : null
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (target === null) return
    const timer = setTimeout(() => setLate(target), placeholderDelay)
    return () => clearTimeout(timer)
  }, [target])
  return target !== null && late === target
}
