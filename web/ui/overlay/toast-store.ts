import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'error' | 'info'
export type ToastPosition = 'top-right' | 'top-center'
export type ToastOptions = {
  description?: ReactNode
  action?: { label: string; run(): void }
  /** How long it is shown, in milliseconds. */
  duration?: number
  /** Errors and messages of cart and checkout appear at the top center, all others at the top right. */
  position?: ToastPosition
  /** Replaces a toast with the same id. */
  id?: string
}
export type ShownToast = ToastOptions & { key: number; kind: ToastKind; text: string; position: ToastPosition }

/** Toasts shown at the same time; the oldest is dropped. */
const maxToasts = 3

let toasts: readonly ShownToast[] = []
let lastKey = 0
const listeners = new Set<() => void>()

function change(next: readonly ShownToast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function show(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  lastKey += 1
  const position = options.position ?? (kind === 'error' ? 'top-center' : 'top-right')
  const others = toasts.filter(({ id }) => id === undefined || id !== options.id)
  change([...others, { ...options, key: lastKey, kind, text, position }].slice(-maxToasts))
}

export const notify = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
}

export function dismissToast(key: number): void {
  change(toasts.filter((toast) => toast.key !== key))
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => toasts,
}
