import type { Progress } from '#server/catalog/import/import.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'

const barWidth = 30
/** Milliseconds between two updates of the bar. */
const redrawInterval = 80

/** Shows a bar on a terminal; elsewhere one line for each step of each file. */
export function createProgress(locale: Locale, out: NodeJS.WriteStream = process.stderr) {
  let drawn = 0
  let announced = ''
  const nameOf = ({ step, file }: Progress) => `${file}: ${translate(locale, `import.steps.${step}`)}`
  return {
    show(progress: Progress): void {
      const name = nameOf(progress)
      if (!out.isTTY) {
        if (name !== announced) out.write(`${name}\n`)
        announced = name
        return
      }
      const now = performance.now()
      if (now - drawn < redrawInterval && progress.done < progress.total) return
      drawn = now
      out.write(`\r\x1b[K${drawBar(progress)} ${name}`.slice(0, (out.columns || 80) + 3))
    },
    end(): void {
      if (out.isTTY && drawn > 0) out.write('\r\x1b[K')
    },
  }
}

function drawBar({ done, total }: Progress): string {
  const share = total > 0 ? Math.min(done / total, 1) : 0
  const full = Math.round(share * barWidth)
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${String(Math.round(share * 100)).padStart(3)}%`
}
