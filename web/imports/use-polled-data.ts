import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { poll } from './poll.ts'

/** `interval` in milliseconds; null when the data no longer changes. */
type Polled<Data> = { interval(data: Data): number | null; load(): Promise<Data> }

/**
 * The data of a page that changes on the server. While the server does not answer, the page keeps what it shows;
 * a refusal is left to the page's loader.
 */
export function usePolledData<Data>(loaded: Data, { interval, load }: Polled<Data>): Data {
  const [newest, setNewest] = useState({ loaded, data: loaded })
  const data = newest.loaded === loaded ? newest.data : loaded
  const pause = interval(data)
  const { revalidate } = useRevalidator()
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    if (pause === null) return
    return poll(pause, {
      load: () => loadNow(),
      onData: (next) => setNewest({ loaded, data: next }),
      onRefusal: () => void revalidate(),
    })
  }, [loaded, pause, revalidate])
  return data
}
