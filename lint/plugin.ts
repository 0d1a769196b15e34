import { relative, sep } from 'node:path'
import { importProblem } from './import-rules.ts'

type Source = { type: string; value?: unknown }
type ImportNode = { source: Source | null }
type Context = { cwd: string; filename: string; report(problem: { node: ImportNode; message: string }): void }

/** The project's own lint rule `project/imports`: every static, dynamic and re-exporting import follows import-rules.ts. */
const imports = {
  create(context: Context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/')
    const check = (node: ImportNode) => {
      if (node.source?.type !== 'Literal' || typeof node.source.value !== 'string') return
      const message = importProblem(file, node.source.value)
      if (message !== null) context.report({ node, message: `${node.source.value}: ${message}` })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

export default { meta: { name: 'project' }, rules: { imports } }
