import { useMemo } from 'react'
import { useLocation } from 'react-router'

/** The query of the address. The router's own hook would bring its links and forms along (docs/decisions, 102). */
export function useSearchParameters(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}
