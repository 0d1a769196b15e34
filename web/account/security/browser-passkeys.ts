import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

// Few visitors need it: loaded with the first passkey.
const library = () => import('@simplewebauthn/browser')

/** Whether the browser has passkeys at the address of the page: not at an IP address. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(globalThis.location.hostname)

/** Why the browser returned no passkey. */
export class PasskeyStopped extends Error {
  readonly reason: 'stopped' | 'exists'
  constructor(reason: PasskeyStopped['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Lets the user choose a passkey for the options of the shop. Throws PasskeyStopped. */
export async function choosePasskey(options: object): Promise<Record<string, unknown>> {
  const { startAuthentication } = await library()
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return { ...(await startAuthentication({ optionsJSON }).catch(stopped)) }
}

/** Makes a passkey for the options of the shop. Throws PasskeyStopped. */
export async function makePasskey(options: object): Promise<Record<string, unknown>> {
  const { startRegistration } = await library()
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return { ...(await startRegistration({ optionsJSON }).catch(stopped)) }
}

/** The browser does not say why: the user closed the window, waited too long, or has no passkey. */
function stopped(error: unknown): never {
  throw new PasskeyStopped(error instanceof Error && error.name === 'InvalidStateError' ? 'exists' : 'stopped')
}
