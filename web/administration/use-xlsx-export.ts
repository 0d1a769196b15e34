import { useEffect, useRef, useState } from 'react'
import { type ExportName, exportFilePath, getExport, startExport } from '#contract/core/exports.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import type { ListView } from './list-address.ts'

const pollInterval = 700 // milliseconds between two looks

export type Progress = { done: number; total: number; failure: string | null }

/** Requests a workbook, polls until it is ready, downloads it and calls `onDone` with its number of rows. */
export function useXlsxExport(list: ExportName, failed: string, onDone: (total: number, file: string) => void) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const currentRun = useRef(0)
  useEffect(() => () => void (currentRun.current += 1), [])

  async function poll(id: string, run: number): Promise<void> {
    while (currentRun.current === run) {
      const { state, done, total } = await call(getExport, { params: { id } })
      if (currentRun.current !== run) return
      setProgress({ done, total, failure: state === 'failed' ? failed : null })
      if (state === 'done') {
        setProgress(null)
        location.assign(exportFilePath(id))
        return onDone(total, exportFilePath(id))
      }
      if (state === 'failed') return
      await new Promise((resolve) => setTimeout(resolve, pollInterval))
    }
  }

  async function start(query: ListView): Promise<void> {
    const run = (currentRun.current += 1)
    setProgress({ done: 0, total: 0, failure: null })
    try {
      const filled = Object.entries(query).filter(([, value]) => typeof value === 'string' && value !== '')
      const { id, total } = await call(startExport, {
        body: { list, query: Object.fromEntries(filled) as Record<string, string> },
      })
      if (currentRun.current === run) setProgress({ done: 0, total, failure: null })
      await poll(id, run)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      if (currentRun.current === run) setProgress({ done: 0, total: 0, failure: error.message })
    }
  }
  return {
    progress,
    start,
    /** The job continues; only polling stops. */
    forget() {
      currentRun.current += 1
      setProgress(null)
    },
  }
}
