import { useEffect, useState } from 'react'

const key = 'toptan.compact-rows'

/** Whether the table's rows are low; kept in this browser. */
export function useCompactRows(): [boolean, (isCompact: boolean) => void] {
  const [isCompact, setIsCompact] = useState(false)
  useEffect(() => {
    try {
      setIsCompact(localStorage.getItem(key) === '1')
    } catch {
      // Storage may be closed to us: rows then start at their normal height.
    }
  }, [])
  function choose(next: boolean): void {
    setIsCompact(next)
    try {
      localStorage.setItem(key, next ? '1' : '0')
    } catch {
      // The choice then holds for this page only.
    }
  }
  return [isCompact, choose]
}
