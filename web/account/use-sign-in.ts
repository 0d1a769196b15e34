import { useEffect, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { login } from '#contract/shop/account.ts'
import { pages, pathAfterSignIn } from '#contract/core/pages.ts'
import { CallError, call } from '#web/app/data/call.ts'

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

/** Signs in and opens `next` as a new document, or reports the problem; at first why the form was `refused`. */
export function useSignIn(next: string, refused: string | null) {
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
      const { user, leftLines } = await call(login, { body: { username, password } })
      // The cart shows which of the guest's lines did not fit.
      location.assign(leftLines === undefined ? pathAfterSignIn(user.role, next) : pages.cart)
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
