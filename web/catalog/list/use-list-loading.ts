import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { isListPath } from './use-list-address.ts'

/** A response within this time (milliseconds) replaces the list directly, without flickering placeholders. */
const patience = 120

/** Whether another list has been loading long enough to show placeholders. */
export function useListLoading(): boolean {
  const navigation = useNavigation()
  const isLoading = navigation.state === 'loading' && isListPath(navigation.location.pathname)
  const coming = isLoading ? navigation.location.key : null
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (coming === null) return
    const timer = setTimeout(() => setLate(coming), patience)
    return () => clearTimeout(timer)
  }, [coming])
  return coming !== null && late === coming
}
