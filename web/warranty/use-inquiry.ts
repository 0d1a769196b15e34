import { useRef, useState } from 'react'
import { inquireWarranty } from '#contract/shop/warranty.ts'
import { type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import {
  readWarranty,
  salesOf,
  type Warranty,
  type WarrantyMovement,
  type WarrantyReading,
} from '#domain/after-sales/warranty.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { type Translation, useTranslation } from '#web/ui/translation.ts'

/** Milliseconds that a message is shown before the specified one replaces it. */
const messageDelay = 2_500

/** `today`: the day of the response, from which its days count. */
export type FoundWarranty = { serial: string; today: Day; warranty: Warranty; sales: WarrantyMovement[] }
export type Inquiry = {
  isBusy: boolean
  error: string | null
  /** The serial number is unknown; the store has to help. */
  isUnknown: boolean
  found: FoundWarranty | null
  submit(serial: string): Promise<void>
  reset(): void
}

/** Runs an inquiry and handles every outcome (specification, sections 5 and 8). */
export function useInquiry(): Inquiry {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [found, setFound] = useState<FoundWarranty | null>(null)
  const [isUnknown, setUnknown] = useState(false)
  const attempt = useRef(0)

  function fail(refusal: CallError): void {
    if (refusal.status === 401) return redirectToSignIn()
    if (refusal.status === 403) {
      const { current } = attempt
      setError(t('warranty.signInFirst'))
      setTimeout(() => current === attempt.current && setError(t('errors.internal')), messageDelay)
    } else setError(refusal.code === 'network' ? t('errors.internal') : refusal.message)
  }

  async function submit(serial: string): Promise<void> {
    if (isBusy) return
    attempt.current += 1
    setBusy(true)
    setError(null)
    setUnknown(false)
    try {
      const reading = readWarranty(await call(inquireWarranty, { body: { serialNumber: serial } }))
      const sales = reading.kind === 'found' ? salesOf(reading.warranty) : []
      if (reading.kind === 'found' && sales.length > 0) {
        setFound({ serial, today: dayInTurkey(new Date()), warranty: reading.warranty, sales })
      } else {
        setError(sentenceOf(reading, t))
        setUnknown(reading.kind === 'found' || reading.kind === 'none')
      }
    } catch (refusal) {
      if (!(refusal instanceof CallError)) throw refusal
      fail(refusal)
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, error, isUnknown, found, submit, reset: () => setFound(null) }
}

/** The sentence shown when an inquiry finds no sale. */
function sentenceOf(reading: WarrantyReading, t: Translation['t']): string {
  switch (reading.kind) {
    case 'found':
      return t('warranty.noSale')
    case 'none':
      return t('warranty.nothing')
    case 'refused':
      return reading.text
    case 'unreadable':
      return t('errors.internal')
  }
}
