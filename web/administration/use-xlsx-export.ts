import { useEffect, useRef, useState } from 'react'
import { type ExportName, exportFilePath, getExport, startExport } from '#contract/core/exports.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import type { ListView } from './list-address.ts'

const pace = 700 // milliseconds between two looks

export type Progress = { done: number; total: number; file: string | null; failure: string | null }

/** Requests a workbook, polls until it is ready, and downloads it. */
export function useXlsxExport(list: ExportName, failed: string) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const turn = useRef(0)
  useEffect(() => () => void (turn.current += 1), [])

  async function follow(id: string, mine: number): Promise<void> {
    while (turn.current === mine) {
      const { state, done, total } = await call(getExport, { params: { id } })
      if (turn.current !== mine) return
      const file = state === 'done' ? exportFilePath(id) : null
      setProgress({ done, total, file, failure: state === 'failed' ? failed : null })
      if (file !== null) location.assign(file)
      if (state === 'done' || state === 'failed') return
      await new Promise((resolve) => setTimeout(resolve, pace))
    }
  }

  async function start(query: ListView): Promise<void> {
    const mine = (turn.current += 1)
    setProgress({ done: 0, total: 0, file: null, failure: null })
    try {
      const said = Object.entries(query).filter(([, value]) => typeof value === 'string' && value !== '')
      const { id, total } = await call(startExport, {
        body: { list, query: Object.fromEntries(said) as Record<string, string> },
      })
      if (turn.current === mine) setProgress({ done: 0, total, file: null, failure: null })
      await follow(id, mine)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      if (turn.current === mine) setProgress({ done: 0, total: 0, file: null, failure: error.message })
    }
  }
  return {
    progress,
    start,
    /** The job continues; only polling stops. */
    forget() {
      turn.current += 1
      setProgress(null)
    },
  }
}
