import { useEffect, useSyncExternalStore } from 'react'
import type { ButtonVariant } from '#web/ui/form/button.tsx'
import { loadMessages, useMessages } from './messages-code.ts'

export type AlertAction = { label: string; value: string; variant?: ButtonVariant }
export type AlertContent = {
  title?: string
  text: string
  facts?: string
  /** Something went well: no warning sign. */
  isGood?: boolean
  /** Actions besides the close button. */
  actions?: AlertAction[]
  /** Label of the close button; default 'OK'. */
  close?: string
}
type Open = AlertContent & { settle(value: string | null): void }

let open: Open | null = null
const listeners = new Set<() => void>()

function show(next: Open | null): void {
  open = next
  for (const listener of listeners) listener()
}

/** Shows an alert dialog. Resolves with the value of the chosen action, or null when it is closed. */
export function showAlert(content: AlertContent): Promise<string | null> {
  open?.settle(null)
  return new Promise((resolve) => show({ ...content, settle: resolve }))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function finish(value: string | null): void {
  open?.settle(value)
  show(null)
}

/** Renders the alert; mounted once in the shell. */
export function AlertHost() {
  const alert = useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  )
  const messages = useMessages()
  // An alert that cannot be shown counts as closed.
  useEffect(() => {
    if (alert !== null) loadMessages().catch(() => finish(null))
  }, [alert])
  return alert && messages ? <messages.AlertDialog alert={alert} onFinish={finish} /> : null
}
