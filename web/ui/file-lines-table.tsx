import { Badge, type BadgeTone } from './badge.tsx'
import { ScrollRegion } from './scroll-region.tsx'
import { Cell, HeadCell, Table, TableHead } from './table.tsx'
import { useTranslation } from './translation.ts'

/** `line`: its number in the file. */
export type FileLine = { line: number; text: string; tone: BadgeTone; outcome: string; problems: readonly string[] }

type FileLinesTableProps = {
  label: string
  head: { line: string; text: string; outcome: string }
  lines: readonly FileLine[]
}

/** What each line of a file would do. */
export function FileLinesTable({ label, head, lines }: FileLinesTableProps) {
  const { formatQuantity } = useTranslation()
  return (
    <ScrollRegion label={label} className="rounded-panel border border-line">
      <Table>
        <TableHead>
          <tr className="border-b border-line">
            <HeadCell align="right">{head.line}</HeadCell>
            <HeadCell className="w-1/2">{head.text}</HeadCell>
            <HeadCell>{head.outcome}</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {lines.map(({ line, text, tone, outcome, problems }) => (
            <tr key={line} className="border-b border-line align-top last:border-0 [&>td]:py-1.5">
              <Cell align="right" className="text-ink-2 tabular-nums">
                {formatQuantity(line)}
              </Cell>
              <Cell className="[overflow-wrap:anywhere]">{text}</Cell>
              <Cell>
                <Badge tone={tone}>{outcome}</Badge>
                {problems.map((problem) => (
                  <p key={problem} className="mt-1 text-12 text-ink-2">
                    {problem}
                  </p>
                ))}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollRegion>
  )
}
