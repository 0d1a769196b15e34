import type { BrowserStep } from '#contract/shop/payments.ts'

/** Sends the frame, or its whole window, to the bank or the provider. A form's fields are gone with the page. */
export function leaveForBank(step: BrowserStep): void {
  if (step.kind === 'redirect') return location.replace(step.url)
  const form = document.createElement('form')
  form.method = 'post'
  form.action = step.action
  form.hidden = true
  if (step.window === 'top') form.target = '_top'
  for (const [name, value] of step.fields) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  // A field may be named `submit`.
  HTMLFormElement.prototype.submit.call(form)
  form.remove()
}
