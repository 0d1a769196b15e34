/** Suppresses the click of the current press on elements that match `selector`; the next press or key works again. */
export function suppressClick(selector: string): void {
  function end(): void {
    for (const type of ['pointerdown', 'keydown']) window.removeEventListener(type, end, true)
    window.removeEventListener('click', onClick, true)
  }
  function onClick(event: MouseEvent): void {
    end()
    if (!(event.target instanceof Element) || event.target.closest(selector) === null) return
    event.preventDefault()
    event.stopPropagation()
  }
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, end, true)
  window.addEventListener('click', onClick, true)
}
