import { useEffect, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { login, type SecondStep } from '#contract/shop/account.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { openAfterSignIn } from './open-after-sign-in.ts'

export type SignInErrors = { username?: string; password?: string; form?: string }

/** A countdown in seconds to 0. */
function useCountdown(): [number, (seconds: number) => void] {
  const [remaining, setRemaining] = useState(0)
  useEffect(() => {
    if (remaining <= 0) return
    const timer = setTimeout(() => setRemaining(remaining - 1), 1000)
    return () => clearTimeout(timer)
  }, [remaining])
  return [remaining, setRemaining]
}

/**
 * Signs in and opens `next` as a new document, continues with a second step, or reports the problem; at first why the form
 * was `refused`.
 */
export function useSignIn(next: string, refused: string | null, onStep: (step: SecondStep) => void) {
  const { t } = useTranslation()
  const [errors, setErrors] = useState<SignInErrors>(refused === null ? {} : { form: refused })
  const [isBusy, setBusy] = useState(false)
  const [waitSeconds, wait] = useCountdown()

  async function signIn(username: string, password: string): Promise<boolean> {
    if (username === '' || password === '') {
      setErrors({
        ...(username === '' ? { username: t('login.needUsername') } : {}),
        ...(password === '' ? { password: t('login.needPassword') } : {}),
      })
      return false
    }
    setErrors({})
    setBusy(true)
    try {
      const step = openAfterSignIn(await call(login, { body: { username, password } }), next)
      if (step !== null) onStep(step)
      return true
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallError)) throw error
      if (error.status === 429) wait(Math.min(3600, Number(error.facts['seconds'] ?? 60)))
      setErrors({ form: error.message })
      return false
    }
  }
  return { signIn, errors, isBusy, waitSeconds }
}
