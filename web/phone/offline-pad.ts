import type { Translate } from '#contract/core/words.ts'
import { draftLinesMax, draftTextMax } from '#domain/cart/draft-line.ts'
// oxlint-disable-next-line project/formats -- the texts and notation of pages are not on the device
import { formatsOf } from '#domain/text/format.ts'
import { openScanner, type ScanAnswer } from './scanner.ts'
import { newKey } from '#web/app/data/attempt-keys.ts'
import {
  changeQueued,
  type DeviceOwner,
  queueCode,
  type QueuedLine,
  queuedLines,
  readSeen,
  type SeenProduct,
} from '#web/app/device/device-store.ts'
import { buttonClass, cameraSign, closeSign, element, iconButtonClass } from './element.ts'

type OfflinePad = {
  /** Whether leaving the page interrupts nobody. */
  isIdle(): boolean
  /** Says that the shop can be reached again. */
  offerPage(): void
}

/**
 * The order pad without a connection: scanned and typed codes are stored on the device for its owner until the pad sends them.
 * It knows no products but those that the owner has seen on this device.
 */
export async function showOfflinePad(main: Element, owner: DeviceOwner, t: Translate): Promise<OfflinePad> {
  document.title = t('offline.pad')
  const seen = new Map((await readSeen(owner.userId)).map((product) => [product.code, product]))
  const field = element('input', {
    className: 'field h-11 min-w-0 flex-1 px-3',
    set: {
      'aria-label': t('offline.scan'),
      placeholder: t('offline.code'),
      maxlength: String(draftTextMax.code),
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      enterkeyhint: 'done',
    },
  })
  const status = element('p', { className: 'min-h-5 text-13 text-ink-2', set: { role: 'status' } })
  const count = element('p', { className: 'text-13 text-ink-2' })
  const list = element('ul', { className: 'divide-y divide-line border-y border-line bg-surface empty:hidden' })
  const notice = element('div', { className: 'flex flex-wrap items-center gap-3 bg-warning-soft px-4 py-3 text-14' })
  notice.append(element('p', { className: 'flex-1 basis-60', text: t('offline.explanation'), set: { role: 'status' } }))

  async function add(code: string): Promise<ScanAnswer> {
    const line = await queueCode({ id: newKey(), userId: owner.userId, code }, draftLinesMax).catch(() => undefined)
    await refresh()
    if (line === undefined) return { tone: 'danger', text: t('offline.notStored') }
    if (line === null) return { tone: 'danger', text: t('offline.full') }
    const known = seen.get(code)
    const text = t('offline.scanned', { code, quantity: line.quantity })
    return { tone: 'success', text: known === undefined ? text : `${text}\n${seenText(known, owner.language, t)}` }
  }
  async function submit(): Promise<void> {
    const code = field.value.trim()
    if (code === '') return
    field.value = ''
    status.textContent = (await add(code)).text
    field.focus()
  }
  async function refresh(): Promise<void> {
    const lines = await queuedLines(owner.userId)
    count.textContent = lines.length === 0 ? t('offline.empty') : t('offline.count', { count: lines.length })
    const items = lines.map((line) =>
      lineItem(line, { t, known: seen.get(line.code), language: owner.language, refresh }),
    )
    list.replaceChildren(...items.toReversed())
  }

  const camera = element(
    'button',
    {
      className: iconButtonClass,
      set: { type: 'button', 'aria-label': t('camera.open') },
      onClick: () => void openScanner({ title: t('camera.open'), t, onCode: add }),
    },
    cameraSign(),
  )
  const form = element(
    'form',
    { className: 'flex gap-2' },
    field,
    camera,
    element('button', { className: buttonClass('solid'), text: t('offline.add'), set: { type: 'submit' } }),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  main.replaceChildren(
    notice,
    element(
      'div',
      { className: 'flex flex-col gap-3 px-4 py-4' },
      element('h1', { className: 'text-20 font-semibold', text: t('offline.pad') }),
      element('p', { className: 'text-13 text-ink-2', text: t('offline.of', { name: owner.name }) }),
      form,
      status,
      count,
    ),
    list,
  )
  await refresh()
  // Another window may have queued or sent lines since.
  document.addEventListener('visibilitychange', () => !document.hidden && void refresh())
  return {
    isIdle: () =>
      field.value === '' && document.querySelector('dialog[open]') === null && !list.contains(document.activeElement),
    offerPage(): void {
      if (notice.querySelector('button') !== null) return
      notice.replaceChildren(
        element('p', { className: 'flex-1 basis-60', text: t('offline.online'), set: { role: 'status' } }),
        element('button', {
          className: buttonClass('solid'),
          text: t('offline.send'),
          set: { type: 'button' },
          onClick: () => location.reload(),
        }),
      )
    },
  }
}

function seenText({ name, unit, price }: SeenProduct, language: string, t: Translate): string {
  const amount = price === null ? '' : formatsOf(language).formatMoney(price.value, price.currency)
  return price === null ? name : `${name}\n${t('offline.lastSeen', { price: amount, unit })}`
}

type ItemOptions = { t: Translate; known: SeenProduct | undefined; language: string; refresh(): Promise<void> }

function lineItem(line: QueuedLine, { t, known, language, refresh }: ItemOptions): HTMLLIElement {
  const { code, quantity, isSent, seq } = line
  const text = element(
    'div',
    { className: 'min-w-0 flex-1 [overflow-wrap:anywhere]' },
    element('p', { className: 'font-mono text-14', text: code }),
  )
  if (known !== undefined) {
    text.append(
      element('p', { className: 'text-12 whitespace-pre-line text-ink-2', text: seenText(known, language, t) }),
    )
  }
  if (isSent) text.append(element('p', { className: 'text-12 text-ink-2', text: t('offline.locked') }))
  const field = element('input', {
    className: 'field h-11 w-18 px-2 text-right tabular-nums',
    set: {
      'aria-label': t('offline.quantity', { code }),
      inputmode: 'numeric',
      maxlength: String(draftTextMax.quantity),
      autocomplete: 'off',
    },
  })
  field.value = quantity
  field.disabled = isSent
  field.addEventListener('change', () => void changeQueued(seq, field.value.trim()).then(refresh))
  const remove = element(
    'button',
    {
      className: iconButtonClass,
      set: { type: 'button', 'aria-label': t('offline.remove', { code }) },
      onClick: () => void changeQueued(seq, null).then(refresh),
    },
    closeSign(),
  )
  remove.disabled = isSent
  return element('li', { className: 'flex items-center gap-3 px-4 py-2' }, text, field, remove)
}
