import type { Translate } from '#contract/core/words.ts'
import { buttonClass, closeSign, element, iconButtonClass } from './element.ts'
import { createLightMeter, openCamera, type Torch, torchOf } from './camera-stream.ts'
import { cleanCode, createCodeGate } from './code-gate.ts'
import { createDetector, type Detector } from './detector.ts'

/** What became of a scanned code; `choices` are shown as buttons, and scanning waits for one. */
export type ScanAnswer = {
  tone: 'success' | 'danger'
  text: string
  choices?: { label: string; choose(): Promise<ScanAnswer> | ScanAnswer }[]
  /** Whether scanning goes on beside the choices. */
  isOptional?: boolean
}

export type ScannerOptions = {
  title: string
  t: Translate
  onCode(code: string): Promise<ScanAnswer> | ScanAnswer
}

/** Pause between two pictures, in milliseconds: a slow phone stays usable. */
const pause = 80
const lightPause = 1_500

const tones = { success: 'bg-success-soft text-success', danger: 'bg-danger-soft text-danger', info: 'text-ink-2' }

/**
 * Shows the camera in a dialog and reads barcodes until it is closed. Resolves then. Plain elements: the page without a
 * connection uses it too.
 */
export function openScanner({ title, t, onCode }: ScannerOptions): Promise<void> {
  const video = element('video', {
    className: 'h-full w-full object-cover',
    set: { playsinline: '', muted: '', 'aria-hidden': 'true' },
  })
  video.muted = true
  const status = element('p', { className: 'rounded-control px-3 py-2 text-15', set: { role: 'status' } })
  const choices = element('div', { className: 'flex flex-col gap-2 empty:hidden' })
  const hint = element('p', { className: 'text-13 text-ink-2 empty:hidden', set: { role: 'status' } })
  const light = element('button', {
    className: `${buttonClass('outline')} self-start`,
    set: { type: 'button', hidden: '' },
  })
  const close = element(
    'button',
    { className: iconButtonClass, set: { type: 'button', 'aria-label': t('camera.close') } },
    closeSign(),
  )
  const heading = element('h2', { className: 'text-16 font-semibold', text: title, set: { id: 'scanner-title' } })
  const dialog = element(
    'dialog',
    {
      className:
        'fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none flex-col overflow-y-auto bg-raised text-left text-ink open:flex sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-2rem)] sm:w-140 sm:rounded-dialog sm:border sm:border-line',
      set: { 'aria-labelledby': 'scanner-title', 'data-scanner': '' },
    },
    element('div', { className: 'flex items-center justify-between gap-4 py-2 pr-2 pl-4' }, heading, close),
    element(
      'div',
      { className: 'relative aspect-[4/3] max-h-[60dvh] w-full shrink-0 bg-black' },
      video,
      element('div', {
        className:
          'pointer-events-none absolute inset-x-[10%] inset-y-[28%] rounded-panel border-2 border-white/90 outline-1 outline-black/60',
      }),
    ),
    element('div', { className: 'flex flex-col gap-3 p-4' }, status, choices, hint, light),
  )
  document.body.append(dialog)
  dialog.showModal()

  function show(text: string, tone: keyof typeof tones = 'info'): void {
    status.className = `rounded-control px-3 py-2 text-15 [overflow-wrap:anywhere] whitespace-pre-line ${tones[tone]}`
    status.textContent = text
  }
  show(t('camera.starting'))

  let isOver = false
  let isWaiting = false
  let stream: MediaStream | null = null
  let detector: Detector | null = null

  function answer({ tone, text, choices: given = [], isOptional = false }: ScanAnswer): void {
    show(text, tone)
    isWaiting = given.length > 0 && !isOptional
    const buttons = given.map(({ label, choose }) =>
      element('button', {
        className: `${buttonClass('outline')} h-auto min-h-11 justify-start py-2 text-left`,
        text: label,
        set: { type: 'button' },
        onClick: () => void run(choose),
      }),
    )
    choices.replaceChildren(...buttons)
    if (isWaiting) buttons[0]?.focus()
  }
  async function run(work: () => Promise<ScanAnswer> | ScanAnswer): Promise<void> {
    isWaiting = true
    choices.replaceChildren()
    const result = await Promise.resolve()
      .then(work)
      .catch((error: unknown): ScanAnswer => ({ tone: 'danger', text: error instanceof Error ? error.message : '' }))
    if (!isOver) answer(result)
  }

  async function start(): Promise<void> {
    const [camera, made] = await Promise.all([openCamera(), createDetector().catch(() => null)])
    detector = made
    if (typeof camera === 'string') return show(t(`camera.${camera}`), 'danger')
    stream = camera
    if (isOver) return stop()
    if (detector === null) {
      stop()
      return show(t('camera.decoderFailed'), 'danger')
    }
    video.srcObject = camera
    await video.play().catch(() => {})
    showTorch(torchOf(camera))
    show(t('camera.hint'))
    void watch(detector)
  }

  async function watch(reader: Detector): Promise<void> {
    const pass = createCodeGate()
    const isDark = createLightMeter()
    let lightAt = 0
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      if (isOver || document.hidden || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) continue
      // A picture that cannot be read is followed by others.
      const codes = await reader.read(video).catch(() => [])
      const now = performance.now()
      if (now - lightAt > lightPause) {
        lightAt = now
        hint.textContent = isDark(video) ? t('camera.dark') : ''
      }
      const fresh = pass(codes, now)
      if (isOver || isWaiting) continue
      for (const text of fresh) {
        await take(text)
        if (isWaiting) break
      }
    }
  }

  async function take(text: string): Promise<void> {
    const code = cleanCode(text)
    if (code === null) return answer({ tone: 'danger', text: t('camera.unreadable') })
    navigator.vibrate?.(50)
    await run(() => onCode(code))
  }

  function showTorch(torch: Torch | null): void {
    if (torch === null) return
    let isOn = false
    const label = () => (light.textContent = t(isOn ? 'camera.torchOff' : 'camera.torchOn'))
    label()
    light.hidden = false
    light.addEventListener('click', () => {
      isOn = !isOn
      label()
      // Some devices report a light that they do not have.
      torch.switch(isOn).catch(() => (light.hidden = true))
    })
  }

  function stop(): void {
    for (const track of stream?.getTracks() ?? []) track.stop()
    detector?.close()
  }

  void start()
  close.addEventListener('click', () => dialog.close())
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      isOver = true
      stop()
      dialog.remove()
      resolve()
    })
  })
}
