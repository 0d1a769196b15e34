import type { ErpDocumentState } from '#contract/admin/erp.ts'

export const stateTones = { paused: 'neutral', fine: 'success', failing: 'danger', late: 'warning' } as const

export const documentTones: Readonly<Record<ErpDocumentState, 'neutral' | 'warning' | 'danger' | 'success' | 'info'>> =
  {
    waiting: 'info',
    sending: 'info',
    unknown: 'warning',
    delivered: 'info',
    refused: 'danger',
    booked: 'success',
    skipped: 'neutral',
  }

export const runTones = {
  running: 'info',
  done: 'success',
  partly: 'warning',
  failed: 'danger',
  lost: 'warning',
} as const
