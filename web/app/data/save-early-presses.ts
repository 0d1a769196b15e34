/**
 * Saves what the user does before hydration and repeats it afterwards, in order and once (decision 098). Runs in the head, as
 * text: it uses nothing outside of itself.
 *
 * Saved are presses of buttons and boxes, typed text, chosen options, and Enter outside of forms. Links and forms with an
 * `action` work without scripts. They wait only while an earlier press would be lost; pressed again, they no longer wait.
 * Elements that were removed are left out. Nothing is repeated after the user has left the page or when scripts fail to load.
 *
 * Presses that add to the cart (`data-adds`: the product, `value`: unit and quantity) are sent to the server at once, unless
 * something was changed before them. Once they have succeeded, links no longer wait. The repeated press shows the answer.
 */
export default function saveEarlyPresses(hydrated: string, cart: string, cookie: string): void {
  type Saved = { target: HTMLElement; type: string; value: string; answer?: Promise<Response> | undefined }
  const controls = 'button,input,select,textarea'
  let saved: Saved[] = []
  let isRepeating = false
  // Tenths of a second that parts which hydrate later than the page may take; null before hydration.
  let patience: number | null = null

  // React marks the elements that it has hydrated.
  const isLive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
  const isWaiting = (element: Element) => !isRepeating && (saved.length > 0 || !isLive(element))
  const hasPress = () => saved.some(({ type }) => type !== 'input' && type !== 'focusout')
  const isHeld = (element: Element) => element.hasAttribute('data-pressed')
  const productOf = ({ dataset }: HTMLElement) => dataset['adds']
  const closest = (event: Event, selector: string) =>
    event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null

  function save(event: Event, target: HTMLElement, type = event.type): void {
    event.stopImmediatePropagation()
    const { value = '' } = target as Partial<HTMLInputElement>
    saved.push({ target, type, value })
  }
  /** A second press counts only on buttons that step, as while a button is busy. */
  function hold(event: Event, target: HTMLElement, type = event.type): void {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isHeld(target) && target.dataset['steps'] === undefined) return
    for (const name of ['data-pressed', 'aria-busy']) target.setAttribute(name, 'true')
    const earlier = [...saved]
    save(event, target, type)
    const last = saved.at(-1)
    if (last === undefined || earlier.some(({ answer }) => answer === undefined)) return
    if (target.matches('a')) void leaveOnceAdded(earlier, last)
    else if (productOf(target) === undefined) return
    else if (!earlier.some((one) => productOf(one.target) === productOf(target))) last.answer = sendAdd(last)
  }
  function sendAdd({ target, value }: Saved): Promise<Response> {
    const [unit = '', quantity = ''] = value.split(' ')
    const tokens = ['__Host-', ''].map((prefix) => document.cookie.match(`(?:^|; )${prefix}${cookie}=([\\w-]+)`)?.[1])
    const answer = fetch(cart + productOf(target), {
      method: 'POST',
      body: new URLSearchParams({ quantity, productValue: unit }),
      headers: {
        'accept-language': document.documentElement.lang,
        'x-requested-with': 'XMLHttpRequest',
        'x-csrf-token': tokens.find(Boolean) ?? '',
      },
    })
    answer.catch(() => {})
    return answer
  }
  /** Follows a link that was pressed after additions once all of them have succeeded. */
  async function leaveOnceAdded(additions: Saved[], link: Saved): Promise<void> {
    const answers = await Promise.all(additions.map(({ answer }) => answer)).catch(() => [])
    const isAdded = answers.length > 0 && answers.every((answer) => answer?.ok)
    if (!isAdded || !saved.includes(link)) return
    forget()
    repeat(link)
  }
  function release(target: Element): void {
    for (const name of ['data-pressed', 'aria-busy']) target.removeAttribute(name)
  }
  function forget(): void {
    for (const { target } of saved) release(target)
    saved = []
  }

  function onClick(event: MouseEvent): void {
    const link = closest(event, 'a[href^="/"]:not([target])')
    const opensHere = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (link !== null && opensHere && !isRepeating && hasPress() && !isHeld(link)) return hold(event, link)
    const target = closest(event, `a,${controls}`)
    if (!target?.matches('button:enabled,[type=checkbox]:enabled,[type=radio]:enabled') || !isWaiting(target)) return
    const { type, form } = target as HTMLButtonElement
    if (type !== 'submit' || !form?.hasAttribute('action')) hold(event, target)
  }
  function onSubmit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement
    const isNative = form.hasAttribute('action')
    // The browser would post the form to the page itself, which accepts no posts.
    if (!isNative) event.preventDefault()
    const target = event.submitter ?? form
    if (isWaiting(form) && (!isNative || (hasPress() && !isHeld(target))))
      hold(event, target, target === form ? 'submit' : 'click')
  }
  function onInput(event: Event): void {
    const field = closest(event, 'input:not([type=checkbox],[type=radio],[type=file]),textarea')
    if (field === null || !isWaiting(field)) return
    const last = saved.at(-1)
    if (last?.target === field && last.type === 'input') saved.pop()
    save(event, field)
  }
  function onChange(event: Event): void {
    const select = closest(event, 'select')
    if (select !== null && isWaiting(select)) save(event, select)
  }
  function onBlur(event: Event): void {
    const typed = saved.find(({ target, type }) => target === event.target && type === 'input')
    if (typed !== undefined && !isRepeating) save(event, typed.target)
  }
  function onKey(event: KeyboardEvent): void {
    const target = closest(event, 'input,tr[tabindex]')
    if (event.key !== 'Enter' || target !== event.target || target === null || !isWaiting(target)) return
    if ((target as Partial<HTMLInputElement>).form == null) hold(event, target)
  }
  const listeners = {
    click: onClick,
    submit: onSubmit,
    input: onInput,
    change: onChange,
    focusout: onBlur,
    keydown: onKey,
  }

  // For these events React first hydrates the whole page, in one task that delays the press.
  const hydrating =
    'click submit pointerdown pointerup mousedown mouseup touchstart touchend keydown keypress keyup'.split(' ')
  function keepFromReact(event: Event): void {
    if (event.target instanceof Element && !isLive(event.target)) event.stopImmediatePropagation()
  }

  function end(): void {
    forget()
    for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener as EventListener, true)
    for (const type of hydrating) removeEventListener(type, keepFromReact, true)
  }
  function type(field: HTMLInputElement, value: string): void {
    const { selectionStart, selectionEnd } = field
    // React ignores the event of a value that it already knows. It learns values from the element's own property.
    field.value = `${value} `
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    if (document.activeElement === field && selectionStart !== null)
      field.setSelectionRange(selectionStart, selectionEnd)
  }
  function repeat({ target, type: name, value, answer }: Saved): void {
    release(target)
    const how = { bubbles: true, cancelable: true }
    if (name === 'click') {
      globalThis.earlyAnswer = answer
      target.click()
      globalThis.earlyAnswer = undefined
      return
    }
    if (name === 'submit') return (target as HTMLFormElement).requestSubmit()
    if (name === 'keydown') return void target.dispatchEvent(new KeyboardEvent(name, { ...how, key: 'Enter' }))
    if (name === 'focusout') return void target.dispatchEvent(new FocusEvent(name, how))
    if (name === 'input') type(target as HTMLInputElement, value)
    else (target as HTMLSelectElement).value = value
    target.dispatchEvent(new Event(name, how))
  }
  /** One event at a time: React renders its effect before the browser is idle. */
  function repeatNext(): void {
    saved = saved.filter(({ target }) => target.isConnected)
    const at = saved.findIndex(({ target }) => isLive(target))
    const next = at === -1 ? undefined : saved.splice(at, 1)[0]
    if (next === undefined) {
      const isDone = saved.length === 0 && [...document.querySelectorAll(controls)].every(isLive)
      if (isDone || (patience = (patience ?? 0) - 1) < 0) return end()
    } else {
      isRepeating = true
      repeat(next)
      isRepeating = false
    }
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(repeatNext, { timeout: 5000 })
      else repeatNext()
    }, 100)
  }
  for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener as EventListener, true)
  for (const type of hydrating) addEventListener(type, keepFromReact, true)
  addEventListener('pagehide', forget)
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && end(), true)
  addEventListener('unhandledrejection', () => patience === null && end())
  addEventListener(hydrated, () => {
    if (patience !== null) return
    patience = 300
    repeatNext()
  })
}
