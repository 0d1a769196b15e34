import { ArrowBigUp, Eye, EyeOff } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import type { SecondStep } from '#contract/shop/account.ts'
import { pages } from '#contract/core/pages.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { PageFrame } from '#web/app/page/page-frame.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { requestedCode } from '#web/app/data/sign-in-redirect.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useSignIn } from './use-sign-in.ts'

type LoginFormProps = { next: string; refused: string | null; onStep(step: SecondStep): void }

/** Works without scripts, too: the browser then posts the form, and the page shows why it was `refused`. */
export function LoginForm({ next, refused, onStep }: LoginFormProps) {
  const { t } = useTranslation()
  const { csrf } = useContext(PageFrame)
  const { signIn, errors, isBusy, waitSeconds } = useSignIn(next, refused, onStep)
  const { usernameField, passwordField } = useSignInFields()
  const productCode = useSyncExternalStore(
    subscribeToNothing,
    () => requestedCode(next),
    () => null,
  )

  return (
    <form
      method="post"
      action={pages.login}
      noValidate
      className="mt-5 space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy || waitSeconds > 0) return
        const form = new FormData(event.currentTarget)
        void signIn(textOf(form, 'username').trim(), textOf(form, 'password')).then((isSignedIn) => {
          if (!isSignedIn) passwordField.current?.select()
        })
      }}
    >
      <input type="hidden" name="_token" value={csrf} readOnly />
      <input type="hidden" name="next" value={next} readOnly />
      <LoginNotices productCode={productCode} formError={errors.form} waitSeconds={waitSeconds} />
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        error={errors.username}
        ref={usernameField}
      />
      <PasswordField field={passwordField} error={errors.password} />
      <Button type="submit" variant="solid" size="lg" busy={isBusy} disabled={waitSeconds > 0} className="w-full">
        {t(isBusy ? 'login.busy' : 'login.submit')}
      </Button>
    </form>
  )
}

type LoginNoticesProps = { productCode: string | null; formError: string | undefined; waitSeconds: number }

/** Why the visitor is here, and why signing in failed. */
function LoginNotices({ productCode, formError, waitSeconds }: LoginNoticesProps) {
  const { t } = useTranslation()
  const { cartLineCount, hasSessionEnded } = useVisitor()
  return (
    <>
      {hasSessionEnded && (
        <MessageStrip tone="warning" role="alert">
          {t('login.ended')}
        </MessageStrip>
      )}
      {productCode !== null && (
        <MessageStrip tone="info">
          <RequestedProduct code={productCode} />
        </MessageStrip>
      )}
      {cartLineCount > 0 && <MessageStrip tone="info">{t('login.cartMoves')}</MessageStrip>}
      <noscript>
        <MessageStrip tone="warning">{t('login.noScript')}</MessageStrip>
      </noscript>
      {formError !== undefined && (
        <MessageStrip tone="danger" role="alert">
          {formError}
          {waitSeconds > 0 && (
            <span className="block text-ink-2">{t('login.wait', { time: formatClock(waitSeconds) })}</span>
          )}
        </MessageStrip>
      )}
    </>
  )
}

type PasswordFieldProps = { field: RefObject<HTMLInputElement | null>; error: string | undefined }

/** The password with a button that shows it, a link to reset it, and a hint about Caps Lock. */
function PasswordField({ field, error }: PasswordFieldProps) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div>
      <TextField
        label={t('login.password')}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        maxLength={200}
        error={error}
        ref={field}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        end={
          <IconButton
            label={t(isShown ? 'login.hidePassword' : 'login.showPassword')}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
          </IconButton>
        }
      />
      <Link
        to={pages.forgotten}
        className="mt-1.5 inline-flex min-h-6 items-center text-13 font-semibold text-brand-ink hover:underline pointer-coarse:min-h-11"
      >
        {t('login.forgotten')}
      </Link>
      <output className="block text-12 font-medium text-warning">
        {hasCapsLock && (
          <span className="mt-1.5 flex items-center gap-1.5">
            <ArrowBigUp size={14} aria-hidden="true" /> {t('login.capsLock')}
          </span>
        )}
      </output>
    </div>
  )
}

const subscribeToNothing = () => () => {}

/**
 * Focuses the first field, unless that would open a keyboard over the page. After setting a password, the user name
 * comes from the history state, which no address shows, and the password field has the focus.
 */
function useSignInFields() {
  const usernameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const state: unknown = useLocation().state
  const username = typeof state === 'object' && state !== null && 'username' in state ? String(state.username) : ''
  useEffect(() => {
    if (username !== '' && usernameField.current?.value === '') usernameField.current.value = username
    if (matchMedia('(pointer: fine)').matches) (username === '' ? usernameField : passwordField).current?.focus()
  }, [username])
  return { usernameField, passwordField }
}

/** The sentence with the product code in its own typeface. */
function RequestedProduct({ code }: { code: string }) {
  const { t } = useTranslation()
  const separator = '\u2060'
  const [before, after] = t('login.wanted', { code: separator }).split(separator)
  return (
    <>
      {before}
      <ProductCode code={code} />
      {after}
    </>
  )
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Formats seconds as minutes and seconds, e.g. 14:56. */
function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
